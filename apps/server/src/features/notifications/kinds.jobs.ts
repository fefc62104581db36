import { isoTime, notificationFacts, userId, type UsedNotificationType } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind, MAIL_JOB_LIMIT_S } from "#server/platform/jobs/jobs.ts";

/* The jobs that services leave. */

function eventOf<const T extends UsedNotificationType>(type: T) {
  return z.object({
    type: z.literal(type),
    userId,
    actorId: z.nullable(userId),
    cause: z.string(),
    facts: notificationFacts[type],
  });
}

/** An event that one person may have to be told of. */
const notificationJob = z.discriminatedUnion("type", [
  eventOf("SECURITY_ALERT"),
  eventOf("ORGANIZATION_INVITATION"),
  eventOf("ORGANIZATION_CHANGED"),
  eventOf("ROOM_INVITATION"),
  eventOf("ROOM_INVITED"),
  eventOf("ROOM_JOINED"),
  eventOf("ROOM_LEFT"),
  eventOf("REMINDER_DUE"),
  eventOf("ACCESS_REQUEST"),
  eventOf("ACCESS_REQUEST_APPROVED"),
  eventOf("ACCESS_REQUEST_REJECTED"),
  eventOf("SCHEDULED_MESSAGE_FAILED"),
  eventOf("MESSAGE_REMOVED"),
  eventOf("MESSAGE_REPORTED"),
  eventOf("FILE_QUARANTINED"),
  eventOf("QUOTA_WARNING"),
  eventOf("NOTIFICATION_TEST"),
  eventOf("WEBHOOK_OFF"),
  eventOf("API_KEY_EXPIRING"),
  eventOf("DOCUMENT_SHARED"),
  eventOf("DOCUMENT_COMMENTED"),
  eventOf("DOCUMENT_MENTION"),
]);
export type NotificationJob = z.infer<typeof notificationJob>;
/** Types of which services tell one person; of messages the consumer of the logs tells. */
export type ToldType = NotificationJob["type"];

export const notifyJob = jobKind({
  name: "notifications.notify",
  data: notificationJob,
  retries: 10,
});

const cause = z.object({ userId, type: z.string(), cause: z.string() });

export const mailJob = jobKind({
  name: "notifications.mail",
  data: cause,
  retries: 10,
  limitS: MAIL_JOB_LIMIT_S,
});

/** Events of many people: a job of its own for each that has a mail to send. */
export const mailsJob = jobKind({
  name: "notifications.mails",
  data: z.object({ causes: z.array(cause) }),
  retries: 10,
});

/** A snoozed row is to come back; left when it is snoozed, for that moment. */
export const wakeJob = jobKind({
  name: "notifications.wake",
  data: z.object({ userId, id: z.uuid(), until: isoTime }),
  retries: 10,
});

export const smsJob = jobKind({
  name: "notifications.sms",
  data: z.object({ userId, text: z.string() }),
  retries: 10,
  limitS: MAIL_JOB_LIMIT_S,
});
