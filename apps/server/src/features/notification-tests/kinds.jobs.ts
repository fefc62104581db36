import { userId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind, MAIL_JOB_LIMIT_S } from "#server/platform/jobs/jobs.ts";

/** A mail that its person asked for to see whether it comes. */
export const testMailJob = jobKind({
  name: "notification-tests.mail",
  data: z.object({ userId, testId: z.uuid() }),
  retries: 3,
  limitS: MAIL_JOB_LIMIT_S,
});
