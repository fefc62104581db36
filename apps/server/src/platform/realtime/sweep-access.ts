import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import type { Logger } from "pino";
import type { Actor } from "../actor.ts";
import { AppError } from "../app-error.ts";
import { RESUMES_AT_ONCE, SWEEP_SESSIONS } from "./bounds.ts";
import { Lanes } from "./lanes.ts";
import type { Room } from "./room.ts";

/** Somebody who is in a room. */
export interface Place {
  readonly userId: UserId;
  readonly roomId: RoomId;
}

/** Somebody who hears a room without being in it. */
export interface Preview {
  readonly userId: UserId;
  readonly roomId: RoomId;
}

/** The sockets that hear one of these rooms without being in it, in workspaces of interest; its participants are not looked at. */
export function listPreviews(
  rooms: Iterable<Pick<Room, "id" | "previews">>,
  workspaces: ReadonlySet<WorkspaceId>,
): Preview[] {
  if (workspaces.size === 0) return [];
  const previews: Preview[] = [];
  for (const room of rooms) {
    for (const { socket } of room.previews) {
      const { userId, workspaceId } = socket.actor;
      if (workspaces.has(workspaceId)) previews.push({ userId, roomId: room.id });
    }
  }
  return previews;
}

/** What may have changed for somebody: their places in these rooms, or anything. */
export type Scope = ReadonlySet<RoomId> | "everything";

/** Both together. */
export function joinScopes(one: Scope | undefined, other: Scope): Scope {
  if (one === "everything" || other === "everything") return "everything";
  return one ? one.union(other) : other;
}

/** Who has changed in a workspace, as far as the log of changes reaches. */
export interface PersonChanges {
  readonly rev: number;
  readonly people: ReadonlyMap<UserId, Scope> | "everybody";
  /** Rooms in which something changed for all participants. */
  readonly rooms: ReadonlySet<RoomId>;
}

/** What the database says about people, asked for many at once and by primary key. */
export interface AccessReads<S> {
  /**
   * What changed in each workspace after the rev known of it: the end of a session, a block, a role, being let in. It is
   * counted in the transaction of the change, so whoever reads it sees the change as well. Those of the last seconds where none is known.
   */
  readChanges(
    known: ReadonlyMap<WorkspaceId, number | undefined>,
  ): Promise<ReadonlyMap<WorkspaceId, PersonChanges>>;
  /** Who somebody is now, or why they may not go on. */
  again(actor: Actor): Promise<Actor | AppError>;
  /** Which of these people are in which of these rooms. */
  listPlaces(roomIds: readonly RoomId[], userIds: readonly UserId[]): Promise<readonly Place[]>;
  /** Those of these previews that may not be read any more. */
  listLostPreviews(previews: readonly Preview[]): Promise<readonly Preview[]>;
  /** Brings a socket what it may have missed: it hears all rooms of its person, or these, and is told what they are in their list. */
  resync(socket: S, scope: Scope): Promise<void>;
}

interface Subject {
  actor: Actor;
  readonly isGone: boolean;
  readonly log: Logger;
  catchUp(scope: Scope, resync: (scope: Scope) => Promise<void>): void;
}

/** The sockets of this process, as far as their access is concerned. */
export interface AccessSubjects<S> {
  workspaces(): readonly WorkspaceId[];
  socketsOf(changes: ReadonlyMap<WorkspaceId, PersonChanges["people"]>): ReadonlyMap<S, Scope>;
  previewsIn(workspaces: ReadonlySet<WorkspaceId>): readonly Preview[];
  end(socket: S, why: AppError): void;
  endPreviews(previews: readonly Preview[]): void;
}

/**
 * Takes access away, and brings what was missed, where no hint told: a process that was killed between commit and publish, a
 * bus that was down. In quiet times it reads one number a workspace. What came in since the last look is looked at once more,
 * because its own check may have been just before the change.
 */
export class AccessSweep<S extends Subject> {
  readonly #reads: AccessReads<S>;
  readonly #subjects: AccessSubjects<S>;
  /** Also of workspaces whose sockets are gone: they may come back all at once. */
  readonly #known = new Map<WorkspaceId, number>();
  #newSockets = new Set<S>();
  #newPreviews: Preview[] = [];
  /** Could not be brought up to date: the next run does it. */
  readonly #behind = new Map<S, Scope>();
  readonly #reading = new Lanes();
  #lastLane = 0;

  constructor(reads: AccessReads<S>, subjects: AccessSubjects<S>) {
    this.#reads = reads;
    this.#subjects = subjects;
  }

  noteSocket(socket: S): void {
    this.#newSockets.add(socket);
  }

  notePreview(preview: Preview): void {
    this.#newPreviews.push(preview);
  }

