import type { Config } from "./config.ts";
import { filesPart } from "./features/files/files.view.ts";
import { createLogFollowers, type LogFollowers } from "./features/log/follower.service.ts";
import { pollPart } from "./features/polls/polls.view.ts";
import type { DeliveryDeps } from "./features/notifications/deliveries.service.ts";
import { createMessageFollowing } from "./features/notifications/messages.service.ts";
import { readDeliverySettings } from "./features/notification-preferences/delivery-settings.service.ts";
import { createPreviewFollowing } from "./features/previews/previews.service.ts";
import { createSearchIndexing } from "./features/search/indexing.service.ts";
import { threadPart } from "./features/threads/threads.view.ts";
import { createWebhookFollowing, enqueueWebhooks } from "./features/webhooks/enqueuing.service.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Database } from "./platform/db/database.ts";
import type { MailService } from "./platform/mail/mail.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";

type Deps = Parameters<typeof createLogFollowers>[0];

/** The consumers of the rooms' logs, a line each. */
export function openFollowers(
  {
    database: { kysely: db },
    metrics,
    config,
    clock,
    jobs,
    mail: { mailer },
    ...deps
  }: Omit<Deps, "db"> & {
    readonly database: Pick<Database, "kysely">;
    readonly config: Config;
    readonly clock: Clock;
    readonly jobs: Jobs;
    readonly mail: MailService;
  },
  sendToPerson: DeliveryDeps["live"]["sendToPerson"],
): LogFollowers {
  const left = metrics.gauge(
    "search_fill_entries",
    "Entries of logs from before search that are still to be read into it",
  );
  return createLogFollowers({ ...deps, clock, db, metrics }, [
    createSearchIndexing({
      db,
      bits: { poll: pollPart.bit, thread: threadPart.bit, files: filesPart.bit },
      noteLeft: (entries) => left.set(entries),
    }),
    createPreviewFollowing({ ...config, jobs }),
    createMessageFollowing({
      ...config,
      clock,
      db,
      jobs,
      live: { sendToPerson },
      mailer,
      readWishes: readDeliverySettings,
      enqueueWebhooks: (tx, told) => enqueueWebhooks(tx, { jobs, clock }, told),
    }),
    createWebhookFollowing({ clock, jobs }),
  ]);
}
