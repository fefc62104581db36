import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { previewLinksJob } from "./kinds.jobs.ts";
import { forgetLinks } from "./links.service.ts";
import { previewLinks, type PreviewDeps } from "./previews.service.ts";

const forgetJob = jobKind({ name: "previews.forget", data: z.object({}), retries: 2 });

const EVERY_HOUR = "23 * * * *";

/** The workers of link previews, for the job queue of the server. */
export function previewsJobs(deps: PreviewDeps): readonly JobWorker[] {
  return [
    worker(previewLinksJob, (message) => previewLinks(deps, message)),
    worker(forgetJob, () => forgetLinks(deps), EVERY_HOUR),
  ];
}
