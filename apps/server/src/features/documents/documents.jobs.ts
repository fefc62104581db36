import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/log/log.ts";
import { purgeTrash, type DocumentDeps } from "./documents.service.ts";
import { keepLeft, thinVersions } from "./version-keeping.service.ts";

const purgeTrashJob = jobKind({ name: "documents.purge-trash", data: z.object({}), retries: 2 });
const keepLeftJob = jobKind({ name: "documents.keep-left", data: z.object({}), retries: 2 });
const thinVersionsJob = jobKind({
  name: "documents.thin-versions",
  data: z.object({}),
  retries: 2,
});

/** Empties the trash of what nobody can take out of it any more, every hour; keeps versions that nobody else has kept, and thins them out. */
export function documentsJobs(deps: DocumentDeps & { readonly log: Logger }): readonly JobWorker[] {
  return [
    worker(purgeTrashJob, () => purgeTrash(deps), "47 * * * *"),
    worker(keepLeftJob, () => keepLeft(deps), "*/15 * * * *"),
    worker(thinVersionsJob, () => thinVersions(deps), "23 3 * * *"),
  ];
}
