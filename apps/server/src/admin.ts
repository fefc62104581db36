import process, { argv, env, stderr, stdout } from "node:process";
import { loadConfig, type Config } from "./config.ts";
import { checkAudit, linkAudit } from "./features/audit/chain.service.ts";
import { securityAlertJob } from "./features/auth/auth.jobs.ts";
import { resetFactors } from "./features/auth/factor-reset.service.ts";
import { makeOperatorLink } from "./features/auth/operator-links.service.ts";
import { notifyJob } from "./features/notifications/kinds.jobs.ts";
import { getFillState, setFilling } from "./features/search/indexing.service.ts";
import { AppError } from "./platform/app-error.ts";
import { systemClock } from "./platform/clock/clock.ts";
import type { DatabaseLog } from "./platform/db/database-log.ts";
import { connectDatabase, openDatabase, type Database } from "./platform/db/database.ts";
import { readRecord } from "./platform/db/embedded/places.ts";
import { migrate } from "./platform/db/migrate.ts";
import { createJobQueue, type JobLog } from "./platform/jobs/job-queue.ts";
import { StartError } from "./platform/start-error.ts";

/*
 * The operator's commands, on the machine of the server. They work on
 * the database and need no running server; where one runs, both use the same embedded database.
 */

const POOL_SIZE = 2;
const usage = `Usage: npm run admin -- sign-in-link <email or phone>
  Prints a link that signs that person in once, within 15 minutes: the way in when no mail arrives.
       npm run admin -- reset-second-factors <email or phone>
  Removes all second factors of a person who has lost them, ends their sessions and API keys, and has them told.
       npm run admin -- audit-verify
  Computes the chains of the audit anew, and tells whether somebody changed or removed an event of it.
       npm run admin -- search-fill [stop|go]
  Tells how much of what was said before there was search is still to be read into it; stops that, or lets it go on.
`;

const log: DatabaseLog & JobLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (...parts: unknown[]) => void stderr.write(`${parts.map(String).join(" ")}\n`),
};

async function openServersDatabase(config: Config): Promise<Database> {
  const running = config.databaseUrl === undefined ? await findRunning(config) : undefined;
  if (running) return running;
  const database = await openDatabase({ ...config, databasePool: POOL_SIZE }, log);
  await migrate(database.pool);
  return database;
}

/** The embedded database of a server that runs now; undefined where none answers, and this command starts it itself. */
async function findRunning({ dataDir }: Config): Promise<Database | undefined> {
  const record = readRecord(dataDir);
  if (!record?.ready || record.socketFolder === "") return undefined;
  const { socketFolder: host, port, password } = record;
  try {
    return await connectDatabase(
      { host, port, password, user: "colbin", database: "colbin" },
      POOL_SIZE,
      log,
    );
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

async function printSignInLink(identifier: string): Promise<void> {
  const config = loadConfig(env);
  const database = await openServersDatabase(config);
  try {
    const made = await makeOperatorLink(
      { config, db: database.kysely, clock: systemClock },
      identifier,
    );
    const until = made.expiresAt.toISOString().slice(11, 16);
    stdout.write(
      `This link signs ${made.identifier} in once, until ${until} UTC:\n\n  ${made.link}\n`,
    );
  } finally {
    await database.close();
  }
}

async function printFactorReset(identifier: string): Promise<void> {
  const config = loadConfig(env);
  const database = await openServersDatabase(config);
  const jobs = createJobQueue(database, log);
  try {
    // A server sends what is left here: the one that runs, or the next one.
    await jobs.prepare([notifyJob, securityAlertJob]);
    const parts = { config, db: database.kysely, clock: systemClock, jobs };
    const reset = await resetFactors(parts, identifier);
    const had = reset.hadFactors
      ? "has no second factor any more, which the server tells them"
      : "had no second factor";
    stdout.write(`${reset.identifier} ${had}, and is signed out everywhere.\n`);
  } finally {
    await jobs.stop();
    await database.close();
  }
}

async function printAuditState(): Promise<void> {
  const database = await openServersDatabase(loadConfig(env));
  try {
    await linkAudit(database.kysely);
    const states = await checkAudit(database.kysely, systemClock.now());
    for (const { of, events, brokenAt, last } of states) {
      const name = of === null ? "The instance" : `Workspace ${of}`;
      const verdict = brokenAt === null ? "whole" : `BROKEN at event ${brokenAt}`;
      stdout.write(`${name}: ${events} events, ${verdict}, ends with ${last.no} ${last.hash}\n`);
    }
    if (states.some(({ brokenAt }) => brokenAt !== null)) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

async function printSearchFill(order: string | undefined): Promise<void> {
  const database = await openServersDatabase(loadConfig(env));
  try {
    if (order !== undefined) await setFilling(database.kysely, order === "go");
    const { isFilling, rooms, entries } = await getFillState(database.kysely);
    const left = `${entries} entries in ${rooms} rooms are not in search yet`;
    const state = isFilling ? "A running server reads them." : "Reading them is stopped.";
    stdout.write(rooms === 0 ? "Everything is in search.\n" : `${left}. ${state}\n`);
  } finally {
    await database.close();
  }
}

async function run([command, argument, ...rest]: readonly string[]): Promise<void> {
  if (rest.length > 0) throw new StartError(usage);
  if (command === "sign-in-link" && argument !== undefined) return printSignInLink(argument);
  if (command === "reset-second-factors" && argument !== undefined)
    return printFactorReset(argument);
  if (command === "audit-verify" && argument === undefined) return printAuditState();
  const isOrder = argument === undefined || argument === "stop" || argument === "go";
  if (command === "search-fill" && isOrder) return printSearchFill(argument);
  throw new StartError(usage);
}

try {
  await run(argv.slice(2));
} catch (error) {
  const isPlain = error instanceof StartError || error instanceof AppError;
  if (!isPlain) throw error;
  stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
