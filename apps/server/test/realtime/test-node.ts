import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { EventData, Message, RoomId, SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import { pino } from "pino";
import type { Actor, Authenticator } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import { createOrigins } from "#server/platform/http/origins.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import type { CommandHandlers, SessionHooks } from "#server/platform/realtime/handler.ts";
import { Hub } from "#server/platform/realtime/hub.ts";
import type { RoomEvent } from "#server/platform/realtime/live.ts";
import { createLocalBus } from "#server/platform/realtime/local-bus.ts";
import type { EndableSocket } from "#server/platform/realtime/socket-index.ts";
import type {
  AccessReads,
  PersonChanges,
  Place,
  Preview,
  Scope,
} from "#server/platform/realtime/sweep-access.ts";
import type { Dropped, RealtimeMetrics } from "#server/platform/realtime/metrics.ts";
import {
  attachSockets,
  type RealtimeSettings,
  type SocketServer,
} from "#server/platform/realtime/socket-server.ts";
import { createTestClock, type TestClock } from "../clock.ts";

/*
 * A whole server process for the tests of this folder, but for the database: HTTP server, hub, sockets, and a feature of
 * a few lines over a log in memory.
 */

export const people = {
  alice: toPerson(1),
  bob: toPerson(2),
  carol: toPerson(3),
  mallory: toPerson(4),
} as const;
export type Name = keyof typeof people;

export const workspaceId = "00000000-0000-7000-8000-00000000000a" as WorkspaceId;
const otherWorkspaceId = "00000000-0000-7000-8000-00000000000b" as WorkspaceId;

function toPerson(number: number): { readonly userId: UserId; readonly sessionId: SessionId } {
  return {
    userId: `00000000-0000-7000-8000-00000000100${number}` as UserId,
    sessionId: `00000000-0000-7000-8000-00000000200${number}` as SessionId,
  };
}

/** The id of a room of this name. */
export function toRoomId(slug: string): RoomId {
  const hex = Buffer.from(slug).toString("hex").padStart(12, "0").slice(-12);
  return `00000000-0000-7000-8000-${hex}` as RoomId;
}

/** The log of all rooms: what the database is to the product. Two nodes may share one. */
export class TestLog implements AccessReads<EndableSocket> {
  readonly #events = new Map<RoomId, RoomEvent[]>();
  readonly #lost = new Map<SessionId, string>();
  readonly #closed = new Set<RoomId>();
  #changes = 0;
  reads = 0;
  isAway = false;
  /** Reads wait for it. */
  held: Promise<void> | undefined;
  headReads = 0;
  previewReads = 0;
  askedActors = 0;
  readonly broughtUp: UserId[] = [];

  append(slug: string, author: UserId, content: string): RoomEvent<"message_new"> {
    const seq = this.headOf(slug) + 1;
    const message = toMessage({ slug, seq, author, content });
    return this.#add({ ...toAddress(slug), name: "message_new", seq, data: { message } });
  }

  change(slug: string, userId: UserId, change: "add" | "remove"): RoomEvent<"participant_changed"> {
    const data: EventData<"participant_changed"> = {
      userId,
      userName: "Somebody",
      accessStatus: change === "add" ? "ACCEPTED" : "REMOVED",
      accessLevel: "WRITE",
      memberCount: 1,
    };
    const seq = this.headOf(slug) + 1;
    const audience = { userId, change, workspaceId };
    return this.#add({ ...toAddress(slug), name: "participant_changed", seq, data, audience });
  }

  headOf(slug: string): number {
    return this.#events.get(toRoomId(slug))?.length ?? 0;
  }

  async read(roomId: RoomId, afterSeq: number, limit: number): Promise<readonly RoomEvent[]> {
    this.reads += 1;
    if (this.isAway) throw new Error("The log is away");
    await this.held;
    return (this.#events.get(roomId) ?? []).slice(afterSeq, afterSeq + limit);
  }

  readHeads(roomIds: readonly RoomId[]): Promise<Map<RoomId, number>> {
    this.headReads += 1;
    return Promise.resolve(new Map(roomIds.map((id) => [id, this.#events.get(id)?.length ?? 0])));
  }

  /** The session is over from now on; nobody is told. */
  endSession(id: SessionId, reason: string): void {
    this.#lost.set(id, reason);
    this.#changes += 1;
  }

  /** Nobody may preview the room from now on; nobody is told. */
  closePreviews(slug: string): void {
    this.#closed.add(toRoomId(slug));
    this.#changes += 1;
  }

  readChanges(
    known: ReadonlyMap<WorkspaceId, number | undefined>,
  ): Promise<Map<WorkspaceId, PersonChanges>> {
    const rev = this.#changes;
    const changes = [...known].map(([id, before]): [WorkspaceId, PersonChanges] => [
      id,
      { rev, people: before === undefined ? new Map() : "everybody", rooms: new Set() },
    ]);
    return Promise.resolve(new Map(changes));
  }

  again(actor: Actor): Promise<Actor | AppError> {
    this.askedActors += 1;
    const reason = this.#lost.get(actor.sessionId);
    return Promise.resolve(reason ? new AppError("SESSION_ENDED", { reason }) : actor);
  }

  resync({ actor }: EndableSocket, _scope: Scope): Promise<void> {
    if (this.isAway) return Promise.reject(new Error("The log is away"));
    this.broughtUp.push(actor.userId);
    return Promise.resolve();
  }

  listPlaces(): Promise<Place[]> {
    return Promise.resolve([]);
  }

  listLostPreviews(previews: readonly Preview[]): Promise<Preview[]> {
    this.previewReads += 1;
    return Promise.resolve(previews.filter(({ roomId }) => this.#closed.has(roomId)));
  }

  #add<E extends RoomEvent>(event: E): E {
    this.#events.set(event.roomId, [...(this.#events.get(event.roomId) ?? []), event]);
    return event;
  }
}

function toAddress(slug: string): { readonly roomId: RoomId; readonly roomSlug: string } {
  return { roomId: toRoomId(slug), roomSlug: slug };
}

interface MessageParts {
  readonly slug: string;
  readonly seq: number;
  readonly author: UserId;
  readonly content: string;
}

function toMessage({ slug, seq, author, content }: MessageParts): Message {
  const at = new Date(0).toISOString();
  return {
    id: `00000000-0000-7000-8000-${seq.toString(16).padStart(12, "0")}` as Message["id"],
    roomId: "00000000-0000-7000-8000-000000000000" as Message["roomId"],
    sessionRoomSlug: slug,
    seq,
    stateSeq: seq,
    msgNo: seq,
    authorId: author,
    authorName: "Somebody",
    authorAvatar: null,
    content,
    type: "text",
    metadata: {},
    createdAt: at,
    updatedAt: at,
    isEdited: false,
    isDeleted: false,
    status: "sent",
    reactions: [],
  };
}

/** Everything that was counted, in one place. */
export class TestMetrics implements RealtimeMetrics {
  open = 0;
  framesIn = 0;
  invalid = 0;
  deliveries = 0;
  writes = 0;
  bytes = 0;
  fromLog = 0;
  readonly closes: number[] = [];
  readonly drops: Dropped[] = [];

  readonly socketOpened = (): void => void (this.open += 1);
  readonly caughtUp = (events: number): void => void (this.fromLog += events);
  readonly dropped = (what: Dropped): void => void this.drops.push(what);

  socketClosed(code: number): void {
    this.open -= 1;
    this.closes.push(code);
  }

  frameIn(type: string): void {
    this.framesIn += 1;
    if (type === "invalid") this.invalid += 1;
  }

  written(sum: { deliveries: number; writes: number; bytes: number }): void {
    this.deliveries += sum.deliveries;
    this.writes += sum.writes;
    this.bytes += sum.bytes;
  }
}

/**
 * Knows everybody: `token-alice`, `token-alice-60` (seconds left), `token-alice-60-elsewhere` (in another workspace), and
 * each ticket `wst_alice…` once.
 */
class TestAuthenticator implements Authenticator {
  readonly #used = new Set<string>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  byApiKey(): Promise<Actor> {
    return Promise.reject(new AppError("UNAUTHORIZED"));
  }

  byCookie(): Promise<Actor> {
    return Promise.reject(new AppError("UNAUTHORIZED"));
  }

  byAccessToken(token: string): Promise<Actor> {
    const [kind, name = "", seconds = "3600", elsewhere] = token.split("-");
    if (kind === "broken") return Promise.reject(new Error("secret cause"));
    if (kind === "down") return Promise.reject(new AppError("DB_UNAVAILABLE"));
    if (kind !== "token") return Promise.reject(new AppError("UNAUTHORIZED"));
    return this.#actor(name, Number(seconds), elsewhere ? otherWorkspaceId : workspaceId);
  }

  byTicket(ticket: string): Promise<Actor> {
    if (this.#used.has(ticket)) return Promise.reject(new AppError("UNAUTHORIZED"));
    this.#used.add(ticket);
    return this.#actor(/^wst_([a-z]+)/.exec(ticket)?.[1] ?? "", 3600, workspaceId);
  }

  again(actor: Actor): Promise<Actor> {
    return Promise.resolve(actor);
  }

  #actor(name: string, seconds: number, workspace: WorkspaceId): Promise<Actor> {
    const person = Object.entries(people).find(([known]) => known === name)?.[1];
    if (!person) return Promise.reject(new AppError("UNAUTHORIZED"));
    return Promise.resolve({
      ...person,
      workspaceId: workspace,
      accountType: "PERSONAL",
      workspaceRole: "MEMBER",
      instanceRole: "USER",
      boundRoomId: null,
      fullName: name,
      avatarUrl: null,
      refreshDelivery: "body",
      expiresAt: new Date(this.#clock.now().getTime() + seconds * 1000),
    } as unknown as Actor);
  }
}

export interface TestNode {
  readonly port: number;
  readonly hub: Hub;
  readonly sockets: SocketServer;
  readonly metrics: TestMetrics;
  readonly clock: TestClock;
  readonly log: TestLog;
  stop(): Promise<void>;
}

export interface TestNodeOptions {
  readonly settings?: Partial<RealtimeSettings>;
  readonly publicUrl?: string;
  readonly waitingBytesMax?: number;
  readonly inboundBytesMax?: number;
  readonly handlers?: Partial<CommandHandlers>;
  readonly hooks?: Partial<SessionHooks>;
  readonly bus?: Bus;
  readonly log?: TestLog;
  readonly sweepMs?: number;
  readonly readLog?: TestLog["read"];
  readonly byAccessToken?: Authenticator["byAccessToken"];
}

const generous: RealtimeSettings = {
  trustProxy: false,
  otpDelivery: "smtp",
  apiRateAnonymous: 1_000,
  frameRate: 100_000,
  frameBurst: 100_000,
  sendRate: 100_000,
  sendBurst: 100_000,
  editRate: 100_000,
  reactionRate: 100_000,
  searchRate: 100_000,
  reportRate: 100_000,
  statisticsRate: 100_000,
  findPersonRate: 100_000,
  joinRate: 100_000,
  uploadsHour: 100_000,
  notificationTestsHour: 100_000,
  imageRate: 100_000,
  linkPreviewRate: 100_000,
  socketsPerPerson: 1_000,
  socketsUnauthenticated: 1_000,
  resumeAuthRate: 5_000,
};

const NEVER_MS = 2 ** 30;

/** Starts a node on a free port of this machine. */
export async function startNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const clock = createTestClock(new Date(Date.UTC(2026, 0, 1)));
  const metrics = new TestMetrics();
  const log = options.log ?? new TestLog();
  const silent = pino({ level: "silent" });
  const hub = new Hub({
    bus: options.bus ?? createLocalBus(),
    readLog: options.readLog ?? ((...where) => log.read(...where)),
    readHeads: (roomIds) => log.readHeads(roomIds),
    access: log,
    clock,
    log: silent,
    metrics,
    sweepMs: options.sweepMs ?? NEVER_MS,
    ...(options.waitingBytesMax && { waitingBytesMax: options.waitingBytesMax }),
  });
  const server = createServer();
  const sockets = attachSockets(server, {
    hub,
    authenticator: Object.assign(
      new TestAuthenticator(clock),
      options.byAccessToken && { byAccessToken: options.byAccessToken },
    ),
    handlers: { ...createFeature(hub, log), ...options.handlers },
    hooks: { onAuthenticated: () => Promise.resolve(), ...options.hooks },
    settings: { ...generous, ...options.settings },
    origins: createOrigins(
      {
        publicUrl: options.publicUrl ?? "https://chat.example.org",
        corsOrigins: ["https://intranet.example.org"],
        host: "127.0.0.1",
      },
      () => undefined,
    ),
    ...(options.inboundBytesMax && { inboundBytesMax: options.inboundBytesMax }),
    logEpoch: "epoch-1",
    webBuild: "build-1",
    clock,
    log: silent,
    metrics,
    tickMs: 5,
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    hub.close();
    server.close();
    await sockets.drain(500);
  };
  return { port, hub, sockets, metrics, clock, log, stop };
}

/** Subscribing and sending, as short as they can be. */
function createFeature(hub: Hub, log: TestLog): Partial<CommandHandlers> {
  return {
    CLIENT_SUBSCRIBE_ROOMS({ sessionRoomSlugs, requestId }, session) {
      for (const slug of sessionRoomSlugs) {
        const room = { roomId: toRoomId(slug), headSeq: log.headOf(slug) };
        hub.subscribe(session, room, "participant");
      }
      session.send({ type: "SERVER_SUBSCRIPTION_UPDATE", subscriptions: [], rev: 1, requestId });
      return Promise.resolve();
    },
    CLIENT_UNSUBSCRIBE_ROOMS({ sessionRoomSlugs, requestId }, session) {
      for (const slug of sessionRoomSlugs) hub.unsubscribe(session, toRoomId(slug));
      session.send({ type: "SERVER_SUBSCRIPTION_UPDATE", subscriptions: [], rev: 1, requestId });
      return Promise.resolve();
    },
    CLIENT_SEND_MESSAGE({ sessionRoomSlug, content, requestId }, session) {
      const event = log.append(sessionRoomSlug, session.actor.userId, content);
      hub.publish(event, { origin: { socketId: session.id, requestId } });
      return Promise.resolve();
    },
    CLIENT_TYPING({ roomSlug, isTyping }, session) {
      const { userId, fullName: userName } = session.actor;
      const data = { userId, userName, isTyping };
      const address = { ...toAddress(roomSlug), name: "user_typing", seq: undefined } as const;
      hub.publish({ ...address, data }, { exceptUsers: [userId] });
      return Promise.resolve();
    },
    CLIENT_MARK_ROOM_READ: () => Promise.resolve(),
    CLIENT_UPDATE_NOTIFICATION_SETTINGS: () => Promise.resolve(),
    CLIENT_GET_UNREAD_SUMMARY: () => Promise.resolve(),
    CLIENT_REQUEST_MESSAGE_HISTORY: () => Promise.resolve(),
  };
}

/** 3, 4, 5 for 3 to 5. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Appends to the log without telling anybody. */
export function write(log: TestLog, room: string, count = 1): RoomEvent[] {
  return range(1, count).map((number) => log.append(room, people.carol.userId, `text ${number}`));
}

/** Tells the hub of events that are in the log. */
export function publishAll(node: TestNode, events: readonly RoomEvent[]): void {
  for (const event of events) node.hub.publish(event);
}

/** Starts nodes for the tests of one file and stops them again. */
export class TestNodes {
  #nodes: TestNode[] = [];

  async start(options?: TestNodeOptions): Promise<TestNode> {
    const node = await startNode(options);
    this.#nodes.push(node);
    return node;
  }

  async stop(): Promise<void> {
    const nodes = this.#nodes;
    this.#nodes = [];
    await Promise.all(nodes.map((node) => node.stop()));
  }
}
