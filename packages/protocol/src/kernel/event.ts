import type * as z from "zod/mini";

export interface EventShape {
  readonly name: string;
  /** Durable events take a seq in the room's log and can be replayed; the others are only ever live. */
  readonly durable: boolean;
  readonly summary: string;
  readonly data: z.ZodMiniObject;
  /**
   * The event changes or deletes a message that earlier events carry: encoded copies of those are not replayed any more
   * (architecture.md, Data).
   */
  readonly supersedes?: boolean;
}

export type EventPayload<E extends EventShape> = z.output<E["data"]>;

/** Declares one kind of room event: the name on the wire and the data beside it. */
export function event<const E extends EventShape>(shape: E): E {
  return shape;
}

export interface FrameShape {
  readonly type: string;
  readonly summary: string;
  readonly frame: z.core.$ZodType;
}

/** Declares one frame that the server sends. */
export function frame<const F extends FrameShape>(shape: F): F {
  return shape;
}
