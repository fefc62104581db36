import type * as z from "zod/mini";
import type { PersonLimit } from "./person-limits.ts";

/** The lane of whatever changes which rooms a socket hears. */
export const SUBSCRIPTIONS_LANE = "subscriptions";

export interface CommandShape {
  readonly type: string;
  readonly summary: string;
  /** Schema of the whole frame, `type` included; strict, so that an unknown field is refused. */
  readonly frame: z.core.$ZodType;
  /** What the frame counts against beside the frames of its person. */
  readonly limit?: PersonLimit;
  /**
   * Frames of one lane are run one after the other, in the order in which a socket sent them; `per` names the field whose value
   * has a lane of its own. Without a lane a frame runs beside all others.
   */
  readonly lane?: { readonly name: string; readonly per?: string };
  /** Never answered: a frame that comes too fast is dropped without a word. */
  readonly isSilent?: boolean;
  readonly errors: readonly string[];
}

export type CommandFrame<C extends CommandShape> = z.output<C["frame"]>;
export type CommandCall<C extends CommandShape> = z.input<C["frame"]>;

/** Declares one frame that a client may send. */
export function command<const C extends CommandShape>(shape: C): C {
  return shape;
}
