import { randomUUID } from "node:crypto";
import type { PersonLimit, RoomId, UserId } from "@colbin/protocol";
import type { AuthKeys } from "./features/auth/keys.service.ts";
import { createSentFiles } from "./features/files/sent.service.ts";
import { UploadTurns } from "./features/files/turns.service.ts";
import { HeldBytes } from "./platform/http/held-bytes.ts";
import { openImages } from "./features/images/images.service.ts";
import { createChanges } from "./features/log/log.service.ts";
import { createLogReplays } from "./features/log/replays.service.ts";
import { createMemberDoors } from "./features/members/members.access.ts";
import { createSendDoor } from "./features/messages/sends.access.ts";
import { createNewestPages } from "./features/messages/newest-pages.service.ts";
import { createMessageCounts } from "./features/messages/statistics.service.ts";
import type { Marks } from "./features/participants/marks.service.ts";
import { findNotification } from "./features/notifications/feed.service.ts";
import { moveMails } from "./features/notifications/mails.service.ts";
import { createUnsubscribeLinks } from "./features/notifications/unsubscribe-links.service.ts";
import { createSentPolls } from "./features/polls/polls.service.ts";
import { createPollTelling } from "./features/polls/telling.service.ts";
import type { SettingsListener } from "./features/notification-preferences/preferences.service.ts";
import { createMailTest } from "./features/notification-tests/mail-test.service.ts";
import { createPushTest } from "./features/notification-tests/push-test.service.ts";
import type { TestSender } from "./features/notification-tests/notification-tests.service.ts";
import type { ReceiptWatching } from "./features/receipts/watching.service.ts";
import { announceRetentionJob, type RetentionChange } from "./features/retention/kinds.jobs.ts";
import { createRoomDoors } from "./features/rooms/rooms.access.ts";
import {
  pushRooms,
  type SubscriptionDeps,
  type Whose,
} from "./features/subscriptions/subscriptions.service.ts";
import { listNotificationSettings } from "./features/subscriptions/muting.service.ts";
import { createPersonalRevs } from "./features/personal-events/personal-events.service.ts";
import { listVisible } from "./features/people/sight.service.ts";
import { readDeliverySettings } from "./features/notification-preferences/delivery-settings.service.ts";
import { moveSummary } from "./features/push/summaries.service.ts";
import { createPresence } from "./features/presence/presence.service.ts";
import { createReactions } from "./features/reactions/writing.service.ts";
import { changePreferences } from "./features/users/accounts.service.ts";
import { enqueueWebhooks, type ToldPeople } from "./features/webhooks/enqueuing.service.ts";
import type { Actor } from "./platform/actor.ts";
import type { Tx } from "./platform/db/database.ts";
import { createTxtRecords } from "./platform/dns/txt-records.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Mailer } from "./platform/mail/mailer.ts";
import { People } from "./platform/limits/people.ts";
import { PageReader } from "./platform/pages/page-reader.ts";
import { openPdfPrinter } from "./platform/pdf/pdf-printer.ts";
import type { VapidKey } from "./platform/push/vapid.ts";
import { createWebPush } from "./platform/push/web-push.ts";
import { Pictures } from "./platform/pictures/pictures.ts";
import { createScanner } from "./platform/scanning/clamd.ts";
import type { Hub } from "./platform/realtime/hub.ts";
import { hydration, messageParts, readerView, toMessages } from "./registries.ts";
import type { MessageWriter } from "./features/messages/writer.service.ts";
import type { AppDeps } from "./app-deps.ts";

/** What features take from each other and from the platform; each names in its own type what it uses. */
export function createShared(
  { config, clock, database, jobs, mail, bus, log, fileStore }: AppDeps,
  lists: SubscriptionDeps & { readonly live: Hub },
  {
    pushKey,
    ...writers
  }: {
    readonly writer: MessageWriter;
    readonly marks: Marks;
    readonly receipts: ReceiptWatching;
    readonly keys: AuthKeys;
    readonly pushKey: VapidKey;
  },
) {
  const { kysely: db, pool, lookups, quick } = database;
  const { keys } = writers;
  const hub = lists.live;
  const doors = createRoomDoors(lookups);
  const people = new People(config);
  const changes = createChanges({ db, live: hub, hydration });
  const { outgoing, images } = openImages({ ...config, clock });
  return {
    ...config,
    ...lists,
    outgoing,
    images,
    webPush: createWebPush({ ...config, outgoing, clock, key: pushKey }),
    log,
    jobs,
    mailer: mail.mailer,
    /** Signs and seals what the instance hands out and takes back; the same in every process. */
    instanceSecret: keys.otpSecret,
    readWishes: readDeliverySettings,
    enqueueWebhooks: (tx: Tx, told: ToldPeople) => enqueueWebhooks(tx, { jobs, clock }, told),
    changePreferences,
    findNotification: (userId: UserId, id: string) => findNotification(db, userId, id),
    unsubscribeLinks: createUnsubscribeLinks(keys.otpSecret, config.publicUrl),
    doors,
    memberDoors: createMemberDoors(lookups),
    ...writers,
    refreshReceipts: writers.receipts.refresh,
    toMessages,
    messageParts,
    pool,
    hydrateMessages: hydration.hydrateMessages,
    readPersonalRev: createPersonalRevs(db),
    door: createSendDoor(lookups, hub),
    listTxtRecords: createTxtRecords(config.dnsServers),
    changes,
    reactions: createReactions(quick, hub),
    polls: createSentPolls({ db, clock, jobs }),
    sentFiles: createSentFiles({ db }),
    fileStore,
    pictures: new Pictures(log),
    pageReader: new PageReader(),
    pdfPrinter: openPdfPrinter({ ...config, log }),
    scanner: openScanner(config),
    heldBytes: new HeldBytes(),
    uploadTurns: new UploadTurns(config.uploadParallel),
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
    ...openNotificationSettings({ ...config, ...lists, jobs, mailer: mail.mailer }),
    announceRetention: (tx: Tx, change: RetentionChange) =>
      jobs.enqueue(tx, announceRetentionJob, { ...change, changeId: randomUUID() }),
    requireWithin: (limit: PersonLimit, { userId }: Pick<Actor, "userId">) =>
      people.require(limit, userId, clock.steadyMs()),
  };
}

/** The ways between the settings of notifications and the channels. */
function openNotificationSettings(
  deps: SubscriptionDeps & { readonly jobs: Jobs; readonly mailer: Mailer } & Pick<
      AppDeps["config"],
      "emailDelayS" | "smsGatewayUrl"
    >,
) {
  const settingsListeners: readonly SettingsListener[] = [
    async (tx, userId) => {
      const now = deps.clock.now();
      const settings = (await readDeliverySettings(tx, [userId], now)).get(userId);
      const endsAt = settings?.heldUntil ?? now;
      await moveSummary(tx, userId, endsAt);
      await moveMails(tx, deps, userId, endsAt);
    },
  ];
  const testSenders: readonly TestSender[] = [createPushTest(deps), createMailTest(deps)];
  return {
    settingsListeners,
    testSenders,
    canSendSms: deps.smsGatewayUrl !== undefined,
    listRoomSettings: (actor: Actor) => listNotificationSettings(deps, actor),
    async noteZoneChange(tx: Tx, userId: UserId): Promise<void> {
      for (const listener of settingsListeners) await listener(tx, userId);
    },
  };
}

function openScanner({ fileScan, fileScanClamd }: AppDeps["config"]) {
  return fileScan === "off" || !fileScanClamd ? undefined : createScanner(fileScanClamd);
}

export type Shared = ReturnType<typeof createShared>;
