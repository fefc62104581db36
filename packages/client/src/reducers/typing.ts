import type { RoomId, UserId } from "@colbin/protocol";
import { withEntry, withoutEntry, type ChatState } from "../chat-state.ts";
import type { EventFrame } from "./event-frame.ts";

/** Somebody else began or stopped typing; oneself is not shown. */
export function withTyping(state: ChatState, frame: EventFrame<"user_typing">): ChatState {
  const { roomId, userId, userName, isTyping } = frame;
  if (!isTyping) return withoutTypingUser(state, roomId, userId);
  const list = state.typingUsers.get(roomId) ?? [];
  const isKnown = list.some((each) => each.userId === userId);
  if (isKnown || userId === state.currentUser?.id) return state;
  const typingUsers = withEntry(state.typingUsers, roomId, [...list, { userId, userName }]);
  return { ...state, typingUsers };
}

/** Ends somebody's typing: they stopped, sent, or were not heard of any more. */
export function withoutTypingUser(state: ChatState, roomId: RoomId, userId: UserId): ChatState {
  const list = state.typingUsers.get(roomId);
  if (!list?.some((each) => each.userId === userId)) return state;
  const rest = list.filter((each) => each.userId !== userId);
  const typingUsers =
    rest.length === 0
      ? withoutEntry(state.typingUsers, roomId)
      : withEntry(state.typingUsers, roomId, rest);
  return { ...state, typingUsers };
}

/** Nobody is known to type: after a lost connection the ends were not heard. */
export function withoutTyping(state: ChatState): ChatState {
  return state.typingUsers.size === 0 ? state : { ...state, typingUsers: new Map() };
}
