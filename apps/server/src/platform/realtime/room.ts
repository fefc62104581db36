import type { RoomId, UserId } from "@colbin/protocol";
import type { Actor } from "../actor.ts";
import {
  LIVE_ONLY_MAX,
  RECENT_BYTES_MAX,
  RECENT_EVENTS_MAX,
  RECENT_MS,
  TURN_BYTES,
} from "./bounds.ts";
import type { AudienceChange } from "./live.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { SocketWriter } from "./socket-writer.ts";
import type { Turn } from "./turn.ts";

/*
 * A room as this process sees it: the local sockets that hear it, and the events of this turn. Socket by socket the work
 * is one queue entry however many events a turn has: they are joined once, and everybody gets the same bytes. Only the
 * sender of an event, who gets a copy of their own, and sockets that came in the middle get a selection of pieces.
 */

/** A socket as the hub needs it. */
export interface HubSocket {
  readonly id: string;
  readonly actor: Actor;
  readonly writer: SocketWriter;
  /** The rooms that it hears. */
  readonly rooms: Set<Room>;
}

/** A durable event, encoded. */
export interface Entry {
  readonly seq: number;
  readonly frame: Buffer;
  readonly audience: AudienceChange | undefined;
  /** What was encoded of the room before is not replayed any more: a message in it was changed or deleted. */
  readonly supersedes: boolean;
  /** The sender's own copy. */
  readonly own: { readonly socket: HubSocket; readonly frame: Buffer } | undefined;
}

export interface LiveOnly {
  readonly frame: Buffer;
  readonly exceptUsers: readonly UserId[];
}

export interface Member {
  readonly socket: HubSocket;
  /** Changed by Room.setPreview alone. */
  isPreview: boolean;
  /** It has, or was told elsewhere, everything up to this place; later events are its to get. */
  after: number;
  /** How the person stands in the room was known up to this place: older events that tell of it are no news. */
  checkedAtSeq: number;
  /** It is given what it missed from the log; the room's batches leave it out until then. */
  isCatchingUp: boolean;
}

export class Room {
  readonly id: RoomId;
  readonly members = new Map<HubSocket, Member>();
  /** The members that look at the room from outside. */
  readonly previews = new Set<Member>();
  /** Last event of the log that was handed to the members. */
  head: number;
  isOpen = true;
  readonly #turn: Turn;
  readonly #metrics: RealtimeMetrics;
  #batch: Entry[] = [];
  #batchBytes = 0;
  #batchHasOwn = false;
  #liveOnly: LiveOnly[] = [];
  /** No member starts later than this. */
  #latestStart = 0;
  #recent: Entry[] = [];
  #recentBytes = 0;
  #recentAt = 0;

  constructor(id: RoomId, head: number, turn: Turn, metrics: RealtimeMetrics) {
    this.id = id;
    this.head = head;
    this.#turn = turn;
    this.#metrics = metrics;
  }

  /** The workspace is that of every member: nobody hears a room of another one. */
  get workspaceId(): string | undefined {
    return this.members.values().next().value?.socket.actor.workspaceId;
  }

  add(socket: HubSocket, after: number, isPreview: boolean): Member {
    this.flush();
    const member: Member = { socket, isPreview, after, checkedAtSeq: after, isCatchingUp: false };
    this.members.set(socket, member);
    this.setPreview(member, isPreview);
    socket.rooms.add(this);
    this.moveOn(member, after);
    return member;
  }

  setPreview(member: Member, isPreview: boolean): void {
    member.isPreview = isPreview;
    if (isPreview) this.previews.add(member);
    else this.previews.delete(member);
  }

  /** The member was told everything up to this place, which may be one that the room has not come to. */
  moveOn(member: Member, after: number): void {
    member.after = after;
    this.#latestStart = Math.max(this.#latestStart, after);
  }

  /** Those that look at the room from outside, and did so before this place of the log. */
  listPreviews(before: number): HubSocket[] {
    const previews = [...this.previews].filter(({ checkedAtSeq }) => checkedAtSeq < before);
    return previews.map(({ socket }) => socket);
  }

  /** What was appended before still reaches the socket. */
  remove(socket: HubSocket): void {
    this.flush();
    const member = this.members.get(socket);
    if (member) this.previews.delete(member);
    this.members.delete(socket);
    socket.rooms.delete(this);
  }

