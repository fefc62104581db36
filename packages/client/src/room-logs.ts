import { GAP_BUFFER_MAX, type RoomEventFrame, type RoomId } from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import { roomKeyOf } from "./reducers/addresses.ts";
import { applyCopy, applyEvent, copyIn, headOf } from "./state.ts";

export type DurableFrame = Extract<RoomEventFrame, { readonly seq: number }>;

/**
 * Events on their way into the state: each is applied once and in order of seq; one that comes too early waits for the
 * ones before it (wire.md, Delivery 4).
 */
export class RoomLogs {
  readonly #waiting = new Map<RoomId, Map<number, DurableFrame>>();

  put(roomId: RoomId, frames: readonly DurableFrame[]): void {
    const waiting = this.#waiting.get(roomId) ?? new Map<number, DurableFrame>();
    for (const frame of frames) {
      const known = waiting.get(frame.seq);
      // Live and in replays the same event comes with another copy of its message, or without.
      if (!known || stateSeqIn(frame) >= stateSeqIn(known)) waiting.set(frame.seq, frame);
    }
    this.#waiting.set(roomId, waiting);
  }

  /**
   * The state with everything of the room that follows its head without a gap. An event that it contains already still gives
   * its copy of the message: in a replay that may be newer than the head, and the changes that follow come without one.
   */
  drain(state: ChatState, roomId: RoomId): ChatState {
    const waiting = this.#waiting.get(roomId);
    const head = headOf(state, roomId);
    // The room is not known yet: its first events may overtake the list, which may have been read before them.
    if (!waiting || head === undefined) return state;
    let next = state;
    for (const [seq, frame] of waiting) {
      if (seq > head) continue;
      next = applyCopy(next, frame, roomId);
      waiting.delete(seq);
    }
    for (let seq = head + 1; ; seq += 1) {
      const frame = waiting.get(seq);
      if (!frame) break;
      next = applyEvent(next, frame, roomId);
      waiting.delete(seq);
      // An own removal: what follows it is of a later stay, and waits for the list that has the room again.
      if (headOf(next, roomId) === undefined) break;
    }
    if (waiting.size === 0) this.forget(roomId);
    return next;
  }

  /** As drain, for all rooms: a snapshot may have closed their gaps, and told whose address it is under which some wait. */
  drainAll(state: ChatState): ChatState {
    for (const [key, frames] of this.#waiting) {
      const roomId = roomKeyOf(state, key);
      if (roomId === key) continue;
      this.forget(key);
      this.put(roomId, [...frames.values()]);
    }
    return this.waiting().reduce((next, roomId) => this.drain(next, roomId), state);
  }

  /** Rooms in which events wait for earlier ones. */
  waiting(): readonly RoomId[] {
    return [...this.#waiting.keys()];
  }

  isWaiting(roomId: RoomId): boolean {
    return this.#waiting.has(roomId);
  }

  /** More wait than is worth waiting for: the room is to be reloaded. */
  isOverfull(roomId: RoomId): boolean {
    return (this.#waiting.get(roomId)?.size ?? 0) > GAP_BUFFER_MAX;
  }

  forget(roomId: RoomId): void {
    this.#waiting.delete(roomId);
  }

  forgetAll(): void {
    this.#waiting.clear();
  }
}

function stateSeqIn(frame: DurableFrame): number {
  return copyIn(frame)?.stateSeq ?? 0;
}
