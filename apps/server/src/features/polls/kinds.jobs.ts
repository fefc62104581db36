import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/** Left for the moment of each poll; the look of every minute finds one that no job was left for. */
export const closeDueJob = jobKind({ name: "polls.close", data: z.object({}), retries: 2 });

/** Votes of which the process was to tell that took them, and ended before. */
export const tellDueJob = jobKind({ name: "polls.tell", data: z.object({}), retries: 2 });
