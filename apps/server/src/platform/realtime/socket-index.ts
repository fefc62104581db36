import type { SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import type { Actor } from "../actor.ts";
import type { AppError } from "../app-error.ts";
import { ENDED_SESSIONS_MAX, ENDED_SESSIONS_MS } from "./bounds.ts";
import type { SocketSession } from "./handler.ts";
import type { HubSocket } from "./room.ts";
import type { PersonChanges, Preview, Scope } from "./sweep-access.ts";

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

/** Mostly one of each: a set of one takes four times as much memory as a list. */
type Sockets = readonly EndableSocket[];
const none: Sockets = [];

function addTo<K>(index: Map<K, Sockets>, key: K, socket: EndableSocket): boolean {
  const known = index.get(key);
  index.set(key, [...without(known, socket), socket]);
  return known === undefined;
}

function removeFrom<K>(index: Map<K, Sockets>, key: K, socket: EndableSocket): boolean {
  const known = index.get(key);
  const others = without(known, socket);
  if (others.length > 0) index.set(key, others);
  else index.delete(key);
  return known !== undefined && others.length === 0;
}

function without(sockets: Sockets = none, socket: EndableSocket): Sockets {
  return sockets.filter((each) => each !== socket);
}

/** The sockets of this process by id, session and person; a person is found only once the socket is authenticated. */
export class SocketIndex {
  readonly #byId = new Map<string, EndableSocket>();
  readonly #bySession = new Map<SessionId, Sockets>();
  readonly #byUser = new Map<UserId, Sockets>();
  /** How many sockets each workspace has here. */
  readonly #workspaces = new Map<WorkspaceId, number>();
  readonly #ended = new Map<SessionId, number>();

  /** From the upgrade on: a session that ends now must find its sockets that are still on their way in. */
  open(socket: EndableSocket): void {
    this.#byId.set(socket.id, socket);
    addTo(this.#bySession, socket.actor.sessionId, socket);
    this.#count(socket.actor.workspaceId, 1);
  }

  /** True for the first socket of the person. */
  admit(socket: EndableSocket): boolean {
    return addTo(this.#byUser, socket.actor.userId, socket);
  }

  /** True when the person has no socket left. */
  remove(socket: EndableSocket): boolean {
    if (this.#byId.delete(socket.id)) this.#count(socket.actor.workspaceId, -1);
    removeFrom(this.#bySession, socket.actor.sessionId, socket);
    return removeFrom(this.#byUser, socket.actor.userId, socket);
  }

  #count(id: WorkspaceId, change: 1 | -1): void {
    const count = (this.#workspaces.get(id) ?? 0) + change;
    if (count > 0) this.#workspaces.set(id, count);
    else this.#workspaces.delete(id);
  }

  /** Those that have sockets here. */
  workspaces(): readonly WorkspaceId[] {
    return [...this.#workspaces.keys()];
  }

  /** The sockets of these people in these workspaces, and what changed for each. */
  socketsOf(
    changes: ReadonlyMap<WorkspaceId, PersonChanges["people"]>,
  ): ReadonlyMap<EndableSocket, Scope> {
    const sockets = new Map<EndableSocket, Scope>();
    if (changes.size === 0) return sockets;
    for (const socket of this.#byId.values()) {
      const people = changes.get(socket.actor.workspaceId);
      const scope = people === "everybody" ? "everything" : people?.get(socket.actor.userId);
      if (scope) sockets.set(socket, scope);
    }
    return sockets;
  }

  /** What the person hears in the workspace without being in it. */
  previewsOf(userId: UserId, workspaceId: WorkspaceId | undefined): Preview[] {
    const sockets = this.ofUser(userId).filter(({ actor }) => actor.workspaceId === workspaceId);
    return sockets.flatMap((socket) =>
      [...socket.rooms]
        .filter(({ members }) => members.get(socket)?.isPreview)
        .map(({ id: roomId }) => ({ userId, roomId })),
    );
  }

  inWorkspace(id: WorkspaceId): readonly EndableSocket[] {
    return [...this.socketsOf(new Map([[id, "everybody"]])).keys()];
  }

  /** The authenticated sockets of a workspace. */
  admittedIn(id: WorkspaceId): readonly EndableSocket[] {
    return this.inWorkspace(id).filter((socket) =>
      this.ofUser(socket.actor.userId).includes(socket),
    );
  }

  find(id: string): EndableSocket | undefined {
    return this.#byId.get(id);
  }

  ofUser(userId: UserId): readonly EndableSocket[] {
    return this.#byUser.get(userId) ?? none;
  }

  ofSession(sessionId: SessionId): readonly EndableSocket[] {
    return this.#bySession.get(sessionId) ?? none;
  }

  /** Remembered for a moment, because an upgrade may have checked the session just before. */
  rememberEnd(sessionId: SessionId, now: number): void {
    const [oldest] = this.#ended.keys();
    if (this.#ended.size >= ENDED_SESSIONS_MAX && oldest !== undefined) this.#ended.delete(oldest);
    this.#ended.set(sessionId, now);
  }

  hasEnded(sessionId: SessionId): boolean {
    return this.#ended.has(sessionId);
  }

  forgetEnds(now: number): void {
    for (const [sessionId, at] of this.#ended) {
      if (now - at < ENDED_SESSIONS_MS) return;
      this.#ended.delete(sessionId);
    }
  }
}
