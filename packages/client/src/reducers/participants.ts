import type { UserId } from "@colbin/protocol";
import { withEntry, type ChatState, type KnownSubscription } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";
import { withoutRoom, withSubscription } from "./subscriptions.ts";
import { withoutTypingUser } from "./typing.ts";

type Change = EventFrame<"participant_changed">;

/**
 * Somebody's place in a room changed. A person who is not in any more types no more; when it is the person themself, the whole
 * room goes, and an own new level counts at once.
 */
export function withParticipantChange(state: ChatState, change: Change): ChatState {
  const { roomId, userId, accessStatus, memberCount } = change;
  const subscription = state.subscriptions.get(roomId);
  const isNews = !subscription || change.seq > subscription.headSeq;
  const isOwn = userId === state.currentUser?.id;
  if (isOwn && subscription && isNews && accessStatus !== "ACCEPTED")
    return withoutRoom(state, roomId);
  let next = accessStatus === "ACCEPTED" ? state : withoutTypingUser(state, roomId, userId);
  const card = next.rooms.get(roomId);
  if (card && isNews && card.memberCount !== memberCount)
    next = { ...next, rooms: withEntry(next.rooms, roomId, { ...card, memberCount }) };
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
  return {
    ...subscription,
    ...counts,
    ...(isOwn && { role: accessLevel }),
    ...(change.accessStatus !== "ACCEPTED" && withoutPerson(subscription, change.userId)),
  };
}

/** Both sides of a direct room stay in it. A group that nobody named is called after who is still there (rules-rooms 30). */
function withoutPerson({ roomType, roomName, participants }: KnownSubscription, userId: UserId) {
  if (roomType !== "group") return {};
  const rest = participants.filter(({ sessionUserId }) => sessionUserId !== userId);
  const isUnnamed = roomName === namesOf(participants);
  return { participants: rest, ...(isUnnamed && rest.length > 0 && { roomName: namesOf(rest) }) };
}

function namesOf(people: KnownSubscription["participants"]): string {
  return people.map(({ fullName }) => fullName).join(", ");
}
