import { API_BASE_PATH, DOCUMENTS_LIVE_PATH } from "@colbin/protocol";
import { startLinking, type Linking } from "./features/audit/chain.service.ts";
import { createRefusals } from "./features/audit/refusals.service.ts";
import { createAuthenticator, requireElevation } from "./features/auth/auth.access.ts";
import { openAuth, type Auth } from "./features/auth/auth.service.ts";
import { seal, unseal } from "./features/auth/secrets.service.ts";
import { isInvited, requireInvitation } from "./features/invitations/accepting.service.ts";
import { getLogEpoch } from "./features/instance/instance.service.ts";
import { createLogReads } from "./features/log/log-reader.service.ts";
import type { LogFollowers } from "./features/log/follower.service.ts";
import {
  createMessageWriter,
  createWriterConnection,
  type WriterDeps,
} from "./features/messages/writer.service.ts";
import { listPlacesOf } from "./features/participants/listing.service.ts";
import { createMarks, type TellRead } from "./features/participants/marks.service.ts";
import { ReceiptWatching } from "./features/receipts/watching.service.ts";
import { listUnreadable } from "./features/rooms/rooms.access.ts";
import { readHeads } from "./features/rooms/rooms.service.ts";
import { loadPushKey } from "./features/push/keys.service.ts";
import {
  createNotificationReading,
  type NotificationReading,
} from "./features/notifications/reading.service.ts";
import { resync, createRoomLists, enterRooms } from "./features/subscriptions/resume.service.ts";
import {
  createRevs,
  showAgain,
  type SubscriptionDeps,
} from "./features/subscriptions/subscriptions.service.ts";
import { createTotals } from "./features/subscriptions/totals.service.ts";
import { tellFollowers, type NewFollower } from "./features/threads/threads.service.ts";
import { readPersonChanges } from "./features/workspaces/workspaces.service.ts";
import { openDocumentsLive } from "./features/documents/live.service.ts";
import { openDocumentsChannel } from "./features/documents/live.socket.ts";
import { openFollowers } from "./followers.ts";
import type { Handlers } from "./platform/http/handler.ts";
import { createHttp, type Http, type HttpOptions } from "./platform/http/http.ts";
import { createReplayStore } from "./platform/http/replay-store.ts";
import { createReplays } from "./platform/http/replays.ts";
import type { JobWorker } from "./platform/jobs/jobs.ts";
import { registerOutbox } from "./platform/mail/outbox-routes.ts";
import type { Live } from "./platform/realtime/live.ts";
import { Hub, type HubDeps } from "./platform/realtime/hub.ts";
import { createRealtimeMetrics, type RealtimeMetrics } from "./platform/realtime/metrics.ts";
import { attachSockets } from "./platform/realtime/socket-server.ts";
import { hydration } from "./registries.ts";
import type { AppDeps } from "./app-deps.ts";
import { createCommands, createHandlers, createWorkers } from "./handlers.ts";
import { createShared } from "./shared.ts";

/*
 * The whole server, put together by plain function calls: platform, features, and the two doors. What features hand each
 * other is in shared.ts, what the doors and the job queue hand to them in handlers.ts.
 */

export interface App {
  readonly http: Http;
  /** The live channel, for what acts from outside of a request. */
  readonly live: Live;
  /** Consumers of the rooms' logs, which are a moment behind. */
  readonly followers: LogFollowers;
  /** Links the audit, a moment behind too. */
  readonly linking: Linking;
  /** For the job queue, once it can start. */
  readonly workers: readonly JobWorker[];
  /**
   * Refuses new work, finishes what is in flight, says good-bye to the sockets within this time and closes the doors
   * (wire.md, Delivery 8). Bus, jobs and database are their owner's to close afterwards.
   */
  drain(socketsMs: number): Promise<void>;
}

