import { notificationFacts, userId, type UsedNotificationType } from "@colbin/protocol";
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
  eventOf("ROOM_LEFT"),
  eventOf("REMINDER_DUE"),
  eventOf("ACCESS_REQUEST"),
  eventOf("ACCESS_REQUEST_APPROVED"),
  eventOf("ACCESS_REQUEST_REJECTED"),
  eventOf("SCHEDULED_MESSAGE_FAILED"),
  eventOf("MESSAGE_REMOVED"),
  eventOf("MESSAGE_REPORTED"),
  eventOf("FILE_QUARANTINED"),
]);
export type NotificationJob = z.infer<typeof notificationJob>;

export const notifyJob = jobKind({
  name: "notifications.notify",
  data: notificationJob,
  retries: 10,
});

export const mailJob = jobKind({
  name: "notifications.mail",
  data: z.object({ userId, type: z.string(), cause: z.string() }),
  retries: 10,
  limitS: MAIL_JOB_LIMIT_S,
});
