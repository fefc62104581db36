import { messageId, roomId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/** Links are asked for at once, each for at most 5 s, and its picture for as long; a site that does not answer is no failure. */
export const previewLinksJob = jobKind({
  name: "previews.look",
  data: z.object({ roomId, messageId }),
  retries: 2,
  limitS: 60,
});
