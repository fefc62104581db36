import { withEntry, type ChatState, type KnownSubscription } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withoutRoom, withSubscription } from "./subscriptions.ts";
import { withoutTypingUser } from "./typing.ts";

type Change = EventFrame<"participant_changed">;

/**
 * Somebody's place in a room changed. Who is not in any more types no more; when it is the person themself, the whole
 * room goes, and an own new level counts at once.
 */
export function withParticipantChange(state: ChatState, change: Change): ChatState {
  const { sessionRoomSlug: slug, userId, accessStatus, memberCount } = change;
  const subscription = state.subscriptions.get(slug);
  const isNews = !subscription || change.seq > subscription.headSeq;
  const isOwn = userId === state.currentUser?.id;
  if (isOwn && subscription && isNews && accessStatus !== "ACCEPTED")
    return withoutRoom(state, slug);
  let next = accessStatus === "ACCEPTED" ? state : withoutTypingUser(state, slug, userId);
  const card = next.rooms.get(slug);
  if (card && isNews && card.memberCount !== memberCount)
    next = { ...next, rooms: withEntry(next.rooms, slug, { ...card, memberCount }) };
  if (!subscription || !isNews) return next;
  return withSubscription(next, changed(subscription, change, isOwn));
}

function changed(
  subscription: KnownSubscription,
  change: Change,
  isOwn: boolean,
): KnownSubscription {
  const { memberCount, accessLevel, seq } = change;
  const counts = { memberCount, participantCount: memberCount, headSeq: seq, peopleSeq: seq };
  return { ...subscription, ...counts, ...(isOwn && { role: accessLevel }) };
}