  /** Takes the next event of the log; it leaves with this turn. */
  append(entry: Entry, now: number): void {
    const goesOn = entry.seq === this.head + 1 && !entry.supersedes;
    this.head = entry.seq;
    this.#remember(entry, goesOn, now);
    this.#addToTurn();
    this.#batch.push(entry);
    this.#batchBytes += entry.frame.length;
    this.#batchHasOwn ||= entry.own !== undefined;
    if (this.#batchBytes > TURN_BYTES) this.flush();
  }

  appendLiveOnly(event: LiveOnly): void {
    if (this.#liveOnly.length >= LIVE_ONLY_MAX) {
      this.#metrics.dropped("typing");
      return;
    }
    this.#addToTurn();
    this.#liveOnly.push(event);
  }

  #addToTurn(): void {
    if (this.#batch.length === 0 && this.#liveOnly.length === 0) this.#turn.addRoom(this);
  }

  /** Hands the events of the turn to the queues of the sockets. */
  flush(): void {
    const batch = this.#batch;
    const [first] = batch;
    if (first) {
      const hasOwn = this.#batchHasOwn;
      this.#batch = [];
      this.#batchBytes = 0;
      this.#batchHasOwn = false;
      const chunk =
        batch.length === 1 ? first.frame : Buffer.concat(batch.map((entry) => entry.frame));
      if (this.#latestStart >= first.seq) this.#handSelected(batch, chunk, first.seq);
      else if (!hasOwn) this.#handAll(chunk, batch.length);
      else if (batch.length === 1) this.#handOne(first);
      else this.#handSelected(batch, chunk, first.seq);
    }
    this.#handLiveOnly();
  }

  #handAll(chunk: Buffer, frames: number): void {
    for (const { socket, isCatchingUp } of this.members.values()) {
      if (!isCatchingUp) socket.writer.push(chunk, frames);
    }
  }

  /** A message on an idle server: its sender's copy, and everybody else's. */
  #handOne({ frame, own }: Entry): void {
    for (const { socket, isCatchingUp } of this.members.values()) {
      if (socket === own?.socket) socket.writer.push(own.frame);
      else if (!isCatchingUp) socket.writer.push(frame);
    }
  }

  #handSelected(batch: readonly Entry[], chunk: Buffer, firstSeq: number): void {
    const senders = new Set(batch.map((entry) => entry.own?.socket));
    for (const member of this.members.values()) {
      const getsAll = !member.isCatchingUp && member.after < firstSeq;
      if (getsAll && !senders.has(member.socket)) member.socket.writer.push(chunk, batch.length);
      else handPieces(member, batch, chunk);
    }
  }

  #handLiveOnly(): void {
    const events = this.#liveOnly;
    if (events.length === 0) return;
    this.#liveOnly = [];
    for (const { frame, exceptUsers } of events) {
      for (const { socket, isPreview, isCatchingUp } of this.members.values()) {
        // What is still to be caught up with may say that the person was taken out.
        if (isPreview || isCatchingUp || exceptUsers.includes(socket.actor.userId)) continue;
        socket.writer.pushDroppable(frame, "typing");
      }
    }
  }

  /** The events after a place, when all of them are still at hand. */
  listRecent(after: number): readonly Entry[] | undefined {
    if (after >= this.head) return [];
    const [oldest] = this.#recent;
    if (!oldest || oldest.seq > after + 1) return undefined;
    return this.#recent.filter((entry) => entry.seq > after);
  }

  /** A quiet room keeps nothing. */
  forgetRecent(now: number): void {
    if (this.#recent.length === 0 || now - this.#recentAt < RECENT_MS) return;
    this.#recent = [];
    this.#recentBytes = 0;
  }

  #remember(entry: Entry, goesOn: boolean, now: number): void {
    if (!goesOn) {
      this.#recent = [];
      this.#recentBytes = 0;
    }
    this.#recentAt = now;
    this.#recent.push(entry);
    this.#recentBytes += entry.frame.length;
    while (this.#recent.length > RECENT_EVENTS_MAX || this.#recentBytes > RECENT_BYTES_MAX) {
      this.#recentBytes -= this.#recent.shift()?.frame.length ?? 0;
    }
  }
}

/** A sender's own copies stand in the place of everybody's; runs between them are pieces of the joined bytes. */
function handPieces(member: Member, batch: readonly Entry[], chunk: Buffer): void {
  const { writer } = member.socket;
  let start = 0;
  let offset = 0;
  let frames = 0;
  const handRun = (): void => {
    if (frames > 0) writer.push(chunk.subarray(start, offset), frames);
    frames = 0;
  };
  for (const { seq, frame, own } of batch) {
    const isOwn = own?.socket === member.socket;
    if (isOwn || member.isCatchingUp || seq <= member.after) {
      handRun();
      if (isOwn) writer.push(own.frame);
    } else {
      if (frames === 0) start = offset;
      frames += 1;
    }
    offset += frame.length;
  }
  handRun();
}
