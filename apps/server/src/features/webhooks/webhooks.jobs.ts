import { worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { callWebhook, type CallDeps } from "./calling.service.ts";
import { callJob } from "./kinds.jobs.ts";

/** The workers of webhooks, for the job queue of the server. */
export function webhooksJobs(deps: CallDeps): readonly JobWorker[] {
  return [worker(callJob, (call) => callWebhook(deps, call))];
}
