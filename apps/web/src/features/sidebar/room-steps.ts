import type { Subscription } from "@colbin/protocol";

/** As the list marks it: a muted room is unread where the person is mentioned. */
export function isUnread({
  unreadCount,
  mentionCount,
  isMuted,
}: Pick<Subscription, "unreadCount" | "mentionCount" | "isMuted">): boolean {
  return mentionCount > 0 || (unreadCount > 0 && !isMuted);
}

/** The next of these addresses that is wanted, beside the current one; after the last comes the first. */
export function nextRoom(
  slugs: readonly string[],
  current: string | null,
  step: 1 | -1,
  isWanted: (slug: string) => boolean = () => true,
): string | undefined {
  const at = current === null ? -1 : slugs.indexOf(current);
  // From nowhere to the first or the last one.
  const start = at === -1 && step === -1 ? 0 : at;
  return slugs
    .map((_, passed) => slugs.at((start + step * (passed + 1)) % slugs.length))
    .find((slug) => slug !== undefined && slug !== current && isWanted(slug));
}
