import type * as z from "zod/mini";

export interface CommandShape {
  readonly type: string;
  readonly summary: string;
  /** Schema of the whole frame, `type` included; strict, so that an unknown field is refused. */
  readonly frame: z.core.$ZodType;
  /** Does the frame count against the person's sends rather than only against the frames? */
  readonly isSend?: boolean;
  readonly errors: readonly string[];
}

export type CommandFrame<C extends CommandShape> = z.output<C["frame"]>;
export type CommandCall<C extends CommandShape> = z.input<C["frame"]>;

/** Declares one frame that a client may send. */
export function command<const C extends CommandShape>(shape: C): C {
  return shape;
}
