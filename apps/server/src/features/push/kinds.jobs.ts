import { isoTime, roomId, userId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/* The jobs that services leave. */

/** Each push of a few people may wait for a slow service, whose answer is waited for 5 s. */
const LIMIT_S = 60;

const push = z.object({
  id: z.uuid(),
  madeAt: isoTime,
  userIds: z.array(userId),
  payload: z.object({
    title: z.string(),
    body: z.string(),
    url: z.string(),
    tag: z.string(),
    notificationId: z.nullable(z.uuid()),
    icon: z.nullable(z.string()),
  }),
  room: z.nullable(z.object({ roomId, msgNo: z.nullable(z.int()) })),
});

/** The browsers at which pushes failed before, and how many times. */
const again = z.object({ deviceIds: z.array(z.uuid()), failures: z.int() });

const pushes = z.object({ pushes: z.array(push), again: z.optional(again) });

export type StoredPushes = z.output<typeof pushes>;

export const pushJob = jobKind({
  name: "push.send",
  data: pushes,
  retries: 10,
  limitS: LIMIT_S,
});

/** Pushes to many people, for which nobody else waits; a try goes on where the one before was cut off. */
export const pushManyJob = jobKind({ name: "push.send-many", data: pushes, retries: 10 });

/** Pushes about rooms waited until the next one may follow. */
export const pushWaitingJob = jobKind({
  name: "push.send-waiting",
  data: z.object({ places: z.array(z.object({ userId, roomId })) }),
  retries: 10,
  limitS: LIMIT_S,
});

export const withdrawJob = jobKind({
  name: "push.withdraw",
  data: z.object({ shown: z.array(z.object({ userId, tag: z.string() })) }),
  retries: 2,
  limitS: LIMIT_S,
});
