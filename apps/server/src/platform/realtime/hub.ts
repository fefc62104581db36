import {
  closeCodes,
  type EventName,
  type RoomEventEntry,
  type RoomId,
  type ServerFrame,
  type SessionId,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import { tracepoint } from "../points.ts";
import { SWEEP_MS, WAITING_BYTES_MAX } from "./bounds.ts";
import {
  encodeHint,
  roomSubject,
  SESSIONS_SUBJECT,
  userSubject,
  type Hint,
  type HintMeta,
  type PersonMeta,
} from "./bus-payload.ts";
import { BusInterest } from "./bus-interest.ts";
import type { Bus } from "./bus.ts";
import { EncodedEvent } from "./encoded-event.ts";
import {
  encodeFrame,
  isSuperseding,
  toEntry,
  toLogEntry,
  toTextFrame,
  withRequestId,
} from "./frames.ts";
import { GapFiller, type ReadLog } from "./gap-filler.ts";
import type { EndableSocket } from "./endable-socket.ts";
import type { SocketSession } from "./handler.ts";
import { catchUp, type LateJoinerDeps } from "./late-joiner.ts";
import type { Live, Origin, PersonChange, RoomEvent, RoomFrom } from "./live.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { Room, type Entry, type HubSocket, type Member } from "./room.ts";
import { SocketIndex } from "./socket-index.ts";
import type { SocketWriter, WriterContext } from "./socket-writer.ts";
import { AccessSweep, listPreviews, type AccessReads, type Preview } from "./sweep-access.ts";
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
  readonly sweepMs?: number;
  readonly waitingBytesMax?: number;
}

/** Where a hint or an event of this process comes from makes no difference to who may hear it. */
type Newcomer = Pick<RoomEvent, "roomId" | "audience"> & { readonly seq?: number | undefined };

interface RecentEvents {
  readonly headSeq: number;
  readonly events: readonly RoomEventEntry[];
}

interface Addressee {
  readonly userId: UserId;
  readonly workspaceId?: string | undefined;
}

/**
 * Brings events to the sockets of this process and tells the other processes. What it does for a message does not grow
 * with the room but for one queue entry a socket, and the number of writes does not grow with the number of messages.
 */
export class Hub implements Live {
  /** What every writer of this process shares. */
  readonly writers: WriterContext;
  readonly #deps: HubDeps;
  readonly #turn: Turn;
  readonly #rooms = new Map<RoomId, Room>();
  readonly #sockets = new SocketIndex<EndableSocket>();
  readonly #interest: BusInterest;
  readonly #gaps: GapFiller;
  readonly #late: LateJoinerDeps;
  readonly #access: AccessSweep<EndableSocket>;
  readonly #sweep: Sweep;

