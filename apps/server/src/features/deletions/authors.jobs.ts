import { userId } from "@colbin/protocol";
import * as z from "zod/mini";
import { forgetAuthor, type AuthorDeps } from "#server/features/messages/authors.service.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";

/** What somebody wrote whose account is erased. */
export const forgetAuthorJob = jobKind({
  name: "deletions.forget-author",
  data: z.object({ userId, isAll: z.boolean() }),
  retries: 20,
});

/** The worker behind it. */
export function authorsJobs(deps: AuthorDeps): readonly JobWorker[] {
  return [worker(forgetAuthorJob, (author) => forgetAuthor(deps, author))];
}
