import type { PersonLimit, RoomId, WorkspaceId } from "@colbin/protocol";
import type { Config } from "./config.ts";
import { auditJobs } from "./features/audit/audit.jobs.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { createRefusals } from "./features/audit/refusals.service.ts";
import { conversationsRoutes } from "./features/conversations/conversations.routes.ts";
import { createAuthenticator, findActor, requireElevation } from "./features/auth/auth.access.ts";
import { authJobs } from "./features/auth/auth.jobs.ts";
import { authRoutes, keep, switchTo, toCaller } from "./features/auth/auth.routes.ts";
import { openAuth, type Auth } from "./features/auth/auth.service.ts";
import { sendFirstLink } from "./features/auth/operator-links.service.ts";
import { seal, unseal } from "./features/auth/secrets.service.ts";
import { deletionsJobs } from "./features/deletions/deletions.jobs.ts";
import { deletionsRoutes } from "./features/deletions/deletions.routes.ts";
import { draftsRoutes } from "./features/drafts/drafts.routes.ts";
import { guestsJobs } from "./features/guests/guests.jobs.ts";
import { guestsRoutes } from "./features/guests/guests.routes.ts";
import { isInvited } from "./features/invitations/accepting.service.ts";
import { invitationsJobs } from "./features/invitations/invitations.jobs.ts";
import { invitationsRoutes } from "./features/invitations/invitations.routes.ts";
import { instanceRoutes } from "./features/instance/instance.routes.ts";
import { getLogEpoch } from "./features/instance/instance.service.ts";
import { imagesRoutes } from "./features/images/images.routes.ts";
import { openImages } from "./features/images/images.service.ts";
import { createLogReads } from "./features/log/log-reader.service.ts";
import { createChanges } from "./features/log/log.service.ts";
import { createLogReplays } from "./features/log/replays.service.ts";
import { createMemberDoors } from "./features/members/members.access.ts";
import { membersJobs } from "./features/members/members.jobs.ts";
import { membersRoutes } from "./features/members/members.routes.ts";
import { messagesJobs } from "./features/messages/messages.jobs.ts";
import { createSendDoor } from "./features/messages/sends.access.ts";
import type { LogFollowers } from "./features/log/follower.service.ts";
import { messagesRoutes } from "./features/messages/messages.routes.ts";
import { messagesCommands } from "./features/messages/messages.socket.ts";
import { createNewestPages } from "./features/messages/newest-pages.service.ts";
import { createMessageCounts } from "./features/messages/statistics.service.ts";
import {
  createMessageWriter,
  createWriterConnection,
  type WriterDeps,
} from "./features/messages/writer.service.ts";
import { notificationsJobs } from "./features/notifications/notifications.jobs.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { requireLeading } from "./features/organizations/organizations.access.ts";
import { organizationsRoutes } from "./features/organizations/organizations.routes.ts";
import { listPlacesOf } from "./features/participants/listing.service.ts";
import { createMarks, type Marks } from "./features/participants/marks.service.ts";
import { participantsJobs } from "./features/participants/participants.jobs.ts";
import { participantsRoutes } from "./features/participants/participants.routes.ts";
import { pinsRoutes } from "./features/pins/pins.routes.ts";
import { pollsJobs } from "./features/polls/polls.jobs.ts";
import { pollsRoutes } from "./features/polls/polls.routes.ts";
import { createSentPolls } from "./features/polls/polls.service.ts";
import { createPollTelling } from "./features/polls/telling.service.ts";
import { previewsJobs } from "./features/previews/previews.jobs.ts";
import { previewsRoutes } from "./features/previews/previews.routes.ts";
import { reactionsRoutes } from "./features/reactions/reactions.routes.ts";
import { reactionsCommands } from "./features/reactions/reactions.socket.ts";
import { receiptsRoutes } from "./features/receipts/receipts.routes.ts";
import { receiptsCommands } from "./features/receipts/receipts.socket.ts";
import { ReceiptWatching } from "./features/receipts/watching.service.ts";
import { reportsRoutes } from "./features/reports/reports.routes.ts";
import { announceRetentionJob, type RetentionChange } from "./features/retention/kinds.jobs.ts";
import { retentionJobs } from "./features/retention/retention.jobs.ts";
import { roomChangesRoutes } from "./features/room-changes/room-changes.routes.ts";
import { roomInvitationsRoutes } from "./features/room-invitations/room-invitations.routes.ts";
import { createRoomDoors, listUnreadable } from "./features/rooms/rooms.access.ts";
import { roomsRoutes } from "./features/rooms/rooms.routes.ts";
import { readHeads } from "./features/rooms/rooms.service.ts";
import { resync, createRoomLists, enterRooms } from "./features/subscriptions/resume.service.ts";
import {
  createRevs,
  pushRooms,
  showAgain,
  type SubscriptionDeps,
  type Whose,
} from "./features/subscriptions/subscriptions.service.ts";
import { scheduledMessagesJobs } from "./features/scheduled/scheduled.jobs.ts";
import { scheduledMessagesRoutes } from "./features/scheduled/scheduled.routes.ts";
import { subscriptionsJobs } from "./features/subscriptions/subscriptions.jobs.ts";
import { savedJobs } from "./features/saved/saved.jobs.ts";
import { savedRoutes } from "./features/saved/saved.routes.ts";
import { searchRoutes } from "./features/search/search.routes.ts";
import { sidebarRoutes } from "./features/sidebar/sidebar.routes.ts";
import { subscriptionsRoutes } from "./features/subscriptions/subscriptions.routes.ts";
import { subscriptionsCommands } from "./features/subscriptions/subscriptions.socket.ts";
import { createTotals } from "./features/subscriptions/totals.service.ts";
import { threadsRoutes } from "./features/threads/threads.routes.ts";
import { tellFollowers, type NewFollower } from "./features/threads/threads.service.ts";
import { typingCommands } from "./features/typing/typing.socket.ts";
import { createPersonalRevs } from "./features/personal-events/personal-events.service.ts";
import { peopleRoutes } from "./features/people/people.routes.ts";
import { listVisible } from "./features/people/sight.service.ts";
import { createPresence } from "./features/presence/presence.service.ts";
import { presenceCommands } from "./features/presence/presence.socket.ts";
import type { Identifier } from "./features/users/identifiers.service.ts";
import { usersRoutes } from "./features/users/users.routes.ts";
import { workspacesJobs } from "./features/workspaces/workspaces.jobs.ts";
import { readPersonChanges } from "./features/workspaces/workspaces.service.ts";
import { openFollowers } from "./followers.ts";
import type { Actor, Authenticator } from "./platform/actor.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Database, Tx } from "./platform/db/database.ts";
import { createTxtRecords } from "./platform/dns/txt-records.ts";
import type { Handlers, RequestContext, UserRequestContext } from "./platform/http/handler.ts";
import { createHttp, type Http, type HttpOptions } from "./platform/http/http.ts";
import { createReplayStore, replayJobs } from "./platform/http/replay-store.ts";
import { createReplays } from "./platform/http/replays.ts";
import type { WebApp } from "./platform/http/web-app.ts";
import type { Jobs, JobWorker } from "./platform/jobs/jobs.ts";
import { People } from "./platform/limits/people.ts";
import type { Logger } from "./platform/log/log.ts";
import type { MailService } from "./platform/mail/mail.ts";
import { registerOutbox } from "./platform/mail/outbox-routes.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import type { Bus } from "./platform/realtime/bus.ts";
import type { Live } from "./platform/realtime/live.ts";
import type { CommandHandlers } from "./platform/realtime/handler.ts";
import { Hub, type HubDeps } from "./platform/realtime/hub.ts";
import { createRealtimeMetrics, type RealtimeMetrics } from "./platform/realtime/metrics.ts";
import { attachSockets } from "./platform/realtime/socket-server.ts";
import { hydration, messageParts, readerView, toMessages } from "./registries.ts";

