import { userId, workspaceId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind, MAIL_JOB_LIMIT_S } from "#server/platform/jobs/jobs.ts";

export const mailDigestJob = jobKind({
  name: "digests.mail",
  data: z.object({ userId, workspaceId, week: z.string() }),
  retries: 10,
  limitS: MAIL_JOB_LIMIT_S,
});
