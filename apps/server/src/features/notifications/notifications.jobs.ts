import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { deliver, forgetOutlived } from "./deliveries.service.ts";
import { limitFeeds, wakeNotification, type StateDeps } from "./feed-states.service.ts";
import { mailJob, mailsJob, notifyJob, smsJob, wakeJob } from "./kinds.jobs.ts";
import { mail, mailOverdue, planMails, type MailDeps } from "./mails.service.ts";
import { sendSms, type SmsDeps } from "./sms.service.ts";

const cleanUpJob = jobKind({ name: "notifications.clean-up", data: z.object({}), retries: 2 });

const limitJob = jobKind({ name: "notifications.limit", data: z.object({}), retries: 2 });

const overdueJob = jobKind({ name: "notifications.overdue", data: z.object({}), retries: 2 });

const EVERY_QUARTER = "*/15 * * * *";
const EVERY_DAY = "53 3 * * *";
const EVERY_HOUR = "41 * * * *";

/** The workers of notifications, for the job queue of the server. */
export function notificationsJobs(deps: MailDeps & SmsDeps & StateDeps): readonly JobWorker[] {
  return [
    worker(notifyJob, (job) => deliver(deps, job)),
    worker(mailJob, (cause) => mail(deps, cause)),
    worker(mailsJob, ({ causes }) => planMails(deps, causes)),
    worker(wakeJob, (snoozed) => wakeNotification(deps, snoozed)),
    worker(limitJob, () => limitFeeds(deps), EVERY_HOUR),
    worker(smsJob, (sms) => sendSms(deps, sms)),
    worker(overdueJob, () => mailOverdue(deps), EVERY_QUARTER),
    worker(cleanUpJob, () => forgetOutlived(deps), EVERY_DAY),
  ];
}
