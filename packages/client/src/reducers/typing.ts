import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import { withEntry, withoutEntry, type ChatState } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";

/** Somebody else began or stopped typing, in the room or in a thread; oneself is not shown. */
export function withTyping(state: ChatState, frame: EventFrame<"user_typing">): ChatState {
  const { roomId, threadId, userId, userName, isTyping } = frame;
  const place = threadId ?? roomId;
  if (!isTyping) return withoutTypingUser(state, place, userId);
  const list = state.typingUsers.get(place) ?? [];
  const isKnown = list.some((each) => each.userId === userId);
  if (isKnown || userId === state.currentUser?.id) return state;
  const typingUsers = withEntry(state.typingUsers, place, [...list, { userId, userName }]);
  return { ...state, typingUsers };
}

/** Ends somebody's typing: they stopped, sent, or were not heard of any more. */
export function withoutTypingUser(
  state: ChatState,
  place: RoomId | MessageId,
  userId: UserId,
): ChatState {
  const list = state.typingUsers.get(place);
  if (!list?.some((each) => each.userId === userId)) return state;
  const rest = list.filter((each) => each.userId !== userId);
  const typingUsers =
    rest.length === 0
      ? withoutEntry(state.typingUsers, place)
      : withEntry(state.typingUsers, place, rest);
  return { ...state, typingUsers };
}

/** Nobody is known to type: after a lost connection the ends were not heard. */
export function withoutTyping(state: ChatState): ChatState {
  return state.typingUsers.size === 0 ? state : { ...state, typingUsers: new Map() };
}
