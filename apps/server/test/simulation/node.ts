import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import {
  API_BASE_PATH,
  endpoints,
  parseInput,
  routes,
  SOCKET_PATH,
  type EndpointName,
  type EndpointShape,
} from "@colbin/protocol";
import type { Logger } from "pino";
import { createLogReads } from "#server/features/log/log-reader.service.ts";
import { createChanges } from "#server/features/log/log.service.ts";
import { createLogReplays } from "#server/features/log/replays.service.ts";
import { createSendDoor } from "#server/features/messages/sends.access.ts";
import { createSentFiles } from "#server/features/files/sent.service.ts";
import { createSentPolls } from "#server/features/polls/polls.service.ts";
import { messagesRoutes } from "#server/features/messages/messages.routes.ts";
import { createNewestPages } from "#server/features/messages/newest-pages.service.ts";
import { createMessageCounts } from "#server/features/messages/statistics.service.ts";
import { messagesCommands } from "#server/features/messages/messages.socket.ts";
import {
  createMessageWriter,
  type MessageWriter,
} from "#server/features/messages/writer.service.ts";
import { createMarks } from "#server/features/participants/marks.service.ts";
import { participantsRoutes } from "#server/features/participants/participants.routes.ts";
import {
  addParticipant,
  type AccessDeps,
} from "#server/features/participants/participants.service.ts";
import {
  createRoomDoors,
  listUnreadable,
  requireLockedRoom,
} from "#server/features/rooms/rooms.access.ts";
import { isInRoom, readHeads } from "#server/features/rooms/rooms.service.ts";
import {
  resync,
  createRoomLists,
  enterRooms,
} from "#server/features/subscriptions/resume.service.ts";
import { subscriptionsRoutes } from "#server/features/subscriptions/subscriptions.routes.ts";
import {
  createRevs,
  pushRooms,
  type SubscriptionDeps,
} from "#server/features/subscriptions/subscriptions.service.ts";
import { createTotals } from "#server/features/subscriptions/totals.service.ts";
import { subscriptionsCommands } from "#server/features/subscriptions/subscriptions.socket.ts";
import { readPersonChanges } from "#server/features/workspaces/workspaces.service.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, toEnvelope } from "#server/platform/app-error.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import { Hub } from "#server/platform/realtime/hub.ts";
import type { RealtimeMetrics } from "#server/platform/realtime/metrics.ts";
import {
  attachSockets,
  type RealtimeSettings,
  type SocketServer,
} from "#server/platform/realtime/socket-server.ts";
import { hydration, readerView, toMessages } from "#server/registries.ts";
import { openDatabase } from "./database.ts";
import type { HintNetwork } from "./hint-bus.ts";
import type { Identity } from "./identity.ts";
import type { Device } from "./person.ts";
import { Owner } from "./scheduler.ts";
import type { ServerSocket } from "./server-socket.ts";
import type { Store } from "./store.ts";

/*
 * A process of the server, put together as app.ts does it: hub, socket server, writer and the features of the message's way,
 * all real. The HTTP side is a door of a few lines, because Fastify needs real sockets.
 */

export interface NodeOptions {
  readonly name: string;
  readonly store: Store;
  readonly network: HintNetwork;
  readonly identity: Identity;
  /** How far its clock is ahead. */
  readonly skewMs: number;
  readonly settings: RealtimeSettings;
  /** An error that no caller can explain. */
  readonly onDefect: (what: string) => void;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string | undefined;
}

/** There are channels alone: nothing that is hidden comes back by itself. */
const tell = {
  tellShown: () => undefined,
  tellFollowers: () => undefined,
  tellRead: () => undefined,
};
/** Nothing changes here for one person alone but their rooms. */
const readPersonalRev = (): Promise<number> => Promise.resolve(0);

/** Nobody is notified here, so no notification is read. */
function toLists<T extends Pick<SubscriptionDeps, "db" | "clock" | "live">>(parts: T) {
  const { db, clock } = parts;
  const totals = createTotals(db, clock);
  return { ...parts, nextRev: createRevs(db), totals, noteRead: () => undefined };
}

export class ServerNode {
  readonly owner: Owner;
  readonly options: NodeOptions;
  readonly hub: Hub;
  readonly #server = new EventEmitter();
  readonly #sockets: SocketServer;
  readonly #bus: Bus;
  readonly #writer: MessageWriter;
  readonly #handlers: Readonly<Record<string, Handler>>;
  readonly #identity: Identity;
  readonly #joining: AccessDeps;
  readonly #authenticate: (token: string) => Promise<Actor>;
  isDraining = false;
  /** Calls that are on their way fail when the process dies. */
  #onDeath: { readonly owner: Owner; readonly fail: () => void }[] = [];

