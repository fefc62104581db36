/**
 * The address that the quick-share card shows for a name (specification, section 2): lower-case, without what is neither
 * letter, digit nor hyphen, blanks as hyphens. The server makes the real one and answers with it.
 */
export function toRoomSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");
}
