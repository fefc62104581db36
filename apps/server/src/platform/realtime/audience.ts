import { closeCodes, type RoomId, type UserId } from "@colbin/protocol";
import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import { decodeHint, roomSubject, userSubject, type Hint } from "./bus-payload.ts";
import type { Bus } from "./bus.ts";
import type { ReadLog } from "./gap-filler.ts";
import { catchUp, type LateJoinerDeps } from "./late-joiner.ts";
import type { PersonChange, RoomEvent, RoomFrom } from "./live.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { Room, type Entry, type HubSocket, type Member } from "./room.ts";
import { SocketIndex, type EndableSocket } from "./socket-index.ts";
import type { Preview } from "./sweep-access.ts";
import type { Turn } from "./turn.ts";

export interface AudienceDeps {
  readonly bus: Pick<Bus, "subscribe">;
  readonly readLog: ReadLog;
  readonly turn: Turn;
  readonly metrics: RealtimeMetrics;
  readonly log: Logger;
  /** Takes what other processes tell. */
  readonly onHint: (hint: Hint) => void;
  /** The first socket of this process hears the room. */
  readonly onRoomOpened: (room: Room) => void;
  /** The last one has left it. */
  readonly onRoomClosed: (room: Room) => void;
  readonly onPreview: (preview: Preview) => void;
}

/** Where a hint or an event of this process comes from makes no difference to who may hear it. */
type EventPlace = Pick<RoomEvent, "roomId" | "audience"> & { readonly seq?: number | undefined };

/** How far a socket was told of a room that it has left, and which of all leaves on this process that was. */
interface Left {
  readonly told: number;
  readonly leave: number;
}

type AudienceEntry = Pick<Entry, "audience" | "seq">;

/**
 * Who hears what on this process: its sockets, the rooms that they hear, and the subjects of the bus that this takes, no
 * more of them than the sockets need.
 */
export class Audience {
  readonly sockets = new SocketIndex();
  readonly rooms: ReadonlyMap<RoomId, Room>;
  readonly #rooms = new Map<RoomId, Room>();
  readonly #deps: AudienceDeps;
  readonly #late: LateJoinerDeps;
  /** Ways to stop listening, by subject. */
  readonly #stops = new Map<string, () => void>();
  /** The rooms that a socket hears no more. */
  readonly #left = new WeakMap<HubSocket, Map<RoomId, Left>>();
  #leaves = 0;

