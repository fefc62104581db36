import type { MessageMentions, UserId } from "@colbin/protocol";

/** As mentions of channels are counted (rules-rooms 46): those of the person, and of everybody. */
export function isMentioned(
  mentions: MessageMentions | undefined,
  userId: UserId | undefined,
): boolean {
  if (!mentions) return false;
  return mentions.all || mentions.here || isNamedIn(mentions, userId);
}

/** Mentions of the person by name alone. */
export function isNamedIn(
  mentions: MessageMentions | undefined,
  userId: UserId | undefined,
): boolean {
  return mentions?.userIds.some((each) => each === userId) ?? false;
}