  /** To be called as the process itself: its timers belong to it. */
  constructor(options: NodeOptions, owner: Owner) {
    const { store, network, identity, settings } = options;
    this.options = options;
    this.owner = owner;
    this.#identity = identity;
    const { kysely: db, pool, connect } = openDatabase(store, owner);
    const clock = toClock(options);
    const log = toLog(options);
    this.#bus = network.connect(owner);
    this.hub = new Hub({
      bus: this.#bus,
      clock,
      log,
      metrics: silentMetrics,
      readHeads: (roomIds) => readHeads(db, roomIds),
      access: {
        readChanges: (known) => readPersonChanges(db, known),
        // Nobody's session ends and nobody is blocked here: rooms alone are taken away.
        again: (actor) => store.statement(owner, () => actor),
        resync: (session, scope) => resync(resuming, session, scope),
        // Nothing changes here for everybody in a room.
        listPlaces: () => Promise.resolve([]),
        listLostPreviews: (previews) => listUnreadable(db, previews),
      },
      readLog: createLogReads(db, hydration),
    });
    const { hub } = this;
    this.#writer = createMessageWriter({ connect, live: hub, ...tell, shards: 2 });
    const live = toLists({ db, clock, live: hub });
    const joining: AccessDeps = {
      ...live,
      // Nobody is notified here.
      jobs: { enqueue: () => Promise.resolve() },
      changes: createChanges({ db, live: hub, hydration }),
      pushRooms: (whose, roomIds) => pushRooms(live, whose, roomIds),
      requireWithin: () => undefined,
    };
    this.#joining = joining;
    const sending = {
      db,
      sentFiles: createSentFiles({ db }),
      polls: createSentPolls({ db, clock, jobs: joining.jobs }),
      door: createSendDoor(pool, hub),
      writer: this.#writer,
      toMessages,
      readerView,
      messageMaxChars: 10_000,
    };
    const editing = { ...joining, messageParts: {}, messagePurgeDays: 30 };
    const doors = createRoomDoors(pool);
    const newestPages = createNewestPages({ db, pool, quick: db, doors, toMessages, readerView });
    const messageCounts = createMessageCounts({ db, clock });
    const replays = createLogReplays(db, hydration, (roomId, afterSeq) =>
      hub.listRecent(roomId, afterSeq),
    );
    const reading = { ...live, marks: createMarks(db) };
    const listRooms = createRoomLists(db);
    const resuming = { ...live, logEpoch: LOG_EPOCH, doors, replays, listRooms, readPersonalRev };
    const authenticator = identity.authenticatorFor(db);
    this.#authenticate = (token) => authenticator.byAccessToken(token);
    this.#handlers = {
      ...participantsRoutes({ ...joining, decideDocumentRequest: async () => undefined }),
      ...subscriptionsRoutes(reading),
      ...messagesRoutes({ ...sending, ...editing, newestPages, messageCounts }),
    } as unknown as Readonly<Record<string, Handler>>;
    this.#sockets = attachSockets(this.#server as unknown as Server, {
      hub,
      authenticator,
      // The commands of other features are never sent here.
      handlers: {
        ...subscriptionsCommands(reading),
        ...messagesCommands({ ...sending, replays }),
      },
      hooks: { onAuthenticated: (session, resume) => enterRooms(resuming, session, resume) },
      settings,
      origins: { isAllowed: () => true },
      logEpoch: LOG_EPOCH,
      clock,
      log,
      metrics: silentMetrics,
    });
  }

  /** Lets somebody into a room, as an invitation will; to be called as the process itself. */
  async addPerson(slug: string, device: Device): Promise<void> {
    const { store } = this.options;
    const { changes, pushRooms: push } = this.#joining;
    const { userId } = device;
    const room = store.bySlug(slug);
    if (!room) return;
    const { actor } = device;
    const isNew = await changes.run(async (change) => {
      const row = await requireLockedRoom(change.tx, userId, room.id);
      if (isInRoom(row)) return false;
      await addParticipant(change, actor, row, { level: "WRITE", joinMethod: "DIRECT" });
      return true;
    });
    if (isNew) await push(actor, [room.id]);
  }

  /** Takes an upgrade, as a page sends it; false: nobody listens here. */
  accept(url: string, socket: ServerSocket): boolean {
    if (this.owner.isDead) return false;
    const headers = {
      upgrade: "websocket",
      connection: "Upgrade",
      "sec-websocket-version": "13",
      "sec-websocket-key": "c2ltdWxhdGlvbi1rZXktMQ==",
      origin: "https://chat.example.org",
    };
    const request = { method: "GET", url: toPath(url), headers, socket };
    this.#server.emit("upgrade", request, socket, Buffer.alloc(0));
    return true;
  }

  /** Answers one call; never rejects. */
  async answer(call: Call): Promise<Answer> {
    try {
      if (this.isDraining) throw new AppError("DRAINING");
      return await this.#answer(call);
    } catch (error) {
      const refusal = this.#toRefusal(error, call);
      return { status: refusal.status, body: JSON.stringify(toEnvelope(refusal)) };
    }
  }

  async #answer(call: Call): Promise<Answer> {
    const { name, params, query } = toEndpoint(call);
    const body: unknown = call.body === undefined ? undefined : JSON.parse(call.body);
    if (name === "refreshTokens") {
      const { refreshToken } = body as { readonly refreshToken: string };
      return toAnswer(this.#identity.refresh(refreshToken), 200);
    }
    const token = /^Bearer (\S+)$/.exec(call.authorization ?? "")?.[1] ?? "";
    const actor = await this.#authenticate(token);
    if (name === "createWsTicket") return toAnswer(this.#identity.createTicket(actor), 200);
    const handler = this.#handlers[name];
    if (!handler) throw new AppError("NOT_FOUND");
    const shape: EndpointShape = endpoints[name];
    const input = {
      params: parsePart(shape.params, params),
      query: parsePart(shape.query, query),
      body: parsePart(shape.body, body),
    };
    let status = shape.status ?? 200;
    const reply = await handler(input, { actor, setStatus: (other) => (status = other) });
    return toAnswer(reply, status);
  }

  #toRefusal(error: unknown, { method, url }: Call): AppError {
    if (error instanceof AppError) return error;
    if (isUnavailable(error)) return new AppError("DB_UNAVAILABLE", { retryAfterMs: 500 });
    this.options.onDefect(`${method} ${url}: ${String(error)}`);
    return new AppError("UNKNOWN_ERROR");
  }

  /** As wire.md, Delivery 8; the process ends afterwards. */
  async drain(deadlineMs: number): Promise<void> {
    this.isDraining = true;
    await this.#sockets.drain(deadlineMs);
    await this.#writer.idle();
    await this.#writer.close();
    this.hub.close();
    await this.#bus.close();
  }

  /** Called when the process dies; whoever had their answer by then does not care. */
  onDeath(owner: Owner, fail: () => void): void {
    this.#onDeath.push({ owner, fail });
  }

  /** The process is killed: nothing that it began goes on. */
  kill(): void {
    this.owner.isDead = true;
    this.options.store.dropProcess(this.owner);
    void this.#bus.close();
    const { scheduler } = this.options.store;
    for (const { owner, fail } of this.#onDeath) scheduler.after(DEATH_MS, fail, owner);
  }
}

