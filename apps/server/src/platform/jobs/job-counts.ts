import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** How jobs of one kind are. */
export interface JobCount {
  readonly name: string;
  /** Given up within the last 24 hours. */
  readonly failed: number;
  /** Due and not done, or to be tried again. */
  readonly waiting: number;
}

/** Kinds of jobs of which some failed or wait; those of the queue itself are not counted. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state < 'active')::int as waiting
    from jobs.job
    where (state = 'failed' and completed_on > now() - interval '24 hours')
      or state = 'retry' or (state = 'created' and start_after <= now())
    group by name having not starts_with(name, '__pgboss')`.execute(db);
  return rows;
}
