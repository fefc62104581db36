import type { Subscription } from "@colbin/protocol";

/** As the list marks it: a muted room is unread where the person is mentioned. */
export function isUnread({
  unreadCount,
  mentionCount,
  isMuted,
}: Pick<Subscription, "unreadCount" | "mentionCount" | "isMuted">): boolean {
  return mentionCount > 0 || (unreadCount > 0 && !isMuted);
}

/** The next of these rooms that is wanted, beside the current one; after the last comes the first. */
export function nextRoom<Id extends string>(
  ids: readonly Id[],
  current: Id | null,
  step: 1 | -1,
  isWanted: (id: Id) => boolean = () => true,
): Id | undefined {
  const at = current === null ? -1 : ids.indexOf(current);
  // From nowhere to the first or the last one.
  const start = at === -1 && step === -1 ? 0 : at;
  return ids
    .map((_, passed) => ids.at((start + step * (passed + 1)) % ids.length))
    .find((id) => id !== undefined && id !== current && isWanted(id));
}
