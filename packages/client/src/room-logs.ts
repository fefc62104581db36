import { GAP_BUFFER_MAX, type RoomEventFrame } from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import { applyCopy, applyEvent, copyIn, headOf } from "./state.ts";

export type DurableFrame = Extract<RoomEventFrame, { readonly seq: number }>;

/**
 * Events on their way into the state: each is applied once and in order of seq; one that comes too early waits for the
 * ones before it (wire.md, Delivery 4).
 */
export class RoomLogs {
  readonly #waiting = new Map<string, Map<number, DurableFrame>>();

  put(slug: string, frames: readonly DurableFrame[]): void {
    const waiting = this.#waiting.get(slug) ?? new Map<number, DurableFrame>();
    for (const frame of frames) {
      const known = waiting.get(frame.seq);
      // Live and in replays the same event comes with another copy of its message, or without.
      if (!known || stateSeqIn(frame) >= stateSeqIn(known)) waiting.set(frame.seq, frame);
    }
    this.#waiting.set(slug, waiting);
  }

  /**
   * The state with everything of the room that follows its head without a gap. Of an event that it contains already
   * the copy of the message counts: in a replay it may be newer than that head, and the changes that follow come without.
   */
  drain(state: ChatState, slug: string): ChatState {
    const waiting = this.#waiting.get(slug);
    const head = headOf(state, slug);
    // The room is not known yet: its first events may overtake the list, which may have been read before them.
    if (!waiting || head === undefined) return state;
    let next = state;
    for (const [seq, frame] of waiting) {
      if (seq > head) continue;
      next = applyCopy(next, frame);
      waiting.delete(seq);
    }
    for (let seq = head + 1; ; seq += 1) {
      const frame = waiting.get(seq);
      if (!frame) break;
      next = applyEvent(next, frame);
      waiting.delete(seq);
      // An own removal: what follows it is of a later stay, and waits for the list that has the room again.
      if (headOf(next, slug) === undefined) break;
    }
    if (waiting.size === 0) this.forget(slug);
    return next;
  }

  /** As drain, for all rooms: a snapshot may have closed their gaps. */
  drainAll(state: ChatState): ChatState {
    return [...this.#waiting.keys()].reduce((next, slug) => this.drain(next, slug), state);
  }

  /** Rooms in which events wait for earlier ones. */
  waiting(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  isWaiting(slug: string): boolean {
    return this.#waiting.has(slug);
  }

  /** More wait than is worth waiting for: the room is to be reloaded. */
  isOverfull(slug: string): boolean {
    return (this.#waiting.get(slug)?.size ?? 0) > GAP_BUFFER_MAX;
  }

  forget(slug: string): void {
    this.#waiting.delete(slug);
  }

  forgetAll(): void {
    this.#waiting.clear();
  }
}

function stateSeqIn(frame: DurableFrame): number {
  return copyIn(frame)?.stateSeq ?? 0;
}
