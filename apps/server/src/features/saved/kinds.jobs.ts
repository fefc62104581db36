import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/** Left for the moment of each reminder; the look of every minute finds one that no job was left for. */
export const remindDueJob = jobKind({ name: "saved.remind", data: z.object({}), retries: 2 });
