import type { Config } from "./config.ts";
import { filesPart } from "./features/files/files.view.ts";
import { createLogFollowers, type LogFollowers } from "./features/log/follower.service.ts";
import { pollPart } from "./features/polls/polls.view.ts";
import { createPreviewFollowing } from "./features/previews/previews.service.ts";
import { createSearchIndexing } from "./features/search/indexing.service.ts";
import { threadPart } from "./features/threads/threads.view.ts";
import type { Database } from "./platform/db/database.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";

type Deps = Parameters<typeof createLogFollowers>[0];

/** The consumers of the rooms' logs, a line each. */
export function openFollowers({
  database: { kysely: db },
  metrics,
  config,
  jobs,
  ...deps
}: Omit<Deps, "db"> & {
  readonly database: Pick<Database, "kysely">;
  readonly config: Config;
  readonly jobs: Jobs;
}): LogFollowers {
  const left = metrics.gauge(
    "search_fill_entries",
    "Entries of logs from before search that are still to be read into it",
  );
  return createLogFollowers({ ...deps, db, metrics }, [
    createSearchIndexing({
      db,
      bits: { poll: pollPart.bit, thread: threadPart.bit, files: filesPart.bit },
      noteLeft: (entries) => left.set(entries),
    }),
    createPreviewFollowing({ ...config, jobs }),
  ]);
}