/*
 * The whole server, put together by plain function calls: platform, features, and the two doors. One line a feature; a
 * missing handler does not compile.
 */

export interface AppDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** Migrated. */
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly mail: MailService;
  readonly metrics: Metrics;
  readonly webApp: WebApp;
  /** Tests: the contract is held against every reply and error. */
  readonly isStrict: boolean;
  /** Authors are told of reading no oftener than this (features/receipts). */
  readonly receiptPushMs?: number | undefined;
}

export interface App {
  readonly http: Http;
  /** The live channel, for what acts from outside of a request. */
  readonly live: Live;
  /** Consumers of the rooms' logs, which are a moment behind. */
  readonly followers: LogFollowers;
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
  const { config, database } = deps;
  const { kysely: db, lookups } = database;
  const logEpoch = await getLogEpoch(db);
  const metrics = createRealtimeMetrics(deps.metrics);
  const followers = openFollowers(deps);
  const hub = openHub(deps, metrics, {
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
  });
  const authenticator = createAuthenticator(auth);
  const { clock } = deps;
  const totals = createTotals(db, clock);
  const lists = { db, clock, live: hub, nextRev: createRevs(db), totals };
  const receipts = new ReceiptWatching({ ...deps, db });
  const writer = openWriter(deps, hub, {
    tellRead: receipts.noteRead,
    tellShown: (shown) => {
      showAgain(lists, shown).catch((error: unknown) => {
        deps.log.warn({ err: error }, "A conversation comes back with the next message");
      });
    },
  });
  const marks = createMarks(database.quick, receipts.noteRead);
  const shared = createShared(deps, lists, { writer, marks, receipts });
  const resuming = { ...shared, logEpoch, listRooms: createRoomLists(db) };
  const refusals = createRefusals({ ...deps, db });
  const http = await openHttp(deps, createHandlers(deps, shared, { auth, authenticator }), {
    ...refusals,
    ...shared,
    auth,
    authenticator,
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
  });

