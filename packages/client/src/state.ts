import type { EventName, Message, RoomEventFrame, RoomId } from "@colbin/protocol";
import { withEntry, type ChatState } from "./chat-state.ts";
import { roomKeyOf } from "./reducers/addresses.ts";
import type { EventFrame } from "./reducers/event-frame.ts";
import { withDeletedMessage, withEditedMessage } from "./reducers/edits.ts";
import { withCopy, withNewMessage } from "./reducers/messages.ts";
import { withParticipantChange } from "./reducers/participants.ts";
import { withPendingUpTo } from "./reducers/pending.ts";
import { withPinChange } from "./reducers/pins.ts";
import { withPurgedMessages } from "./reducers/purged.ts";
import { withReactionChange } from "./reducers/reactions.ts";
import { withRoomUpdate } from "./reducers/rooms.ts";
import { withTyping } from "./reducers/typing.ts";

/** One pure reducer per event: forgetting one does not compile. */
export const reducers: {
  readonly [N in EventName]: (state: ChatState, frame: EventFrame<N>) => ChatState;
} = {
  message_new: withNewMessage,
  message_edited: withEditedMessage,
  message_deleted: withDeletedMessage,
  messages_purged: withPurgedMessages,
  reaction_added: withReactionChange,
  reaction_removed: withReactionChange,
  message_pinned: withPinChange,
  participant_changed: withParticipantChange,
  room_updated: withRoomUpdate,
  user_typing: withTyping,
};

/** A server that is newer than this client may tell of what it does not know: that changes nothing here but the head. */
function reduced<N extends EventName>(state: ChatState, frame: EventFrame<N>): ChatState {
  const name: N = frame.event;
  return Object.hasOwn(reducers, name) ? reducers[name](state, frame) : state;
}

/**
 * The state after an event. Events of a room come in order of seq (sync takes care of that); one that the state already
 * contains changes nothing, so a repetition does no harm.
 */
export function applyEvent(
  state: ChatState,
  frame: RoomEventFrame,
  roomId: RoomId = roomKeyOf(state, frame.sessionRoomSlug),
): ChatState {
  const next = reduced(state, { ...frame, roomId });
  return frame.event === "user_typing" ? next : withHead(next, roomId, frame.seq);
}

/** The message that an event brings; in a replay some come without. */
export function copyIn(frame: RoomEventFrame): Message | undefined {
  return "message" in frame ? frame.message : undefined;
}

/** The state with the newer copy of a message that an event brings, where the state contains the event already. */
export function applyCopy(state: ChatState, frame: RoomEventFrame, roomId: RoomId): ChatState {
  const copy = copyIn(frame);
  return copy ? withCopy(state, roomId, copy) : state;
}

/** Each view of a room knows how far it has come: the opened page, and the subscription. */
function withHead(state: ChatState, roomId: RoomId, seq: number): ChatState {
  let next = state;
  const page = next.pages.get(roomId);
  if (page?.status === "ready" && page.headSeq < seq)
    next = { ...next, pages: withEntry(next.pages, roomId, { ...page, headSeq: seq }) };
  const subscription = next.subscriptions.get(roomId);
  if (subscription && subscription.headSeq < seq) {
    const subscriptions = withEntry(next.subscriptions, roomId, { ...subscription, headSeq: seq });
    next = { ...next, subscriptions };
  }
  return withPendingUpTo(next, roomId, shownHeadOf(next, roomId) ?? seq);
}

/** Takes away acknowledged entries that a snapshot contains already: no event will come that ends them. */
export function withoutArrived(state: ChatState): ChatState {
  return [...state.pending.keys()].reduce((next, roomId) => {
    // Without any view of the room there is no log to wait for.
    return withPendingUpTo(next, roomId, shownHeadOf(next, roomId) ?? Number.POSITIVE_INFINITY);
  }, state);
}

/** The seq up to which all views of a room have come; undefined for a room that has none. */
export function headOf(state: ChatState, roomId: RoomId): number | undefined {
  const page = state.pages.get(roomId);
  const heads = [
    page?.status === "ready" ? page.headSeq : undefined,
    state.subscriptions.get(roomId)?.headSeq,
  ].filter((head) => head !== undefined);
  return heads.length === 0 ? undefined : Math.min(...heads);
}

/**
 * The seq up to which the messages of a room are shown, which may be ahead of the list; nothing as long as they are read for the
 * first time. Where they are not shown it is that of the list.
 */
export function shownHeadOf(state: ChatState, roomId: RoomId): number | undefined {
  const page = state.pages.get(roomId);
  if (page?.status === "loading") return 0;
  return page?.status === "ready" ? page.headSeq : headOf(state, roomId);
}
