import { userId, workspaceId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

const days = z.nullable(z.int());
/** What somebody chose for their workspace. */
const retentionChange = z.object({
  workspaceId,
  actorId: userId,
  actorName: z.string(),
  before: days,
  after: days,
  /** Of the change: its lines are written once. Those that an older server left have none. */
  changeId: z.optional(z.uuid()),
});
export type RetentionChange = z.infer<typeof retentionChange>;

/** Left by the change of the settings: its workspace may have many rooms. */
export const announceRetentionJob = jobKind({
  name: "retention.announce",
  data: retentionChange,
  retries: 5,
});
