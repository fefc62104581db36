import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/** Left for the moment of each message; the look of every minute finds what no job was left for. */
export const sendDueJob = jobKind({
  name: "scheduled.send",
  data: z.object({}),
  retries: 2,
});
