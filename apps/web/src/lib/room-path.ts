/** Page of a room. */
export function roomPath(roomSlug: string): string {
  return `/chat/${encodeURIComponent(roomSlug)}`;
}

/** `{origin}/chat/{slug}?message={id}`: the room, opened at a message (rules-messages 12). */
export function messageLink(origin: string, roomSlug: string, messageId: string): string {
  const link = new URL(roomPath(roomSlug), origin);
  link.searchParams.set("message", messageId);
  return link.href;
}