  constructor(deps: AudienceDeps) {
    this.#deps = deps;
    this.rooms = this.#rooms;
    this.#late = {
      readLog: deps.readLog,
      log: deps.log,
      leave: (room, socket) => this.#leave(room.id, socket),
      giveUp: ({ id }) =>
        this.sockets.find(id)?.end(new AppError("DB_UNAVAILABLE"), closeCodes.tryLater),
    };
  }

  /** Hears what other processes tell under the subject. */
  listen(subject: string): void {
    this.#stops.set(subject, this.#deps.bus.subscribe(subject, this.#take));
  }

  /** One for all subjects: there is one for each person. */
  readonly #take = (payload: Uint8Array): void => {
    const hint = decodeHint(payload);
    if (hint) this.#deps.onHint(hint);
    else this.#deps.metrics.dropped("hint");
  };

  #stopListening(subject: string): void {
    this.#stops.get(subject)?.();
    this.#stops.delete(subject);
  }

  /** The socket is authenticated: it gets what is for its person. */
  admit(socket: EndableSocket): void {
    if (this.sockets.admit(socket)) this.listen(userSubject(socket.actor.userId));
  }

  /** The socket is gone. */
  remove(socket: EndableSocket): void {
    for (const room of socket.rooms) this.#takeOut(room, socket);
    if (this.sockets.remove(socket)) this.#stopListening(userSubject(socket.actor.userId));
  }

  close(): void {
    for (const subject of this.#stops.keys()) this.#stopListening(subject);
  }

  /**
   * The socket hears the room after this place; answers the room, which may not have come to it yet. Undefined where the socket has left
   * the room further on, or after that many leaves: the place was read before.
   */
  subscribe(
    socket: EndableSocket,
    { roomId, headSeq, leaves }: RoomFrom,
    as: "participant" | "preview",
  ): Room | undefined {
    if (this.#hasLeft(socket, roomId, headSeq, leaves)) return undefined;
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
      this.#deps.onPreview({ userId: socket.actor.userId, roomId });
    return room;
  }

  /** How often a socket of this process has left a room until now. */
  countLeaves(): number {
    return this.#leaves;
  }

  unsubscribe(socketId: string, roomId: RoomId): void {
    const socket = this.sockets.find(socketId);
    const room = this.#rooms.get(roomId);
    if (socket && room?.members.has(socket)) this.#leave(roomId, socket);
  }

  isHeardBy(roomId: RoomId, socketId: string): boolean {
    const socket = this.sockets.find(socketId);
    return socket !== undefined && (this.#rooms.get(roomId)?.members.has(socket) ?? false);
  }

  /** The person hears the room no more, on whatever socket of this process. */
  unsubscribePerson(userId: UserId, roomId: RoomId): void {
    for (const socket of this.sockets.ofUser(userId)) this.#leave(roomId, socket);
  }

  /** The room of an event, if anybody here hears it; also whoever enters with the event. */
  findRoomFor({ roomId, audience, seq }: EventPlace): Room | undefined {
    const known = this.#rooms.get(roomId);
    if (known || audience?.change !== "add" || seq === undefined) return known;
    const { userId, workspaceId } = audience;
    const isEntering = this.sockets
      .ofUser(userId)
      .some(
        (socket) =>
          socket.actor.workspaceId === workspaceId && !this.#hasLeft(socket, roomId, seq - 1),
      );
    return isEntering ? this.#open(roomId, seq - 1) : undefined;
  }

  /** Before an event is handed on: whoever enters with it gets it. */
  enterWith(room: Room, { audience, seq }: AudienceEntry): void {
    if (audience?.change === "add") this.#addPerson(room, audience, seq);
  }

  /** After an event was handed on: it was the last one of whoever leaves with it. */
  leaveAfter(room: Room, { audience, seq }: AudienceEntry): void {
    if (audience?.change === "remove") this.#removePerson(room, audience.userId, seq);
    if (audience?.change === "end previews")
      for (const socket of room.listPreviews(seq)) this.#leave(room.id, socket);
  }

  endPreviews(previews: readonly Preview[]): void {
    for (const { userId, roomId } of previews) {
      const room = this.#rooms.get(roomId);
      // Somebody may have become a participant while the database was asked.
      for (const socket of this.sockets.ofUser(userId))
        if (room?.members.get(socket)?.isPreview) this.#leave(roomId, socket);
    }
  }

  /** The socket hears the room from this place on, and gets what has passed since. */
  #join(room: Room, socket: HubSocket, after: number, isPreview: boolean): Member {
    const member = room.add(socket, after, isPreview);
    if (after < room.head) void catchUp(this.#late, room, member);
    return member;
  }

  /** Like #removePerson it leaves alone who subscribed after the event: how they stand in the room was known by then. */
  #addPerson(room: Room, audience: PersonChange, seq: number): void {
    const workspaceId = audience.workspaceId ?? room.workspaceId;
    for (const socket of this.sockets.ofUser(audience.userId)) {
      if (socket.actor.workspaceId !== workspaceId) continue;
      const known = room.members.get(socket);
      if (!known && !this.#hasLeft(socket, room.id, seq - 1))
        this.#join(room, socket, seq - 1, false);
      else if (known && known.checkedAtSeq < seq) room.setPreview(known, false);
    }
  }

  /** A socket that subscribed after the removal knows of it, and looks at the room from outside. */
  #removePerson(room: Room, userId: UserId, seq: number): void {
    for (const socket of this.sockets.ofUser(userId)) {
      const member = room.members.get(socket);
      if (member && member.checkedAtSeq < seq) this.#leave(room.id, socket);
    }
  }

  /** The socket goes on without the room, also if it is only about to hear it. */
  #leave(roomId: RoomId, socket: HubSocket): void {
    const lefts = this.#left.get(socket) ?? new Map<RoomId, Left>();
    const room = this.#rooms.get(roomId);
    const member = room?.members.get(socket);
    this.#leaves += 1;
    const told = room && member ? toldOf(room, member) : (lefts.get(roomId)?.told ?? 0);
    this.#left.set(socket, lefts.set(roomId, { told, leave: this.#leaves }));
    if (room) this.#takeOut(room, socket);
  }

  /**
   * Was the socket told of the room beyond this place, and then left it? It hears nothing of it a second time. Nor does it hear a room
   * that it left after so many leaves: hiding a room is no event that a place could be compared with.
   */
  #hasLeft(socket: HubSocket, roomId: RoomId, place: number, leaves = this.#leaves): boolean {
    if (this.#rooms.get(roomId)?.members.has(socket)) return false;
    const left = this.#left.get(socket)?.get(roomId);
    return left !== undefined && (place < left.told || leaves < left.leave);
  }

  #takeOut(room: Room, socket: HubSocket): void {
    room.remove(socket);
    if (room.members.size > 0 || !room.isOpen) return;
    room.isOpen = false;
    this.#rooms.delete(room.id);
    this.#deps.onRoomClosed(room);
    this.#stopListening(roomSubject(room.id));
  }

  #open(roomId: RoomId, head: number): Room {
    const room = new Room(roomId, head, this.#deps.turn, this.#deps.metrics);
    this.#rooms.set(roomId, room);
    this.listen(roomSubject(roomId));
    this.#deps.onRoomOpened(room);
    return room;
  }
}

function toldOf({ head }: Room, { isCatchingUp, after }: Member): number {
  return isCatchingUp ? after : Math.max(after, head);
}
