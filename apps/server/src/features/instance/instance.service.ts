import { readFileSync } from "node:fs";
import type { InputOf, ReplyOf } from "@colbin/protocol";
import { summarizeChains } from "#server/features/audit/chain.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";
import { toPage } from "#server/platform/http/page.ts";
import { countJobs } from "#server/platform/jobs/job-counts.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { requireOperator } from "./instance.access.ts";
import { listAllOrganizations, readDatabaseBytes, selectLogEpoch } from "./instance.queries.ts";
import { toInstance, toInstanceOrganization } from "./instance.view.ts";

export interface InstanceDeps {
  readonly db: Db;
  readonly config: Config;
  readonly mailer: Pick<Mailer, "canSend">;
  /** Start of the process. */
  readonly startedAt: Date;
}

const manifest = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
) as { readonly version: string };

/** The name of this log. It is another one after a backup was restored, and then every client drops its cache. */
export function getLogEpoch(db: Db): Promise<string> {
  return selectLogEpoch(db);
}

/** How the server is and what is set, for those who run it: numbers and names, and nothing that anybody wrote. */
export async function getInstance(
  { db, config, mailer, startedAt }: InstanceDeps,
  actor: Actor,
): Promise<ReplyOf<"getInstance">> {
  requireOperator(actor);
  const [jobs, bytes, chains] = await Promise.all([
    countJobs(db),
    readDatabaseBytes(db),
    summarizeChains(db),
  ]);
  const { version } = manifest;
  return toInstance(config, {
    version,
    startedAt,
    jobs,
    bytes,
    chains,
    canSendMail: mailer.canSend,
  });
}

/** All organizations, also the deleted ones that are not purged yet; for those who run the server. */
export async function listInstanceOrganizations(
  { db, config }: Pick<InstanceDeps, "db" | "config">,
  actor: Actor,
  listing: InputOf<"listInstanceOrganizations">["query"],
): Promise<ReplyOf<"listInstanceOrganizations">> {
  requireOperator(actor);
  const { rows, total } = await readPage(listing, (portion) => listAllOrganizations(db, portion));
  return toPage(
    rows.map((row) => toInstanceOrganization(row, config.orgDeletionDays)),
    listing,
    total,
  );
}
