import type { RoomId } from "@colbin/protocol";
import { withEntry, withoutEntry, type ChatState, type PendingEntry } from "../chat-state.ts";

function withList(state: ChatState, roomId: RoomId, list: readonly PendingEntry[]): ChatState {
  const pending =
    list.length === 0
      ? withoutEntry(state.pending, roomId)
      : withEntry(state.pending, roomId, list);
  return pending === state.pending ? state : { ...state, pending };
}

/**
 * Shows a command on its way, or its newer state, at its place in the order of writing. A command whose message the log has
 * brought is shown no second time: only its answer is still missing.
 */
export function withPending(state: ChatState, entry: PendingEntry): ChatState {
  if ([...state.sentAs.values()].includes(entry.clientMessageId)) return state;
  const { roomId } = entry;
  const others = (state.pending.get(roomId) ?? []).filter(
    (each) => each.clientMessageId !== entry.clientMessageId,
  );
  const list = [...others, entry].toSorted((one, other) => one.position - other.position);
  return withList(state, roomId, list);
}

/** Takes an entry away; one that is not there changes nothing. */
export function withoutPending(
  state: ChatState,
  roomId: RoomId,
  clientMessageId: string,
): ChatState {
  const list = state.pending.get(roomId) ?? [];
  const rest = list.filter((each) => each.clientMessageId !== clientMessageId);
  return rest.length === list.length ? state : withList(state, roomId, rest);
}

/** The message of the entry has this place in the log; an entry that is not there changes nothing. */
export function withAcknowledged(
  state: ChatState,
  roomId: RoomId,
  clientMessageId: string,
  acknowledgedSeq: number,
): ChatState {
  const list = state.pending.get(roomId) ?? [];
  const isIt = (each: PendingEntry): boolean => each.clientMessageId === clientMessageId;
  if (!list.some(isIt)) return state;
  return withList(
    state,
    roomId,
    list.map((each) => (isIt(each) ? { ...each, acknowledgedSeq } : each)),
  );
}

/** Takes away acknowledged entries that the log up to this seq contains. */
export function withPendingUpTo(state: ChatState, roomId: RoomId, headSeq: number): ChatState {
  const list = state.pending.get(roomId) ?? [];
  const rest = list.filter(
    ({ acknowledgedSeq }) => acknowledgedSeq === null || acknowledgedSeq > headSeq,
  );
  return rest.length === list.length ? state : withList(state, roomId, rest);
}

/** Takes away the entries that do not fit. */
export function withPendingWhere(
  state: ChatState,
  fits: (entry: PendingEntry) => boolean,
): ChatState {
  return [...state.pending].reduce(
    (next, [roomId, list]) => (list.every(fits) ? next : withList(next, roomId, list.filter(fits))),
    state,
  );
}