/** Builds the server on a migrated database; it serves as soon as `http.app` listens. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, database, clock } = deps;
  const { kysely: db, lookups } = database;
  const logEpoch = await getLogEpoch(db);
  const metrics = createRealtimeMetrics(deps.metrics);
  // Followers tell people by the hub, which tells them of events.
  const followers = openFollowers(deps, (...told) => hub.sendToPerson(...told));
  const hub: Hub = openHub(deps, metrics, {
    onPublished: followers.note,
    again: (actor) => authenticator.again(actor),
    async resync(session, scope) {
      await resync(resuming, session, scope);
      await shared.presence.recheckVisibility(session);
    },
  });
  const auth = await openAuth({
    ...deps,
    db,
    pool: lookups,
    live: hub,
    mailer: deps.mail.mailer,
    isInvited: (email, now) => isInvited(db, email, now),
    requireInvitation: (caller, code) => requireInvitation({ ...config, db, clock }, caller, code),
  });
  const authenticator = createAuthenticator(auth);
  const reading = createNotificationReading({ ...deps, db, live: hub });
  const { noteRead } = reading;
  const totals = createTotals(db, clock);
  const lists = { db, clock, live: hub, nextRev: createRevs(db), totals, noteRead };
  const receipts = new ReceiptWatching({ ...deps, db });
  const writer = openWriter(deps, lists, receipts.noteRead);
  const marks = createMarks(database.quick, toTellRead(receipts, reading));
  const keys = { keys: auth.keys, pushKey: await loadPushKey(db) };
  const shared = createShared(deps, lists, { writer, marks, receipts, ...keys });
  const resuming = { ...shared, logEpoch, listRooms: createRoomLists(db) };
  const refusals = createRefusals({ ...deps, db });
  const documents = openDocumentsChannel(openDocumentsLive({ ...deps, db }));
  const doors = { auth, authenticator, contents: documents.contents };
  const http = await openHttp(deps, createHandlers(deps, shared, doors), {
    ...refusals,
    ...shared,
    ...doors,
  });
  const sockets = attachSockets(http.app.server, {
    ...deps,
    hub,
    authenticator,
    handlers: createCommands(shared),
    hooks: {
      onAuthenticated: (session, resume) => enterRooms(resuming, session, resume),
      onHeads: (session, heads) => receipts.noteHeads(session, heads),
    },
    settings: config,
    origins: http.origins,
    ...refusals,
    people: shared.people,
    logEpoch,
    webBuild: deps.webApp.build,
    metrics,
    channels: new Map([[`${API_BASE_PATH}${DOCUMENTS_LIVE_PATH}`, documents]]),
  });
  followers.start();
  const linking = startLinking({ ...deps, db });
  return {
    http,
    live: hub,
    followers,
    linking,
    workers: createWorkers(deps, shared, auth),
    async drain(socketsMs) {
      http.drain();
      await sockets.drain(socketsMs);
      await documents.close();
      await http.close();
      await Promise.all([writer, marks, shared.reactions, refusals].map((each) => each.idle()));
      await Promise.all([shared.presence, reading, linking].map((each) => each.close()));
      await Promise.all([writer.close(), followers.close()]);
      closeAll(receipts, shared.pollTelling, shared.pictures, shared.pageReader, hub);
    },
  };
}

function closeAll(...parts: readonly { close(): void }[]): void {
  for (const each of parts) each.close();
}

/** Receipts and notifications hear what people read. */
function toTellRead(receipts: ReceiptWatching, reading: NotificationReading): TellRead {
  return (roomId, userId, msgNo) => {
    receipts.noteRead(roomId, userId, msgNo);
    reading.noteRead(roomId, userId);
  };
}

function openWriter(
  { config, database, log }: AppDeps,
  lists: SubscriptionDeps & { readonly live: Hub },
  tellRead: WriterDeps["tellRead"],
) {
  const { live } = lists;
  const connect = () => createWriterConnection(database.connection, log);
  const tell: Pick<WriterDeps, "tellRead" | "tellShown" | "tellFollowers"> = {
    tellRead,
    tellShown: (shown) => {
      showAgain(lists, shown).catch((error: unknown) => {
        log.warn({ err: error }, "A conversation comes back with the next message");
      });
    },
    tellFollowers: (all: readonly NewFollower[]) => tellFollowers(live, all),
  };
  return createMessageWriter({ connect, live, ...tell, shards: config.writerShards });
}

function openHub(
  { database, bus, clock, log }: AppDeps,
  metrics: RealtimeMetrics,
  {
    onPublished,
    ...sockets
  }: Pick<HubDeps["access"], "again" | "resync"> & Pick<HubDeps, "onPublished">,
): Hub {
  const db = database.quick;
  return new Hub({
    bus,
    clock,
    log,
    metrics,
    onPublished,
    readHeads: (roomIds) => readHeads(db, roomIds),
    access: {
      ...sockets,
      readChanges: (known) => readPersonChanges(db, known),
      listPlaces: (roomIds, userIds) => listPlacesOf(db, roomIds, userIds),
      listLostPreviews: (previews) => listUnreadable(db, previews),
    },
    readLog: createLogReads(db, hydration),
  });
}

/** Who may call, how often, and what becomes of a refusal. */
interface Callers extends Pick<
  HttpOptions,
  "authenticator" | "heldBytes" | "onRefused" | "requireWithin"
> {
  readonly auth: Auth;
}

async function openHttp(deps: AppDeps, handlers: Handlers, doors: Callers): Promise<Http> {
  const { config, database, bus, clock, mail } = deps;
  const http = await createHttp({
    ...deps,
    ...doors,
    handlers,
    replays: createReplays(createReplayStore(database.kysely, clock, { seal, unseal })),
    requireElevation: (actor, token) => requireElevation(doors.auth, actor, token),
    ready: {
      database: async () => (await database.pool.query("select 1")).rowCount === 1,
      bus: () => bus.isUp(),
    },
  });
  const { outbox } = mail;
  if (outbox) registerOutbox(http.app, { ...config, outbox });
  return http;
}
