import type { ErrorCode } from "@colbin/protocol";
import type { Actor } from "./actor.ts";

/** Somebody saw a thing and was not allowed what they asked: status 403 (errors.md 1.4). */
export interface RefusalReport {
  readonly code: ErrorCode;
  /** Name of the operation, type of the frame, or the live channel itself. */
  readonly asked: string;
  /** Absent where nobody is known. */
  readonly who: Pick<Actor, "userId" | "sessionId" | "workspaceId"> | undefined;
  /** Network address. */
  readonly address: string | undefined;
  /** What stands in the path as the id of an organization. */
  readonly orgId?: string | undefined;
}

/** Hears of every refusal that leaves through a door; it neither throws nor makes the answer wait. */
export type OnRefused = (report: RefusalReport) => void;
