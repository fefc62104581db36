import { closeCodes, isRetryable, type CommandOf } from "@colbin/protocol";
import type { Actor, Authenticator } from "../actor.ts";
import { AppError } from "../app-error.ts";
import type { Admission } from "./admission.ts";
import type { Connection } from "./connection.ts";
import type { SessionHooks } from "./handler.ts";
import type { Hub } from "./hub.ts";
import { refuseFailed } from "./refusal.ts";

type AuthFrame = CommandOf<"CLIENT_MULTI_ROOM_AUTH">;

export interface AuthenticationDeps {
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly hub: Pick<Hub, "admit">;
  readonly hooks: SessionHooks;
  /** Names the log of this database. */
  readonly logEpoch: string;
  /** Names the web app that this server has, if it has one. */
  readonly webBuild?: string | undefined;
  /** The socket no longer counts as unauthenticated. */
  readonly onEntered: (connection: Connection) => void;
  /** Takes what the client sent in the meantime. */
  readonly resume: (connection: Connection) => void;
}

/** Tells a ticket from an access token. */
export const TICKET_PREFIX = "wst_";

/** Who shows this token: a ticket is used up, an access token is checked. */
export function prove(authenticator: Authenticator, token: string): Promise<Actor> {
  return token.startsWith(TICKET_PREFIX)
    ? authenticator.byTicket(token)
    : authenticator.byAccessToken(token);
}

/** Answers CLIENT_MULTI_ROOM_AUTH: the first lets the socket in, later ones renew its proof. */
export class Authentication {
  readonly #deps: AuthenticationDeps;

  constructor(deps: AuthenticationDeps) {
    this.#deps = deps;
  }

  /** Never rejects. */
  async answer(connection: Connection, frame: AuthFrame): Promise<void> {
    if (connection.phase !== "opened") {
      // Renewals of one socket stand in a row, so that an older answer never replaces a newer one.
      await connection.run("authentication", () => this.#renew(connection, frame));
      return;
    }
    connection.phase = "entering";
    if (!(await this.#checkToken(connection, frame)) || isClosing(connection)) {
      // A database that is down is no proof of anything: the client comes again.
      connection.close(closeCodes.tryLater, "Try again");
      return;
    }
    await this.#deps.admission.run(
      (leave) => this.#enter(connection, frame, leave),
      () => isClosing(connection),
    );
  }

  async #enter(connection: Connection, frame: AuthFrame, leave: () => void): Promise<void> {
    connection.phase = "ready";
    connection.onWaiting = leave;
    this.#deps.hub.admit(connection);
    this.#deps.onEntered(connection);
    this.#sendSuccess(connection, frame.requestId);
    const entered = connection.enter(() => this.#bringRooms(connection, frame));
    this.#deps.resume(connection);
    await entered;
  }

  async #bringRooms(connection: Connection, frame: AuthFrame): Promise<void> {
    try {
      const { resume } = frame;
      const { workspaceId } = connection.actor;
      const isHere = resume?.workspaceId === undefined || resume.workspaceId === workspaceId;
      await this.#deps.hooks.onAuthenticated(connection, isHere ? resume : undefined);
    } catch (error) {
      const refusal = refuseFailed(connection, error, frame.type, frame.requestId);
      // Without its rooms the socket is of no use; a refusal that is final is the client's to act on.
      if (isRetryable(refusal.code) || refusal.code === "UNKNOWN_ERROR") {
        connection.close(closeCodes.tryLater, refusal.code);
      }
    }
  }

  async #renew(connection: Connection, frame: AuthFrame): Promise<void> {
    if (isClosing(connection)) return;
    if (await this.#checkToken(connection, frame)) {
      this.#sendSuccess(connection, frame.requestId);
    }
  }

  /** True when the socket has a proof that holds; a wrong one closes it, a check that failed does not. */
  async #checkToken(
    connection: Connection,
    { type, token, requestId }: AuthFrame,
  ): Promise<boolean> {
    if (token === undefined) return true;
    try {
      const actor = await prove(this.#deps.authenticator, token);
      const isHere = actor.workspaceId === connection.actor.workspaceId;
      // Another workspace is another set of rooms: that takes a new socket (rules-identity 77).
      if (isSameSession(actor, connection.actor) && isHere) {
        connection.actor = actor;
        return true;
      }
      if (isSameSession(actor, connection.actor)) {
        const { workspaceId } = actor;
        connection.refuse(new AppError("WORKSPACE_CHANGED", { workspaceId }), requestId);
        connection.close(closeCodes.otherWorkspace, "WORKSPACE_CHANGED");
        return false;
      }
      connection.refuse(new AppError("NOT_AUTHENTICATED"), requestId);
      connection.close(closeCodes.sessionEnded, "NOT_AUTHENTICATED");
    } catch (error) {
      const refusal = refuseFailed(connection, error, type, requestId);
      const { code, status } = refusal;
      if (code === "WORKSPACE_ACCESS_LOST") connection.close(closeCodes.notAllowed, code);
      else if (status === 401 || status === 403) connection.close(closeCodes.sessionEnded, code);
    }
    return false;
  }

  #sendSuccess(connection: Connection, requestId: string | undefined): void {
    const { userId, workspaceId, expiresAt } = connection.actor;
    const { logEpoch, webBuild } = this.#deps;
    connection.send({
      type: "SERVER_MULTI_ROOM_AUTH_SUCCESS",
      userId,
      connectionId: connection.connectionId,
      workspaceId,
      logEpoch,
      ...(webBuild !== undefined && { webBuild }),
      expires: expiresAt.toISOString(),
      ...(requestId !== undefined && { requestId }),
    });
  }
}

function isSameSession(one: Actor, other: Actor): boolean {
  return one.userId === other.userId && one.sessionId === other.sessionId;
}

/** Asked after each wait: the phase changes while this function's caller sleeps. */
function isClosing(connection: Connection): boolean {
  return connection.phase === "closing";
}
