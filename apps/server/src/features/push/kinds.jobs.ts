import { isoTime, roomId, userId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/* The jobs that services leave. */

/** A push of the batch may wait for a slow service, whose answer is waited for 5 s. */
const LIMIT_S = 60;

const push = z.object({
  id: z.uuid(),
  madeAt: isoTime,
  userId,
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

export const pushJob = jobKind({
  name: "push.send",
  data: z.object({
    pushes: z.array(push),
    /** Of a push that failed before: the browsers that it failed at, and how many times. */
    again: z.optional(z.object({ deviceIds: z.array(z.uuid()), failures: z.int() })),
  }),
  retries: 10,
  limitS: LIMIT_S,
});

/** A push about a room waited until the next one may follow. */
export const pushWaitingJob = jobKind({
  name: "push.send-waiting",
  data: z.object({ userId, roomId }),
  retries: 10,
  limitS: LIMIT_S,
});

export const withdrawJob = jobKind({
  name: "push.withdraw",
  data: z.object({ userId, tags: z.array(z.string()) }),
  retries: 2,
  limitS: LIMIT_S,
});
