import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import {
  closeCodes,
  SOCKET_AUTH_TIMEOUT_MS,
  SOCKET_SILENCE_MS,
  SUBSCRIPTIONS_LANE,
  type CommandType,
  type ServerFrame,
} from "@colbin/protocol";
import type { Logger } from "pino";
import { AccessLost, type Actor } from "../actor.ts";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import type { Person } from "../limits/people.ts";
import type { OnRefused } from "../refusal-report.ts";
import { COMMANDS_IN_FLIGHT_MAX, REPLY_BUFFER_BYTES } from "./bounds.ts";
import { toCloseFrame } from "./control-frames.ts";
import { encodeFrame, toErrorFrame } from "./frames.ts";
import type { ByteCount } from "./growing-bytes.ts";
import type { SocketSession } from "./handler.ts";
import { Lanes } from "./lanes.ts";
import type { Room } from "./room.ts";
import { joinScopes, type Scope } from "./sweep-access.ts";
import type { EndableSocket } from "./socket-index.ts";
import { SocketWriter, type WriterContext } from "./socket-writer.ts";
import { noSlot, type WheelItem } from "./timer-wheel.ts";
import { Wire, type WireOwner } from "./wire.ts";

/** `opened`: the first frame is awaited; `entering`: it is being answered; `ready`: commands run; `closing`: nothing more. */
export type Phase = "opened" | "entering" | "ready" | "closing";

/** What every connection of a process shares, so that none needs functions of its own. */
export interface ConnectionContext {
  readonly writers: WriterContext;
  readonly log: Logger;
  /** For what runs out at a moment of the day; how long something lasts is told by the steady time of the writers. */
  readonly clock: Pick<Clock, "now">;
  /** What clients have sent and nobody could answer yet. */
  readonly inbound: ByteCount;
  readonly inboundMax: number;
  receive(connection: Connection, data: Buffer, isBinary: boolean): void;
  receiveControl(connection: Connection): void;
  /** Hears of what its people were not allowed. */
  readonly onRefused?: OnRefused | undefined;
  /** The good-bye was said: the wheel looks once more. */
  closing(connection: Connection): void;
  /** Called once, when the connection is gone. */
  gone(connection: Connection, code: number): void;
}

export interface ConnectionDeps {
  readonly net: Socket;
  readonly context: ConnectionContext;
  readonly actor: Actor;
  readonly connectionId: string;
  /** Network address of the client. */
  readonly address: string;
  readonly person: Person;
}

/** Going away, in the words of RFC 6455: for a client that fell silent. */
const GOING_AWAY = 1001;
const MINUTE_MS = 60_000;

/** One socket: its person, its phase, its limits. What its frames mean is the dispatcher's. */
export class Connection implements SocketSession, EndableSocket, WheelItem, WireOwner {
  readonly id = randomUUID();
  readonly connectionId: string;
  readonly person: Person;
  readonly writer: SocketWriter;
  readonly rooms = new Set<Room>();
  readonly openedAt: number;
  actor: Actor;
  phase: Phase = "opened";
  slot = noSlot;
  heardAt: number;
  /** Frames that came while the first one was being answered. */
  held: Buffer[] = [];
  /** Others need not wait while a replay waits for its own slow client. */
  onWaiting: (() => void) | undefined;
  /** Counts the socket out of those that are not authenticated; at most once. */
  leaveGate: (() => void) | undefined;
  /** The code that we closed with; what the client answers does not matter then. */
  closedWith: number | undefined;
  #lanes: Lanes | undefined;
  /** For the person, while the socket is brought its rooms. */
  #personal: Buffer[] | undefined;
  #personalBytes = 0;
  /** Scope of the catch-up that is still to begin. */
  #missed: Scope | undefined;
  #inFlight = 0;
  #isReading = true;
  #minute = { startedAt: 0, bad: 0, limited: 0 };
  #log: Logger | undefined;
  readonly #context: ConnectionContext;
  readonly #address: string;
  readonly #wire: Wire;

  constructor({ net, context, actor, connectionId, address, person }: ConnectionDeps) {
    this.#context = context;
    this.#address = address;
    this.actor = actor;
    this.connectionId = connectionId;
    this.person = person;
    this.openedAt = context.writers.now();
    this.heardAt = this.openedAt;
    this.writer = new SocketWriter(net, context.writers, this);
    this.#wire = new Wire(net, this, context.inbound);
  }

  /** Reads what came with the upgrade. */
  begin(head: Buffer): void {
    if (head.length > 0) this.#wire.read(head);
  }

