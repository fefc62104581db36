import type {
  EventName,
  RoomId,
  ServerFrame,
  SessionId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import type { Logger } from "pino";
import type { Clock } from "../clock/clock.ts";
import { Audience } from "./audience.ts";
import { SWEEP_MS, WAITING_BYTES_MAX } from "./bounds.ts";
import {
  encodeHint,
  SESSIONS_SUBJECT,
  userSubject,
  type Hint,
  type PersonMeta,
  type UserMeta,
} from "./bus-payload.ts";
import type { Bus } from "./bus.ts";
import { Delivery, type PublishOptions } from "./delivery.ts";
import { encodeFrame } from "./frames.ts";
import type { ReadLog } from "./gap-filler.ts";
import type { SocketSession } from "./handler.ts";
import type { Live, RoomEvent, RoomFrom } from "./live.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { Sessions } from "./sessions.ts";
import type { EndableSocket } from "./socket-index.ts";
import type { WriterContext } from "./socket-writer.ts";
import type { AccessReads } from "./sweep-access.ts";
import { Sweep, type ReadHeads } from "./sweep.ts";
import { Turn } from "./turn.ts";

export interface HubDeps {
  readonly bus: Bus;
  readonly readLog: ReadLog;
  readonly readHeads: ReadHeads;
  readonly access: AccessReads<EndableSocket>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: RealtimeMetrics;
  /** The log of a room goes on, by an event of this process. */
  readonly onPublished?: ((roomId: RoomId) => void) | undefined;
  readonly sweepMs?: number;
  readonly waitingBytesMax?: number;
}

type Addressee = Omit<UserMeta, "kind">;

/**
 * The live channel as features have it: joins who hears what (Audience), what they hear (Delivery), who may go on (Sessions)
 * and the sweep that looks after all three; and brings frames to people, here and by the other processes.
 */
export class Hub implements Live {
  /** What every writer of this process shares. */
  readonly writers: WriterContext;
  readonly #deps: HubDeps;
  readonly #audience: Audience;
  readonly #delivery: Delivery;
  readonly #sessions: Sessions;
  readonly #sweep: Sweep;

  constructor(deps: HubDeps) {
    const { metrics, clock } = deps;
    this.#deps = deps;
    const turn = new Turn(metrics);
    this.writers = {
      turn,
      metrics,
      lagging: new Set(),
      waiting: { bytes: 0 },
      waitingMax: deps.waitingBytesMax ?? WAITING_BYTES_MAX,
      now: () => clock.steadyMs(),
    };
    const audience = new Audience({
      ...deps,
      turn,
      onHint: (hint) => this.#hear(hint),
      onRoomOpened: (room) => this.#sweep.noteOpened(room),
      onRoomClosed: (room) => this.#delivery.forget(room),
      onPreview: (preview) => this.#sessions.sweep.notePreview(preview),
    });
    this.#audience = audience;
    this.#delivery = new Delivery({ ...deps, audience });
    this.#sessions = new Sessions({ ...deps, audience });
    this.#sweep = new Sweep({
      ...deps,
      access: this.#sessions.sweep,
      rooms: audience.rooms,
      want: (room, seq) => this.#delivery.want(room, seq),
      intervalMs: deps.sweepMs ?? SWEEP_MS,
    });
    audience.listen(SESSIONS_SUBJECT);
  }

  publish<N extends EventName>(event: RoomEvent<N>, options: PublishOptions = {}): void {
    this.#delivery.publish(event, options);
    if (event.seq !== undefined) this.#deps.onPublished?.(event.roomId);
  }

  /** See Delivery.listRecent. */
  listRecent(roomId: RoomId, afterSeq: number): ReturnType<Delivery["listRecent"]> {
    return this.#delivery.listRecent(roomId, afterSeq);
  }

  subscribe({ id }: SocketSession, from: RoomFrom, as: "participant" | "preview"): void {
    const socket = this.#audience.sockets.find(id);
    const room = socket && this.#audience.subscribe(socket, from, as);
    if (room) this.#delivery.want(room, from.headSeq);
  }

  countLeaves(): number {
    return this.#audience.countLeaves();
  }

  unsubscribe({ id }: SocketSession, roomId: RoomId): void {
    this.#audience.unsubscribe(id, roomId);
  }

  isHeardBy(roomId: RoomId, socketId: string): boolean {
    return this.#audience.isHeardBy(roomId, socketId);
  }

  subscribeUser(userId: UserId, workspaceId: string, room: RoomFrom): void {
    this.#tellPerson({ kind: "subscribe", userId, workspaceId, ...room });
  }

  unsubscribeUser(userId: UserId, roomId: RoomId): void {
    this.#tellPerson({ kind: "unsubscribe", userId, roomId });
  }

  refreshActor(userId: UserId, lost?: { readonly previewsIn: WorkspaceId }): void {
    this.#tellPerson({ kind: "refresh", userId, ...lost });
  }

  /** Here, and by a hint in the other processes. */
  #tellPerson(meta: PersonMeta): void {
    this.#hear({ meta, frame: Buffer.alloc(0) });
    this.#deps.bus.publish(userSubject(meta.userId), () => encodeHint(meta));
  }

  sendToUser(userId: UserId, workspaceId: string, frame: ServerFrame): void {
    this.#send({ userId, workspaceId }, frame);
  }

  sendToPerson(userId: UserId, frame: ServerFrame): void {
    this.#send({ userId }, frame);
  }

  sendToWorkspace(workspaceId: WorkspaceId, frame: ServerFrame): void {
    const bytes = encodeFrame(frame);
    this.#sendIn(workspaceId, bytes);
    this.#deps.bus.publish(SESSIONS_SUBJECT, () =>
      encodeHint({ kind: "everybody", workspaceId }, bytes),
    );
  }

  #sendIn(workspaceId: WorkspaceId, bytes: Buffer): void {
    for (const socket of this.#audience.sockets.admittedIn(workspaceId)) socket.sendPersonal(bytes);
  }

  #send(to: Addressee, frame: ServerFrame): void {
    let encoded: Buffer | undefined;
    const toBytes = (): Buffer => (encoded ??= encodeFrame(frame));
    this.#sendHere(to, toBytes);
    this.#deps.bus.publish(userSubject(to.userId), () =>
      encodeHint({ kind: "user", ...to }, toBytes()),
    );
  }

  #sendHere({ userId, workspaceId }: Addressee, toBytes: () => Buffer): void {
    for (const socket of this.#audience.sockets.ofUser(userId)) {
      if (workspaceId === undefined || socket.actor.workspaceId === workspaceId)
        socket.sendPersonal(toBytes());
    }
  }

  refreshWorkspace(workspaceId: WorkspaceId): void {
    this.#sessions.refresh(this.#audience.sockets.inWorkspace(workspaceId));
    this.#deps.bus.publish(SESSIONS_SUBJECT, () => encodeHint({ kind: "workspace", workspaceId }));
  }

  endSessions(sessionIds: readonly SessionId[], reason: string): void {
    this.#sessions.end(sessionIds, reason);
    this.#deps.bus.publish(SESSIONS_SUBJECT, () =>
      encodeHint({ kind: "sessions", ids: sessionIds, reason }),
    );
  }

  #hear({ meta, frame }: Hint): void {
    const { sockets } = this.#audience;
    switch (meta.kind) {
      case "event":
        this.#delivery.hear(meta, frame);
        break;
      case "user":
        this.#sendHere(meta, () => frame);
        break;
      case "everybody":
        this.#sendIn(meta.workspaceId, frame);
        break;
      case "refresh":
        this.#audience.endPreviews(sockets.previewsOf(meta.userId, meta.previewsIn));
        this.#sessions.refresh(sockets.ofUser(meta.userId));
        break;
      case "workspace":
        this.#sessions.refresh(sockets.inWorkspace(meta.workspaceId));
        break;
      case "subscribe":
        for (const socket of sockets.ofUser(meta.userId))
          if (socket.actor.workspaceId === meta.workspaceId)
            this.subscribe(socket, meta, "participant");
        break;
      case "unsubscribe":
        this.#audience.unsubscribePerson(meta.userId, meta.roomId);
        break;
      case "sessions":
        this.#sessions.end(meta.ids, meta.reason);
        break;
    }
  }

  /** Takes a socket whose upgrade was accepted; it can be ended from now on. False: its session has just ended. */
  open(socket: EndableSocket): boolean {
    return this.#sessions.open(socket);
  }

  /** The socket is authenticated: it gets what is for its person. */
  admit(socket: EndableSocket): void {
    this.#audience.admit(socket);
  }

  /** The socket is gone. */
  remove(socket: EndableSocket): void {
    this.#audience.remove(socket);
  }

  /** Looks after slow sockets and quiet rooms; called about once a second. */
  tick(): void {
    const now = this.#deps.clock.steadyMs();
    for (const writer of this.writers.lagging) writer.checkProgress();
    for (const room of this.#audience.rooms.values()) room.forgetRecent(now);
    this.#audience.sockets.forgetEnds(now);
  }

  /** Stops reading and listening; the bus itself is its owner's to close. */
  close(): void {
    this.#sweep.stop();
    for (const room of this.#audience.rooms.values()) this.#delivery.forget(room);
    this.#audience.close();
  }
}
