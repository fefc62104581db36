import { fileId, messageId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/* The jobs that services leave. */

const sha256 = z.string();

/** A blob waits for the verdict of the scan. After these tries the next look at all that wait takes it. */
export const scanJob = jobKind({
  name: "files.scan",
  data: z.object({ sha256 }),
  retries: 6,
});

/** Files are others now: the scan has said what their blob is, or their bytes are gone. */
export const settledJob = jobKind({
  name: "files.settled",
  data: z.object({
    /** Of a blob with a verdict. */
    sha256: z.optional(sha256),
    fileIds: z.array(fileId),
    /** Messages that were told of it by the looks before, and how many looks there were. */
    told: z.optional(z.array(messageId)),
    looks: z.optional(z.int()),
  }),
  retries: 20,
});