/** Nobody restores a backup here. */
const LOG_EPOCH = "epoch-1";
/** How long it takes until the other side hears that a process is gone. */
const DEATH_MS = 5;

type Handler = (
  input: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  context: { readonly actor: Actor; readonly setStatus: (status: number) => void },
) => Promise<unknown>;

function toAnswer(reply: unknown, status: number): Answer {
  if (typeof reply === "object" && reply !== null && "encoded" in reply)
    return { status, body: String(reply.encoded) };
  return { status, body: JSON.stringify(reply) };
}

function parsePart(schema: EndpointShape["body"], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = parseInput(schema, value);
  if (!parsed.ok) throw new AppError("VALIDATION_ERROR", { fields: parsed.failure.fields });
  return parsed.data;
}

function toPath(url: string): string {
  return url.slice(url.indexOf(SOCKET_PATH));
}

const patterns = Object.entries(routes).map(([name, { method, path }]) => {
  const pattern = new URLPattern({ pathname: `${API_BASE_PATH}${path}` });
  return { name: name as EndpointName, method, pattern };
});

function toEndpoint({ method, url }: Call) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  for (const { name, method: own, pattern } of patterns) {
    const match = own === method ? pattern.exec({ pathname }) : null;
    if (!match) continue;
    return { name, params: match.pathname.groups, query: Object.fromEntries(searchParams) };
  }
  throw new AppError("NOT_FOUND");
}

const silentMetrics: RealtimeMetrics = {
  socketOpened: () => {},
  socketClosed: () => {},
  frameIn: () => {},
  written: () => {},
  dropped: () => {},
  caughtUp: () => {},
};

function toClock({ store: { scheduler }, skewMs }: NodeOptions): Clock {
  return { now: () => new Date(scheduler.now + skewMs), steadyMs: () => scheduler.now };
}

/** Errors of the log are defects: whatever the world does, the product must have an answer for it. */
function toLog({ onDefect, name }: NodeOptions): Logger {
  const error = (details: { readonly err?: unknown }, text: string): void => {
    const { err } = details;
    onDefect(`${name} logged: ${text}: ${err instanceof Error ? err.stack : String(err)}`);
  };
  const quiet = (): void => {};
  const log = { error, warn: quiet, info: quiet, debug: quiet, fatal: error, trace: quiet };
  const all = { ...log, child: () => all };
  return all as unknown as Logger;
}

/** Starts a process: its constructor runs as the process. */
export function startNode(options: NodeOptions): ServerNode {
  const { scheduler } = options.store;
  const owner = new Owner(options.name);
  const before = scheduler.current;
  scheduler.current = owner;
  try {
    return new ServerNode(options, owner);
  } finally {
    scheduler.current = before;
  }
}
