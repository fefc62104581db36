import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { purgeTrash, type DocumentDeps } from "./documents.service.ts";

const purgeTrashJob = jobKind({ name: "documents.purge-trash", data: z.object({}), retries: 2 });

/** Empties the trash of what nobody can take out of it any more, every hour. */
export function documentsJobs(deps: DocumentDeps): readonly JobWorker[] {
  return [worker(purgeTrashJob, () => purgeTrash(deps), "47 * * * *")];
}
