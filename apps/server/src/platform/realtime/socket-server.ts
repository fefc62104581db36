import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { closeCodes, FRAME_MAX_BYTES } from "@colbin/protocol";
import type { Logger } from "pino";
import { WebSocketServer, type WebSocket } from "ws";
import type { Actor, Authenticator } from "../actor.ts";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import { Admission } from "./admission.ts";
import { Authentication } from "./authentication.ts";
import { CHUNKS_MAX, CLOSE_GRACE_MS, FRAGMENTS_MAX } from "./bounds.ts";
import { Connection } from "./connection.ts";
import { Dispatcher } from "./dispatcher.ts";
import { drainSockets, toNotice } from "./drain.ts";
import { toErrorFrame } from "./frames.ts";
import type { CommandHandlers, SessionHooks } from "./handler.ts";
import type { Hub } from "./hub.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import { People } from "./people.ts";
import { refuseUpgrade } from "./refusal.ts";
import type { RealtimeSettings } from "./settings.ts";
import { TimerWheel } from "./timer-wheel.ts";
import { UpgradeGate, type Request } from "./upgrade-gate.ts";

export interface SocketServerDeps {
  readonly hub: Hub;
  readonly authenticator: Authenticator;
  readonly handlers: CommandHandlers;
  readonly hooks: SessionHooks;
  readonly settings: RealtimeSettings;
  readonly logEpoch: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: RealtimeMetrics;
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

class Gateway implements SocketServer {
  readonly #deps: SocketServerDeps;
  readonly #gate: UpgradeGate;
  readonly #people: People;
  readonly #wheel: TimerWheel;
  readonly #dispatcher: Dispatcher;
  readonly #connections = new Set<Connection>();
  readonly #leaveGate = new WeakMap<Connection, () => void>();
  readonly #ws = createHandshaker();
  readonly #ticking: NodeJS.Timeout;
  #isDraining = false;

  constructor(deps: SocketServerDeps) {
    const { settings, hub, hooks, tickMs = TICK_MS } = deps;
    this.#deps = deps;
    this.#gate = new UpgradeGate(deps);
    this.#people = new People(settings);
    this.#wheel = new TimerWheel(TICK_MS, this.#now());
    const authentication = new Authentication({
      ...deps,
      hub,
      admission: new Admission(settings.resumeAuthRate),
      onEntered: (connection) => this.#leaveGate.get(connection)?.(),
      resume: (connection) => this.#dispatcher.resume(connection),
    });
    this.#dispatcher = new Dispatcher({
      ...deps,
      hooks,
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
      const leave = this.#gate.wait(asked.address);
      socket.once("close", leave);
      // While the server drains nobody is asked who they are.
      const actor = this.#isDraining ? undefined : await this.#gate.authenticate(asked);
      socket.off("error", ignore);
      this.#ws.handleUpgrade(request, socket, head, (ws) => {
        if (!actor || this.#isDraining) turnAway(ws, toNotice());
        else this.#open(ws, socket as Socket, { asked, actor, leave });
      });
    } catch (error) {
      refuseUpgrade(socket, error instanceof AppError ? error : new AppError("UNKNOWN_ERROR"));
    }
  }

  async drain(deadlineMs: number): Promise<void> {
    this.#isDraining = true;
    const commands = this.#dispatcher.drain();
    await drainSockets({ connections: this.#connections, commands, deadlineMs });
    clearInterval(this.#ticking);
  }

  #open(ws: WebSocket, net: Socket, entry: Entry): void {
    const { hub, log, metrics } = this.#deps;
    const { actor, asked, leave } = entry;
    const person = this.#people.enter(actor.userId, this.#now());
    if (!person) {
      turnAway(ws, new AppError("SOCKET_LIMIT_REACHED"));
      return;
    }
    const { connectionId } = asked;
    const { writers } = hub;
    const connection = new Connection({ ws, net, writers, log, actor, connectionId, person });
    this.#connections.add(connection);
    this.#leaveGate.set(connection, leave);
    metrics.socketOpened();
    this.#listen(connection, ws);
    this.#wheel.add(connection, connection.openedAt);
    if (!hub.open(connection)) {
      connection.end(new AppError("SESSION_ENDED"), closeCodes.sessionEnded);
    }
  }

  #listen(connection: Connection, ws: WebSocket): void {
    ws.on("message", (data: Buffer, isBinary) =>
      this.#dispatcher.receive(connection, data, isBinary),
    );
    ws.on("ping", () => this.#dispatcher.receiveControl(connection));
    ws.on("pong", () => this.#dispatcher.receiveControl(connection));
    ws.on("error", (error) => connection.log.debug({ err: error }, "A socket broke the protocol"));
    ws.on("close", (code) => this.#close(connection, code));
  }

  #close(connection: Connection, code: number): void {
    this.#deps.metrics.socketClosed(connection.closedWith ?? code);
    connection.dispose();
    this.#connections.delete(connection);
    this.#wheel.remove(connection);
    this.#people.leave(connection.person);
    this.#deps.hub.remove(connection);
  }

  #tick(): void {
    const now = this.#now();
    this.#wheel.advance(now);
    this.#people.forget(now);
    this.#deps.hub.tick();
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }
}

interface Entry {
  readonly asked: Request;
  readonly actor: Actor;
  readonly leave: () => void;
}

/** `ws` does the handshake, reads frames and sends control frames; what it refuses is answered like everything else. */
function createHandshaker(): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: FRAME_MAX_BYTES,
    maxFragments: FRAGMENTS_MAX,
    maxBufferedChunks: CHUNKS_MAX,
    // Not in the types yet: how long a closed socket may take to say good-bye.
    closeTimeout: CLOSE_GRACE_MS,
  };
  const handshaker = new WebSocketServer(options);
  handshaker.on("wsClientError", (_error, socket) => {
    refuseUpgrade(socket, new AppError("BAD_REQUEST"));
  });
  return handshaker;
}

/** Browsers show a page no answer to an upgrade: what the client must know is told over the socket. */
function turnAway(ws: WebSocket, error: AppError): void {
  ws.on("error", ignore);
  ws.send(JSON.stringify(toErrorFrame(error)));
  ws.close(closeCodes.tryLater, error.code);
}

function ignore(): void {
  // A connection that breaks here is gone, and there is nobody to tell.
}
