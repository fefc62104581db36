import { closeCodes, type SessionId } from "@colbin/protocol";
import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import type { Audience } from "./audience.ts";
import type { EndableSocket } from "./socket-index.ts";
import { AccessSweep, listPreviews, type AccessReads } from "./sweep-access.ts";

export interface SessionsDeps {
  readonly audience: Audience;
  readonly access: AccessReads<EndableSocket>;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly log: Logger;
}

/** Whose sockets may go on: closes those of ended sessions, and looks again at those whose people have changed. */
export class Sessions {
  /** Looks after all sockets of this process. */
  readonly sweep: AccessSweep<EndableSocket>;
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    const { access, audience } = deps;
    this.sweep = new AccessSweep<EndableSocket>(access, {
      workspaces: () => audience.sockets.workspaces(),
      socketsOf: (changes) => audience.sockets.socketsOf(changes),
      previewsIn: (workspaces) => listPreviews(audience.rooms.values(), workspaces),
      end: (socket, why) => this.#endLost(socket, why),
      endPreviews: (previews) => audience.endPreviews(previews),
    });
  }

  /** Takes a socket whose upgrade was accepted; it can be ended from now on. False: its session has just ended. */
  open(socket: EndableSocket): boolean {
    const { sockets } = this.#deps.audience;
    if (sockets.hasEnded(socket.actor.sessionId)) return false;
    sockets.open(socket);
    this.sweep.noteSocket(socket);
    return true;
  }

  /** Closes the sockets of these sessions on this process, also those on their way in. */
  end(ids: readonly SessionId[], reason: string): void {
    const { clock, audience } = this.#deps;
    for (const id of ids) {
      audience.sockets.rememberEnd(id, clock.steadyMs());
      for (const socket of audience.sockets.ofSession(id)) {
        socket.end(new AppError("SESSION_ENDED", { reason }), closeCodes.sessionEnded);
      }
    }
  }

  /** Reads again who is behind these sockets; never rejects, and what cannot be read is read by the next sweep. */
  refresh(sockets: readonly EndableSocket[]): void {
    this.sweep.refresh(sockets).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, "Some sockets are looked at by the next sweep");
    });
  }

  /** What ended a session holds for all its sockets. */
  #endLost(socket: EndableSocket, why: AppError): void {
    const { reason } = why.details;
    if (why.code === "SESSION_ENDED") this.end([socket.actor.sessionId], String(reason));
    else if (why.code === "WORKSPACE_CHANGED") socket.end(why, closeCodes.otherWorkspace);
    else socket.end(why, closeCodes.notAllowed);
  }
}
