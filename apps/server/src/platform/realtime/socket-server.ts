import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { closeCodes } from "@colbin/protocol";
import type { Logger } from "pino";
import { AccessLost, type Actor, type Authenticator } from "../actor.ts";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import type { OnRefused } from "../refusal-report.ts";
import type { Origins } from "../http/origins.ts";
import { People, type Person, type PersonLimitSettings } from "../limits/people.ts";
import { Admission } from "./admission.ts";
import { Authentication } from "./authentication.ts";
import { CLOSE_GRACE_MS, INBOUND_BYTES_MAX, SOCKET_LIMIT_RETRY_MS } from "./bounds.ts";
import { Connection, type ConnectionContext } from "./connection.ts";
import { toCloseFrame } from "./control-frames.ts";
import { Dispatcher } from "./dispatcher.ts";
import { drainSockets, toNotice } from "./drain.ts";
import { encodeFrame, toErrorFrame } from "./frames.ts";
import { answerHandshake } from "./handshake.ts";
import type { CommandHandlers, SessionHooks } from "./handler.ts";
import type { Hub } from "./hub.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { refuseUpgrade } from "./refusal.ts";
import type { WriterContext } from "./socket-writer.ts";
import { noSlot, TimerWheel } from "./timer-wheel.ts";
import { UpgradeGate, type Channel, type GateSettings, type Request } from "./upgrade-gate.ts";

/** What of the configuration the live channel uses, by the names that it has there. */
export interface RealtimeSettings extends GateSettings, PersonLimitSettings {
  readonly resumeAuthRate: number;
}

export interface SocketServerDeps {
  readonly hub: Hub;
  readonly authenticator: Authenticator;
  /** Without its handler a command is a defect; app.ts has all of them. */
  readonly handlers: Partial<CommandHandlers>;
  readonly hooks: SessionHooks;
  readonly settings: RealtimeSettings;
  /** The sites whose pages may open a socket. */
  readonly origins: Pick<Origins, "isAllowed">;
  readonly logEpoch: string;
  /** Names the web app that this server has, if it has one. */
  readonly webBuild?: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: RealtimeMetrics;
  readonly inboundBytesMax?: number;
  /** What sends are counted against, where other doors count there too. */
  readonly people?: People;
  readonly onRefused?: OnRefused;
  readonly channels?: ReadonlyMap<string, Channel>;
  /** How often deadlines and slow sockets are looked at. */
  readonly tickMs?: number;
}

export interface SocketServer {
  /** Closes every socket as wire.md, Delivery 8 says, and lets nobody in; settles within the deadline. */
  drain(deadlineMs: number): Promise<void>;
}

const TICK_MS = 1_000;

/** Opens the live channel on an HTTP server, and returns the way to close it. Other upgrades are refused with 404. */
export function attachSockets(server: Server, deps: SocketServerDeps): SocketServer {
  const gateway = new Gateway(deps);
  server.on("upgrade", (request, socket, head) => {
    void gateway.upgrade(request, socket, head);
  });
  return gateway;
}

class Gateway implements SocketServer, ConnectionContext {
  readonly writers: WriterContext;
  readonly log: Logger;
  readonly clock: Clock;
  readonly inbound = { bytes: 0 };
  readonly inboundMax: number;
  readonly onRefused: OnRefused | undefined;
  readonly #deps: SocketServerDeps;
  readonly #gate: UpgradeGate;
  readonly #people: People;
  /** Sockets of the other channels, as many again: a page has a socket of each. */
  readonly #channelPeople: People;
  readonly #wheel: TimerWheel;
  readonly #dispatcher: Dispatcher;
  readonly #connections = new Set<Connection>();
  readonly #ticking: NodeJS.Timeout;
  #isDraining = false;