  followers.start();
  return {
    http,
    live: hub,
    followers,
    workers: createWorkers(deps, shared, auth),
    async drain(socketsMs) {
      http.drain();
      await sockets.drain(socketsMs);
      await http.close();
      await Promise.all([writer.idle(), marks.idle(), refusals.idle(), shared.presence.close()]);
      await Promise.all([writer.close(), followers.close()]);
      receipts.close();
      shared.pollTelling.close();
      hub.close();
    },
  };
}

function createWorkers(deps: AppDeps, shared: Shared, auth: Auth): JobWorker[] {
  return [
    ...authJobs(auth),
    ...invitationsJobs(auth),
    ...messagesJobs(shared),
    ...notificationsJobs(shared),
    ...subscriptionsJobs(shared),
    ...savedJobs(shared),
    ...membersJobs(shared),
    ...participantsJobs(shared),
    ...deletionsJobs(shared),
    ...guestsJobs(shared),
    ...scheduledMessagesJobs(shared),
    ...retentionJobs(shared),
    ...pollsJobs(shared),
    ...previewsJobs(shared),
    ...cleanUpJobs(deps),
  ];
}

/** What features take from each other and from the platform; each names in its own type what it uses. */
function createShared(
  { config, clock, database, jobs, mail, bus, log }: AppDeps,
  lists: SubscriptionDeps & { readonly live: Hub },
  writers: {
    readonly writer: ReturnType<typeof openWriter>;
    readonly marks: Marks;
    readonly receipts: ReceiptWatching;
  },
) {
  const { kysely: db, pool, lookups, quick } = database;
  const hub = lists.live;
  const doors = createRoomDoors(lookups);
  const people = new People(config);
  const changes = createChanges({ db, live: hub, hydration });
  return {
    ...config,
    ...lists,
    ...openImages(config),
    log,
    jobs,
    mailer: mail.mailer,
    doors,
    memberDoors: createMemberDoors(lookups),
    ...writers,
    refreshReceipts: writers.receipts.refresh,
    toMessages,
    messageParts,
    hydrateMessages: hydration.hydrateMessages,
    readPersonalRev: createPersonalRevs(db),
    door: createSendDoor(lookups, hub),
    listTxtRecords: createTxtRecords(config.dnsServers),
    changes,
    polls: createSentPolls({ db, clock, jobs }),
    pollTelling: createPollTelling({ db, clock, changes, log }),
    replays: createLogReplays(db, hydration, (room, after) => hub.listRecent(room, after)),
    readerView,
    messageCounts: createMessageCounts({ db, clock }),
    newestPages: createNewestPages({ db, pool, quick, doors, toMessages, readerView }),
    pushRooms: (whose: Whose, roomIds: readonly RoomId[]) => pushRooms(lists, whose, roomIds),
    people,
    presence: createPresence({
      ...lists,
      log,
      bus,
      listVisible: (actor, ids) => listVisible(db, actor, ids),
    }),
    announceRetention: (tx: Tx, change: RetentionChange) =>
      jobs.enqueue(tx, announceRetentionJob, change),
    requireWithin: (limit: PersonLimit, { userId }: Pick<Actor, "userId">) =>
      people.require(limit, userId, clock.steadyMs()),
  };
}