  /** Rejects when the database does not answer; the next run then looks at the same again. */
  async run(): Promise<void> {
    const workspaces = this.#subjects.workspaces();
    if (workspaces.length === 0) return;
    // Before the sockets are looked at: a change in between is one that the next run sees.
    const changes = await this.#reads.readChanges(
      new Map(workspaces.map((id) => [id, this.#known.get(id)])),
    );
    const changed = [...changes].filter(([id, { rev }]) => rev !== this.#known.get(id));
    const affected = await this.#listAffected(changed);
    await this.#checkNew();
    await this.#refresh([...affected]);
    await this.#refresh([...this.#behind]);
    await this.#checkPreviews(new Set(changed.map(([id]) => id)));
    for (const [id, { rev }] of changes) this.#known.set(id, rev);
  }

  /** The sockets that a change concerns, each with its scope. */
  async #listAffected(
    changed: readonly (readonly [WorkspaceId, PersonChanges])[],
  ): Promise<ReadonlyMap<S, Scope>> {
    const people = new Map(changed.map(([id, each]) => [id, each.people]));
    const affected = new Map(this.#subjects.socketsOf(people));
    for (const [id, { rooms }] of changed) {
      if (rooms.size === 0) continue;
      const here = [...this.#subjects.socketsOf(new Map([[id, "everybody"]])).keys()];
      for (let start = 0; start < here.length; start += SWEEP_SESSIONS) {
        const part = here.slice(start, start + SWEEP_SESSIONS);
        const userIds = part.map(({ actor }) => actor.userId);
        const places = await this.#reads.listPlaces([...rooms], userIds);
        const own = Map.groupBy(places, ({ userId }) => userId);
        for (const socket of part) {
          const scope = new Set(own.get(socket.actor.userId)?.map(({ roomId }) => roomId));
          if (scope.size > 0) affected.set(socket, joinScopes(affected.get(socket), scope));
        }
      }
    }
    return affected;
  }

  /**
   * Looks again at these sockets, and begins to bring those that may stay what they may have missed. That is not waited for: it
   * stands behind what a client has still to take, and nobody else may wait for that.
   */
  refresh(sockets: readonly S[]): Promise<void> {
    return this.#refresh(sockets.map((socket) => [socket, "everything"]));
  }

  async #refresh(sockets: readonly (readonly [S, Scope])[]): Promise<void> {
    await this.#check(sockets.map(([socket]) => socket));
    for (const [socket, now] of sockets) {
      const scope = joinScopes(this.#behind.get(socket), now);
      this.#behind.delete(socket);
      if (!socket.isGone) socket.catchUp(scope, (missed) => this.#resync(socket, missed));
    }
  }

  /** Never rejects. */
  #resync(socket: S, scope: Scope): Promise<void> {
    this.#lastLane = (this.#lastLane + 1) % RESUMES_AT_ONCE;
    return this.#reading.run(String(this.#lastLane), async () => {
      try {
        if (!socket.isGone) await this.#reads.resync(socket, scope);
      } catch (error) {
        this.#behind.set(socket, joinScopes(this.#behind.get(socket), scope));
        socket.log.warn({ err: error }, "A socket is brought up to date by the next sweep");
      }
    });
  }

  async #checkNew(): Promise<void> {
    const fresh = this.#newSockets;
    // A socket that opens from now on is looked at by the next run.
    this.#newSockets = new Set();
    try {
      await this.#check([...fresh]);
    } catch (error) {
      for (const socket of fresh) this.#newSockets.add(socket);
      throw error;
    }
  }

  async #check(sockets: readonly S[]): Promise<void> {
    for (let start = 0; start < sockets.length; start += SWEEP_SESSIONS) {
      const part = sockets.slice(start, start + SWEEP_SESSIONS).filter((each) => !each.isGone);
      const found = await Promise.all(part.map(({ actor }) => this.#reads.again(actor)));
      for (const [place, socket] of part.entries()) {
        const now = found[place];
        if (now instanceof AppError) this.#subjects.end(socket, now);
        // A proof that was renewed meanwhile lives longer.
        else if (now) socket.actor = { ...now, expiresAt: socket.actor.expiresAt };
      }
    }
  }

  async #checkPreviews(changed: ReadonlySet<WorkspaceId>): Promise<void> {
    const fresh = this.#newPreviews.length;
    const previews = [...this.#newPreviews, ...this.#subjects.previewsIn(changed)];
    for (let start = 0; start < previews.length; start += SWEEP_SESSIONS) {
      const part = previews.slice(start, start + SWEEP_SESSIONS);
      this.#subjects.endPreviews(await this.#reads.listLostPreviews(part));
    }
    this.#newPreviews.splice(0, fresh);
  }
}