  constructor(deps: SocketServerDeps) {
    const { settings, hub, tickMs = TICK_MS } = deps;
    this.#deps = deps;
    this.writers = hub.writers;
    this.log = deps.log;
    this.clock = deps.clock;
    this.inboundMax = deps.inboundBytesMax ?? INBOUND_BYTES_MAX;
    this.onRefused = deps.onRefused;
    this.#gate = new UpgradeGate(deps);
    this.#people = deps.people ?? new People(settings);
    this.#channelPeople = new People(settings);
    this.#wheel = new TimerWheel(TICK_MS, this.#now());
    const authentication = new Authentication({
      ...deps,
      hub,
      admission: new Admission(settings.resumeAuthRate),
      onEntered: leaveGate,
      resume: (connection) => this.#dispatcher.resume(connection),
    });
    this.#dispatcher = new Dispatcher({
      ...deps,
      now: () => this.#now(),
      authenticate: (connection, frame) => authentication.answer(connection, frame),
    });
    this.#ticking = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** Judges an upgrade; never rejects. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", ignore);
    try {
      const asked = this.#gate.read(request);
      const channel = this.#deps.channels?.get(asked.path);
      if (channel) return this.#pass(channel, asked, { request, socket, head });
      const answer = answerHandshake(request);
      const leave = this.#gate.wait(asked.address);
      const actor = await this.#identify(asked).finally(() => {
        // Not before: giving up in the middle would let an address have more look-ups than sockets.
        if (socket.closed) leave();
        else socket.once("close", leave);
      });
      // Given up in the meantime; or a request with a body, which node:http gives another kind of stream.
      if (!isSocket(socket) || !socket.readable || !socket.writable) {
        socket.destroy();
        return;
      }
      socket.off("error", ignore).off("close", leave);
      socket.setTimeout(0).setNoDelay().write(answer);
      if (!actor || this.#isDraining) this.#turnAway(socket, toNotice(), leave);
      else this.#open(socket, head, { asked, actor, leave });
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError("UNKNOWN_ERROR");
      if (refusal.status === 403) this.#reportRefused(refusal, request);
      refuseUpgrade(socket, refusal);
    }
  }

  /** On to another channel, where who they are is proved later. */
  #pass(channel: Channel, asked: Request, { request, socket, head }: Upgrade): void {
    if (this.#isDraining) throw new AppError("DRAINING");
    const leave = this.#gate.wait(asked.address);
    socket.once("close", leave);
    let person: Person | undefined;
    channel.accept(request, socket, head, async (token) => {
      const actor = await this.#gate.authenticate({ ...asked, token });
      person ??= this.#enterChannel(socket, actor);
      socket.off("close", leave);
      leave();
      return actor;
    });
  }

  #enterChannel(socket: Duplex, { userId }: Actor): Person {
    const person = this.#channelPeople.enter(userId, this.#now());
    if (!person)
      throw new AppError("SOCKET_LIMIT_REACHED", { retryAfterMs: SOCKET_LIMIT_RETRY_MS });
    const leave = () => this.#channelPeople.leave(person);
    if (socket.closed) leave();
    else socket.once("close", leave);
    return person;
  }

  #reportRefused(refusal: AppError, request: IncomingMessage): void {
    const who = refusal instanceof AccessLost ? refusal.who : undefined;
    const address = this.#gate.addressOf(request);
    this.onRefused?.({ code: refusal.code, asked: "live channel", who, address });
  }

  /** While the server drains nobody is asked who they are. */
  async #identify(asked: Request): Promise<Actor | undefined> {
    return this.#isDraining ? undefined : this.#gate.authenticate(asked);
  }

  async drain(deadlineMs: number): Promise<void> {
    this.#isDraining = true;
    const commands = this.#dispatcher.drain();
    await drainSockets({ connections: this.#connections, commands, deadlineMs });
    clearInterval(this.#ticking);
  }

  receive(connection: Connection, data: Buffer, isBinary: boolean): void {
    this.#dispatcher.receive(connection, data, isBinary);
  }

  receiveControl(connection: Connection): void {
    this.#dispatcher.receiveControl(connection);
  }

  closing(connection: Connection): void {
    this.#wheel.add(connection, this.#now() + CLOSE_GRACE_MS);
  }

  gone(connection: Connection, code: number): void {
    leaveGate(connection);
    this.#deps.metrics.socketClosed(code);
    connection.dispose();
    this.#connections.delete(connection);
    this.#wheel.remove(connection);
    this.#people.leave(connection.person);
    this.#deps.hub.remove(connection);
  }

  #open(net: Socket, head: Buffer, { actor, asked, leave }: Entry): void {
    const { hub, metrics } = this.#deps;
    const person = this.#people.enter(actor.userId, this.#now());
    if (!person) {
      this.#turnAway(
        net,
        new AppError("SOCKET_LIMIT_REACHED", { retryAfterMs: SOCKET_LIMIT_RETRY_MS }),
        leave,
      );
      return;
    }
    const { connectionId, from: address } = asked;
    const connection = new Connection({ net, context: this, actor, connectionId, address, person });
    connection.leaveGate = leave;
    this.#connections.add(connection);
    metrics.socketOpened();
    this.#wheel.add(connection, connection.openedAt);
    if (hub.open(connection)) connection.begin(head);
    else connection.end(new AppError("SESSION_ENDED"), closeCodes.sessionEnded);
  }

  /** Browsers show a page no answer to an upgrade: what the client must know is told over the socket. */
  #turnAway(net: Socket, error: AppError, leave: () => void): void {
    net.on("error", ignore).once("close", leave).resume();
    net.write(encodeFrame(toErrorFrame(error)));
    net.end(toCloseFrame(closeCodes.tryLater, error.code));
    const goodBye = { slot: noSlot, onDue: () => void net.destroy() };
    net.once("close", () => this.#wheel.remove(goodBye));
    this.#wheel.add(goodBye, this.#now() + CLOSE_GRACE_MS);
  }

  #tick(): void {
    const now = this.#now();
    this.#wheel.advance(now);
    this.#people.forget(now);
    this.#channelPeople.forget(now);
    this.#deps.hub.tick();
  }

  #now(): number {
    return this.#deps.clock.steadyMs();
  }
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

interface Entry {
  readonly asked: Request;
  readonly actor: Actor;
  readonly leave: () => void;
}

function isSocket(stream: Duplex): stream is Socket {
  return "setNoDelay" in stream;
}

/** The socket does not count as unauthenticated any more. */
function leaveGate(connection: Connection): void {
  connection.leaveGate?.();
  connection.leaveGate = undefined;
}

function ignore(): void {
  // A connection that breaks here is gone, and there is nobody to tell.
}