type Shared = ReturnType<typeof createShared>;

interface SignIn {
  readonly auth: Auth;
  readonly authenticator: Authenticator;
}

function createHandlers({ config }: AppDeps, shared: Shared, signIn: SignIn) {
  const withSessions = { ...shared, ...openSessions(signIn) };
  return {
    ...instanceRoutes({ config }),
    ...authRoutes(signIn.auth),
    ...usersRoutes(shared),
    ...peopleRoutes({ ...signIn.auth, ...withSessions }),
    ...organizationsRoutes(withSessions),
    ...membersRoutes(shared),
    ...auditRoutes({ ...shared, requireLeading }),
    ...deletionsRoutes(shared),
    ...invitationsRoutes({ ...signIn.auth, ...withSessions }),
    ...guestsRoutes({ ...signIn.auth, ...withSessions }),
    ...notificationsRoutes(shared),
    ...roomsRoutes(shared),
    ...roomChangesRoutes(shared),
    ...participantsRoutes(shared),
    ...roomInvitationsRoutes(shared),
    ...draftsRoutes(shared),
    ...scheduledMessagesRoutes(shared),
    ...sidebarRoutes(shared),
    ...conversationsRoutes(shared),
    ...subscriptionsRoutes(shared),
    ...messagesRoutes(shared),
    ...searchRoutes(shared),
    ...reactionsRoutes(shared),
    ...threadsRoutes({ ...shared, ...hydration }),
    ...receiptsRoutes(shared),
    ...pinsRoutes(shared),
    ...reportsRoutes(shared),
    ...pollsRoutes(shared),
    ...previewsRoutes(shared),
    ...imagesRoutes(shared),
    ...savedRoutes(shared),
  } satisfies Handlers;
}

function createCommands(shared: Shared) {
  return {
    ...subscriptionsCommands(shared),
    ...messagesCommands(shared),
    ...reactionsCommands(shared),
    ...typingCommands(shared),
    ...presenceCommands(shared),
    ...receiptsCommands(shared),
  } satisfies CommandHandlers;
}

function openWriter(
  { config, database, log }: AppDeps,
  live: Hub,
  tellers: Pick<WriterDeps, "tellShown" | "tellRead">,
) {
  const connect = () => createWriterConnection(database.connection, log);
  const tell = {
    ...tellers,
    tellFollowers: (all: readonly NewFollower[]) => tellFollowers(live, all),
  };
  return createMessageWriter({ connect, live, ...tell, shards: config.writerShards });
}

/** What features ask of sign-in in the course of a call. */
function openSessions({ auth, authenticator }: SignIn) {
  return {
    keep,
    toCaller,
    switchTo: (context: UserRequestContext, to: WorkspaceId) => switchTo(auth, context, to),
    findActor: (context: RequestContext) => findActor(authenticator, context),
    sendFirstLink: (tx: Tx, identifier: Identifier) => sendFirstLink(auth, tx, identifier),
  };
}

function cleanUpJobs({ database: { kysely: db }, clock, config }: AppDeps): JobWorker[] {
  const { auditDays } = config;
  return [
    ...replayJobs(db, clock),
    ...workspacesJobs(db, clock),
    ...auditJobs(db, clock, auditDays),
  ];
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
interface Callers extends Pick<HttpOptions, "authenticator" | "onRefused" | "requireWithin"> {
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
