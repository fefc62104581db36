import { randomUUID } from "node:crypto";
import { preferencesOf, type UserId } from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { testMailJob } from "./kinds.jobs.ts";
import type { TestSender } from "./notification-tests.service.ts";
import { findMailPlace } from "./notification-tests.queries.ts";

interface MailTestDeps extends Pick<Config, "publicUrl"> {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly mailer: Pick<Mailer, "canSend" | "send">;
}

/** Leaves a test mail to a job: no mail server is asked while the person waits. */
export function createMailTest({
  jobs,
  mailer,
}: Pick<MailTestDeps, "jobs"> & { readonly mailer: Pick<Mailer, "canSend"> }): TestSender {
  return {
    channel: "EMAIL",
    async sendTest(tx, userId) {
      const place = await findMailPlace(tx, userId);
      if (!mailer.canSend || !place || place.email === null) return "unavailable";
      const { emailNotifications } = preferencesOf(place.preferences);
      if (!emailNotifications) return "off";
      await jobs.enqueue(tx, testMailJob, { userId, testId: randomUUID() });
      return "sent";
    },
  };
}

/** Hands the test mail over; tried again with the same Message-ID. */
export async function sendTestMail(
  { db, mailer, publicUrl }: MailTestDeps,
  { userId, testId }: { readonly userId: UserId; readonly testId: string },
): Promise<void> {
  const place = await findMailPlace(db, userId);
  if (!place || place.email === null) return;
  await mailer.send({
    key: `test ${testId}`,
    to: place.email,
    content: {
      subject: "A test of your notifications",
      paragraphs: ["You asked for this mail. Notifications reach you at this address."],
      action: {
        label: "Notification settings",
        url: `${publicUrl}/settings/notifications`,
      },
    },
  });
}
