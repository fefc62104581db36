import type { Actor } from "../actor.ts";
import type { AppError } from "../app-error.ts";
import type { SocketSession } from "./handler.ts";
import type { HubSocket } from "./room.ts";
import type { Scope } from "./sweep-access.ts";

/** A socket as the server gives it to the hub. */
export interface EndableSocket extends HubSocket, SocketSession {
  actor: Actor;
  /** Queues what is for all sockets of its person; while it is brought its rooms, behind them. */
  sendPersonal(frame: Buffer): void;
  /**
   * Brings what was missed behind what brings the socket its rooms; not at all where that is still to come, and reads everything
   * itself. Where one before is still to begin, that one brings both.
   */
  catchUp(scope: Scope, resync: (scope: Scope) => Promise<void>): void;
  /** Tells the refusal and closes. */
  end(error: AppError, code: number): void;
}