  constructor(deps: HubDeps) {
    const { metrics, bus, log, readLog, readHeads } = deps;
    this.#deps = deps;
    this.#turn = new Turn(metrics);
    const lagging = new Set<SocketWriter>();
    const waitingMax = deps.waitingBytesMax ?? WAITING_BYTES_MAX;
    const waiting = { bytes: 0 };
    this.writers = {
      turn: this.#turn,
      metrics,
      lagging,
      waiting,
      waitingMax,
      now: () => this.#deps.clock.steadyMs(),
    };
    const apply = (room: Room, entry: Entry) => this.#apply(room, entry);
    this.#gaps = new GapFiller({ readLog, metrics, log, apply, encode: toEntry });
    const leave = (room: Room, socket: HubSocket) => this.#leave(room, socket);
    const giveUp = ({ id }: HubSocket) =>
      this.#sockets.find(id)?.end(new AppError("DB_UNAVAILABLE"), closeCodes.tryLater);
    this.#late = { readLog, encode: toEntry, log, leave, giveUp };
    this.#access = new AccessSweep<EndableSocket>(deps.access, {
      workspaces: () => this.#sockets.workspaces(),
      socketsOf: (changes) => this.#sockets.socketsOf(changes),
      previewsIn: (workspaces) => listPreviews(this.#rooms.values(), workspaces),
      end: (socket, why) => this.#endLost(socket, why),
      endPreviews: (previews) => this.#endPreviews(previews),
    });
    this.#sweep = new Sweep({
      readHeads,
      access: this.#access,
      rooms: this.#rooms,
      want: (room, seq) => this.#gaps.want(room, seq),
      bus,
      log,
      intervalMs: deps.sweepMs ?? SWEEP_MS,
    });
    this.#interest = new BusInterest(bus, metrics, (hint) => this.#hear(hint));
    this.#interest.begin(SESSIONS_SUBJECT);
  }

  publish<N extends EventName>(
    event: RoomEvent<N>,
    options: { readonly origin?: Origin; readonly exceptUsers?: readonly UserId[] } = {},
  ): void {
    const encoded = new EncodedEvent(event);
    const room = this.#rooms.get(event.roomId) ?? this.#openForNewcomer(event);
    const { seq, audience } = event;
    if (seq === undefined) {
      room?.appendLiveOnly({ frame: encoded.frame, exceptUsers: options.exceptUsers ?? [] });
    } else {
      const own = this.#acknowledge(encoded, room, options.origin);
      const supersedes = isSuperseding(event);
      if (room) this.#deliver(room, { seq, frame: encoded.frame, audience, supersedes, own });
    }
    tracepoint("afterAck");
    this.#tellEvent(event, encoded, options.exceptUsers);
  }

  /** The sender's own copy: in its place among the room's events, or at once when its socket does not hear the room. */
  #acknowledge(encoded: EncodedEvent, room: Room | undefined, origin?: Origin): Entry["own"] {
    const socket = origin && this.#sockets.find(origin.socketId);
    if (!socket) return undefined;
    const frame = toTextFrame(withRequestId(encoded.text, origin.requestId));
    if (room?.members.has(socket)) return { socket, frame };
    socket.writer.push(frame);
    return undefined;
  }

  #tellEvent(event: RoomEvent, encoded: EncodedEvent, exceptUsers?: readonly UserId[]): void {
    const { roomId, seq, audience } = event;
    const toPayload = (): Uint8Array => {
      const meta: HintMeta = {
        kind: "event",
        roomId,
        ...(seq !== undefined && { seq }),
        ...(audience && { audience }),
        ...(exceptUsers && { exceptUsers }),
        ...(isSuperseding(event) && { supersedes: true }),
      };
      const hint = encodeHint(meta, encoded.frame);
      const isCarried = seq === undefined || hint.length <= this.#deps.bus.payloadMax;
      // Where to look is enough: the others read the log.
      return isCarried ? hint : encodeHint(meta);
    };
    this.#deps.bus.publish(roomSubject(roomId), toPayload);
    // A process where only the newcomer has a socket does not listen to the room yet.
    if (audience?.change === "add") {
      this.#deps.bus.publish(userSubject(audience.userId), toPayload);
    }
  }

  subscribe(
    session: SocketSession,
    { roomId, headSeq }: { readonly roomId: RoomId; readonly headSeq: number },
    as: "participant" | "preview",
  ): void {
    const socket = this.#sockets.find(session.id);
    if (!socket) return;
    const room = this.#rooms.get(roomId) ?? this.#open(roomId, headSeq);
    const known = room.members.get(socket);
    const wasPreview = known?.isPreview ?? false;
    const member = known ?? this.#join(room, socket, headSeq, as === "preview");
    // Who asks from further on than this node has heard may have left the room meanwhile.
    if (known) {
      room.setPreview(known, as === "preview" && (wasPreview || headSeq > room.head));
      known.checkedAtSeq = Math.max(known.checkedAtSeq, headSeq);
    }
    if (member.isPreview && !wasPreview)
      this.#access.notePreview({ userId: socket.actor.userId, roomId });
    this.#gaps.want(room, headSeq);
  }

  unsubscribe(session: SocketSession, roomId: RoomId): void {
    const socket = this.#sockets.find(session.id);
    const room = this.#rooms.get(roomId);
    if (socket && room?.members.has(socket)) this.#leave(room, socket);
  }

  isHeardBy(roomId: RoomId, socketId: string): boolean {
    const socket = this.#sockets.find(socketId);
    return socket !== undefined && (this.#rooms.get(roomId)?.members.has(socket) ?? false);
  }

  /** Here, and by a hint in the other processes. */
  #tellPerson(meta: PersonMeta): void {
    this.#hear({ meta, frame: Buffer.alloc(0) });
    this.#deps.bus.publish(userSubject(meta.userId), () => encodeHint(meta));
  }

  subscribeUser(userId: UserId, workspaceId: string, room: RoomFrom): void {
    this.#tellPerson({ kind: "subscribe", userId, workspaceId, ...room });
  }

  #subscribeHere(userId: UserId, workspaceId: string, room: RoomFrom): void {
    for (const socket of this.#sockets.ofUser(userId))
      if (socket.actor.workspaceId === workspaceId) this.subscribe(socket, room, "participant");
  }

  unsubscribeUser(userId: UserId, roomId: RoomId): void {
    this.#tellPerson({ kind: "unsubscribe", userId, roomId });
  }

  /**
   * The last events of a room after a seq, as replays carry them, when all of them are still at hand: a room that somebody
   * here hears is kept for a moment.
   */
  listRecent(roomId: RoomId, afterSeq: number): RecentEvents | undefined {
    const room = this.#rooms.get(roomId);
    const entries = room?.listRecent(afterSeq);
    if (!room || !entries) return undefined;
    return { headSeq: room.head, events: entries.map(({ frame }) => toLogEntry(frame)) };
  }

  sendToUser(userId: UserId, workspaceId: string, frame: ServerFrame): void {
    this.#tellUser({ userId, workspaceId }, frame);
  }

  sendToPerson(userId: UserId, frame: ServerFrame): void {
    this.#tellUser({ userId }, frame);
  }

  #tellUser(addressee: { userId: UserId; workspaceId?: string }, frame: ServerFrame): void {
    let encoded: Buffer | undefined;
    const toBytes = (): Buffer => (encoded ??= encodeFrame(frame));
    this.#pushToUser(addressee, toBytes);
    this.#deps.bus.publish(userSubject(addressee.userId), () =>
      encodeHint({ kind: "user", ...addressee }, toBytes()),
    );
  }

  refreshActor(userId: UserId, lost?: { readonly previewsIn: WorkspaceId }): void {
    this.#tellPerson({ kind: "refresh", userId, ...lost });
  }

  refreshWorkspace(workspaceId: WorkspaceId): void {
    this.#lookAgain(this.#sockets.inWorkspace(workspaceId));
    this.#deps.bus.publish(SESSIONS_SUBJECT, () => encodeHint({ kind: "workspace", workspaceId }));
  }

  #lookAgain(sockets: readonly EndableSocket[]): void {
    this.#access.refresh(sockets).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, "Some sockets are looked at by the next sweep");
    });
  }

  endSessions(sessionIds: readonly SessionId[], reason: string): void {
    this.#endHere(sessionIds, reason);
    this.#deps.bus.publish(SESSIONS_SUBJECT, () =>
      encodeHint({ kind: "sessions", ids: sessionIds, reason }),
    );
  }

  /** Takes a socket whose upgrade was accepted; it can be ended from now on. False: its session has just ended. */
  open(socket: EndableSocket): boolean {
    if (this.#sockets.hasEnded(socket.actor.sessionId)) return false;
    this.#sockets.open(socket);
    this.#access.noteSocket(socket);
    return true;
  }

  /** The socket is authenticated: it gets what is for its person. */
  admit(socket: EndableSocket): void {
    if (this.#sockets.admit(socket)) this.#interest.begin(userSubject(socket.actor.userId));
  }

  /** The socket is gone. */
  remove(socket: EndableSocket): void {
    for (const room of socket.rooms) this.#leave(room, socket);
    if (this.#sockets.remove(socket)) this.#interest.end(userSubject(socket.actor.userId));
  }

  /** Looks after slow sockets and quiet rooms; called about once a second. */
  tick(): void {
    const now = this.#deps.clock.steadyMs();
    for (const writer of this.writers.lagging) writer.checkProgress();
    for (const room of this.#rooms.values()) room.forgetRecent(now);
    this.#sockets.forgetEnds(now);
  }

  /** Stops reading and listening; the bus itself is its owner's to close. */
  close(): void {
    this.#sweep.stop();
    for (const room of this.#rooms.values()) this.#gaps.forget(room);
    this.#interest.endAll();
  }

  #apply(room: Room, entry: Entry): void {
    const { audience } = entry;
    if (audience?.change === "add") this.#addPerson(room, audience, entry.seq);
    room.append(entry, this.#deps.clock.steadyMs());
    if (audience?.change === "remove") this.#removePerson(room, audience.userId, entry.seq);
    if (audience?.change === "end previews")
      for (const socket of room.listPreviews(entry.seq)) this.#leave(room, socket);
  }

  /** The socket hears the room from this place on, and gets what has passed since. */
  #join(room: Room, socket: HubSocket, after: number, isPreview: boolean): Member {
    const member = room.add(socket, after, isPreview);
    if (after < room.head) void catchUp(this.#late, room, member);
    return member;
  }

  #deliver(room: Room, entry: Entry): void {
    this.#addLate(room, entry);
    this.#gaps.deliver(room, entry);
  }

  /** Somebody who subscribed further on has opened the room here before this event came; its newcomer joins all the same. */
  #addLate(room: Room, { audience, seq }: Pick<Entry, "audience" | "seq">): void {
    if (audience?.change === "add" && seq <= room.head) this.#addPerson(room, audience, seq);
  }

  /** Like #removePerson it leaves alone who subscribed after the event: how they stand in the room was known by then. */
  #addPerson(room: Room, audience: PersonChange, seq: number): void {
    const workspaceId = audience.workspaceId ?? room.workspaceId;
    for (const socket of this.#sockets.ofUser(audience.userId)) {
      if (socket.actor.workspaceId !== workspaceId) continue;
      const known = room.members.get(socket);
      if (!known) this.#join(room, socket, seq - 1, false);
      else if (known.checkedAtSeq < seq) room.setPreview(known, false);
    }
  }

  /** A socket that subscribed after the removal knows of it, and looks at the room from outside. */
  #removePerson(room: Room, userId: UserId, seq = Number.POSITIVE_INFINITY): void {
    for (const socket of this.#sockets.ofUser(userId)) {
      const member = room.members.get(socket);
      if (member && member.checkedAtSeq < seq) this.#leave(room, socket);
    }
  }

  #unsubscribeHere(userId: UserId, roomId: RoomId): void {
    const room = this.#rooms.get(roomId);
    if (room) this.#removePerson(room, userId);
  }

  #leave(room: Room, socket: HubSocket): void {
    room.remove(socket);
    if (room.members.size > 0 || !room.isOpen) return;
    room.isOpen = false;
    this.#rooms.delete(room.id);
    this.#gaps.forget(room);
    this.#interest.end(roomSubject(room.id));
  }

  #open(roomId: RoomId, head: number): Room {
    const room = new Room(roomId, head, this.#turn, this.#deps.metrics);
    this.#rooms.set(roomId, room);
    this.#interest.begin(roomSubject(roomId));
    this.#sweep.noteOpened(room);
    return room;
  }

  /** Somebody with a socket here enters a room that nobody here has heard so far. */
  #openForNewcomer({ roomId, audience, seq }: Newcomer): Room | undefined {
    if (audience?.change !== "add" || seq === undefined) return undefined;
    const isHere = this.#sockets
      .ofUser(audience.userId)
      .some((socket) => socket.actor.workspaceId === audience.workspaceId);
    return isHere ? this.#open(roomId, seq - 1) : undefined;
  }

  #hear({ meta, frame }: Hint): void {
    switch (meta.kind) {
      case "event":
        this.#hearEvent(meta, frame);
        break;
      case "user":
        this.#pushToUser(meta, () => frame);
        break;
      case "refresh":
        this.#endPreviews(this.#sockets.previewsOf(meta.userId, meta.previewsIn));
        this.#lookAgain(this.#sockets.ofUser(meta.userId));
        break;
      case "workspace":
        this.#lookAgain(this.#sockets.inWorkspace(meta.workspaceId));
        break;
      case "subscribe":
        this.#subscribeHere(meta.userId, meta.workspaceId, meta);
        break;
      case "unsubscribe":
        this.#unsubscribeHere(meta.userId, meta.roomId);
        break;
      case "sessions":
        this.#endHere(meta.ids, meta.reason);
        break;
    }
  }

  #hearEvent(meta: Extract<Hint["meta"], { kind: "event" }>, frame: Buffer): void {
    const { roomId, seq, audience, exceptUsers = [], supersedes = false } = meta;
    const room = this.#rooms.get(roomId) ?? this.#openForNewcomer(meta);
    if (!room) return;
    if (seq === undefined) room.appendLiveOnly({ frame, exceptUsers });
    else if (frame.length > 0) {
      this.#deliver(room, { seq, frame, audience, supersedes, own: undefined });
    } else {
      this.#addLate(room, { seq, audience });
      this.#gaps.want(room, seq);
    }
  }

  #endPreviews(previews: readonly Preview[]): void {
    for (const { userId, roomId } of previews) {
      const room = this.#rooms.get(roomId);
      // Somebody may have become a participant while the database was asked.
      for (const socket of this.#sockets.ofUser(userId))
        if (room?.members.get(socket)?.isPreview) this.#leave(room, socket);
    }
  }

  #pushToUser({ userId, workspaceId }: Addressee, toBytes: () => Buffer): void {
    for (const socket of this.#sockets.ofUser(userId)) {
      if (workspaceId === undefined || socket.actor.workspaceId === workspaceId)
        socket.sendPersonal(toBytes());
    }
  }

  /** What ended a session holds for all its sockets, also those on their way in. */
  #endLost(socket: EndableSocket, why: AppError): void {
    const { reason } = why.details;
    if (why.code === "SESSION_ENDED") this.#endHere([socket.actor.sessionId], String(reason));
    else if (why.code === "WORKSPACE_CHANGED") socket.end(why, closeCodes.otherWorkspace);
    else socket.end(why, closeCodes.notAllowed);
  }

  #endHere(sessionIds: readonly SessionId[], reason: string): void {
    for (const sessionId of sessionIds) {
      this.#sockets.rememberEnd(sessionId, this.#deps.clock.steadyMs());
      for (const socket of this.#sockets.ofSession(sessionId)) {
        socket.end(new AppError("SESSION_ENDED", { reason }), closeCodes.sessionEnded);
      }
    }
  }
}
