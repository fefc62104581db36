import * as z from "zod/mini";
import { workspaceId } from "./ids.ts";
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
  /** Also from a session that is bound to one room (rules-identity 24). */
  readonly openToGuests?: boolean;
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

/** The workspace that the sender means: when it is not that of the socket, nothing is done (WORKSPACE_CHANGED). */
const meant = { workspaceId: z.optional(workspaceId) };

/** Declares one frame that a client may send; it may name the workspace that it means. */
export function command<const C extends CommandShape & { readonly frame: z.ZodMiniObject }>(
  shape: C,
) {
  return { ...shape, frame: z.extend<C["frame"], typeof meant>(shape.frame, meant) };
}

/** Declares a frame that names no workspace: it is about the connection, or never answered. */
export function plainCommand<const C extends CommandShape>(shape: C): C {
  return shape;
}