  /** Made when first used: most sockets never log. */
  get log(): Logger {
    return (this.#log ??= this.#context.log.child({
      socketId: this.id,
      userId: this.actor.userId,
    }));
  }

  send(frame: ServerFrame): void {
    this.sendEncoded(encodeFrame(frame));
  }

  /** A list of somebody with many rooms is larger than what live frames may pile up. */
  sendEncoded(frame: Buffer): void {
    this.writer.pushReply(frame);
  }

  sendPersonal(frame: Buffer): void {
    if (!this.#personal) {
      this.sendEncoded(frame);
      return;
    }
    if (this.phase === "closing") return;
    this.#personal.push(frame);
    this.#personalBytes += frame.length;
    if (this.#personalBytes > REPLY_BUFFER_BYTES) this.tooSlow();
  }

  /**
   * Runs what brings the socket its rooms. What comes for the person meanwhile waits, and so do changes of what it hears: their
   * lists may have been read before those rooms, and carry a later number.
   */
  async enter(bringRooms: () => Promise<void>): Promise<void> {
    const waiting: Buffer[] = [];
    this.#personal = waiting;
    await this.run(SUBSCRIPTIONS_LANE, async () => {
      await bringRooms();
      this.#personal = undefined;
      for (const frame of waiting) this.sendEncoded(frame);
    });
  }

  catchUp(scope: Scope, resync: (scope: Scope) => Promise<void>): void {
    if (this.phase !== "ready") return;
    const isWaiting = this.#missed !== undefined;
    this.#missed = joinScopes(this.#missed, scope);
    if (isWaiting) return;
    void this.run(SUBSCRIPTIONS_LANE, () => {
      const missed = this.#missed ?? scope;
      this.#missed = undefined;
      return resync(missed);
    });
  }

  sendDroppable(frame: Buffer): boolean {
    return this.writer.pushDroppable(frame, "presence");
  }

  get isGone(): boolean {
    return this.phase === "closing";
  }

  drained(): Promise<void> {
    const isDrained = this.writer.drained();
    if (this.writer.isCongested) this.onWaiting?.();
    return isDrained;
  }

  close(code: number, reason: string): void {
    if (this.phase === "closing") return;
    this.closedWith = code;
    this.#sayGoodBye(toCloseFrame(code, reason));
    // The client's good-bye must be heard, also when its frames were too many to be read.
    this.writer.setReading(true);
  }

  #sayGoodBye(goodBye: Buffer | undefined): void {
    this.phase = "closing";
    this.#forgetHeld();
    this.writer.close(goodBye);
    this.#context.closing(this);
  }

  tooSlow(): void {
    this.close(closeCodes.tooSlow, "Too slow");
  }

  receive(data: Buffer, isBinary: boolean): void {
    this.#context.receive(this, data, isBinary);
  }

  receiveControl(): void {
    this.#context.receiveControl(this);
  }

  reply(frame: Buffer): void {
    this.writer.push(frame);
  }

  finish(goodBye: Buffer | undefined): void {
    if (this.phase !== "closing") this.#sayGoodBye(goodBye);
  }

  gone(code: number): void {
    this.#context.gone(this, this.closedWith ?? code);
  }

  holding(): void {
    if (this.#context.inbound.bytes <= this.#context.inboundMax) return;
    this.tooSlow();
    // Not after a good-bye that may never come: what is held is needed now.
    this.writer.terminate();
  }

  /** Keeps a frame until the first one is answered. */
  hold(data: Buffer): void {
    // A copy: a small frame must not keep the whole piece that the network brought it in.
    this.held.push(Buffer.from(data));
    this.#context.inbound.bytes += data.length;
    this.holding();
  }

  takeHeld(): readonly Buffer[] {
    const held = this.held;
    this.#forgetHeld();
    return held;
  }

  #forgetHeld(): void {
    for (const data of this.held) this.#context.inbound.bytes -= data.length;
    this.held = [];
  }

  /** Answers a frame with a refusal; the connection stays. */
  refuse(error: AppError, requestId?: string): void {
    this.send(toErrorFrame(error, requestId));
  }

  /** Tells that the person was not allowed a frame. */
  reportRefused(error: AppError, asked: CommandType): void {
    const who = error instanceof AccessLost ? error.who : this.actor;
    this.#context.onRefused?.({ code: error.code, asked, who, address: this.#address });
  }

  end(error: AppError, code: number): void {
    if (this.phase === "closing") return;
    this.refuse(error);
    this.close(code, error.code);
  }

  /** Runs a command so that it never waits for others but those of its lane; many at once stop the reading. */
  async run(lane: string | undefined, task: () => Promise<void>): Promise<void> {
    this.#inFlight += 1;
    this.#setReading(this.#inFlight < COMMANDS_IN_FLIGHT_MAX);
    await (lane === undefined ? task() : (this.#lanes ??= new Lanes()).run(lane, task));
    this.#inFlight -= 1;
    // Most sockets are idle.
    if (this.#inFlight === 0) this.#lanes = undefined;
    this.#setReading(this.#inFlight < COMMANDS_IN_FLIGHT_MAX);
  }

  #setReading(isReading: boolean): void {
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    this.writer.setReading(isReading);
  }

  /** Counts one more of its kind; answers how many there were in this minute. */
  countRefusal(kind: "bad" | "limited"): number {
    const now = this.#context.writers.now();
    if (now - this.#minute.startedAt >= MINUTE_MS) {
      this.#minute = { startedAt: now, bad: 0, limited: 0 };
    }
    this.#minute[kind] += 1;
    return this.#minute[kind];
  }

  /** Called by the wheel: silence, a first frame that never came, a proof that ran out, a good-bye without an answer. */
  onDue(now: number): number | undefined {
    if (this.phase === "closing") {
      this.writer.terminate();
      return undefined;
    }
    const silentAt = this.heardAt + SOCKET_SILENCE_MS;
    const firstFrameAt =
      this.phase === "opened" ? this.openedAt + SOCKET_AUTH_TIMEOUT_MS : Number.POSITIVE_INFINITY;
    const expiresAt = now + this.actor.expiresAt.getTime() - this.#context.clock.now().getTime();
    if (now >= firstFrameAt) {
      this.end(new AppError("NOT_AUTHENTICATED"), closeCodes.sessionEnded);
    } else if (now >= expiresAt) {
      this.end(new AppError("TOKEN_EXPIRED"), closeCodes.sessionEnded);
    } else if (now >= silentAt) this.close(GOING_AWAY, "Silent");
    else return Math.min(silentAt, firstFrameAt, expiresAt);
    return undefined;
  }

  /** The connection is gone: nothing is queued for it any more. */
  dispose(): void {
    this.phase = "closing";
    this.#forgetHeld();
    this.writer.dispose();
  }
}
