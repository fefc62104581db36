import { statSync, renameSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import type { DatabaseLog } from "../database-log.ts";
import type { Account } from "./account.ts";
import { prepareBinaries, type Binaries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import { toAdvice } from "./failures.ts";
import { openGuard, type Guard } from "./guard.ts";
import { lockFolder, type FolderLock } from "./lock.ts";
import {
  findClusterAccount,
  makeSystemFolder,
  planCluster,
  prepareDataFolder,
  prepareSocketFolder,
  readRecord,
  writeRecord,
  type ClusterRecord,
} from "./places.ts";
import { findPostmaster, stopPostmaster, type PostmasterOptions } from "./postmaster.ts";
import { listSettings, type Settings } from "./settings.ts";
import { supervise } from "./supervisor.ts";

/*
 * The embedded database: a real PostgreSQL of our own in the data directory, for whoever has none. In order: folder, lock,
 * place, binaries, cluster, orphan, postmaster, guard, role and database; it stops the other way round.
 */

export interface EmbeddedOptions {
  readonly dataFolder: string;
  readonly log: DatabaseLog;
  /** Where root's databases go that an unprivileged account cannot reach in the data directory. */
  readonly systemFolder?: string;
  /** Loopback instead of a socket: the rule on Windows, elsewhere for tests of external connections. */
  readonly loopbackPort?: number;
  /** Overrides of PostgreSQL's settings. Only tests, on data that nobody needs, may take durability away. */
  readonly settings?: Settings;
  readonly sync?: boolean;
}

/** A running embedded database. */
export interface EmbeddedDatabase {
  /** The application's role, which is not a superuser, on its database. */
  readonly connection: DirectConnection;
  /** The superuser on the maintenance database: for tests, which make and drop databases. */
  readonly superuser: DirectConnection;
  /** Process id of PostgreSQL; another one after it was restarted. */
  readonly pid: () => number;
  /** Stops PostgreSQL in order and gives the data directory free. Idempotent. */
  readonly stop: () => Promise<void>;
}

export interface DirectConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

interface Place {
  readonly dataFolder: string;
  readonly record: ClusterRecord;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
}

const APPLICATION = "colbin";
const SYSTEM_FOLDER = "/var/lib/colbin";
const LOG_MAX_BYTES = 10 * 1024 * 1024;

/**
 * Starts the embedded database of a data directory and makes it first when it is new. Throws StartError in every case that
 * the operator can mend. At most one server per data directory; the orphan of a killed one is stopped, its data recovered.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataFolder = prepareDataFolder(options.dataFolder);
  let lock: FolderLock | undefined;
  try {
    lock = lockFolder(dataFolder);
    const running = await start(dataFolder, options);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= running.stop().finally(lock?.release));
    return { ...running, stop };
  } catch (error) {
    lock?.release();
    throw toAdvice(error, dataFolder);
  }
}

async function start(dataFolder: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = await preparePlace(dataFolder, options);
  const superuser = toSuperuser(place.record, options);
  await stopOrphan(place, superuser, options.log);
  const supervisor = await supervise(toPostmasterOptions(place, options), options.log);
  try {
    const guard = await openGuard(superuser, dataFolder, options.log);
    await ensureApplicationDatabase(guard, place);
    return {
      connection: {
        ...superuser,
        user: APPLICATION,
        password: place.record.password,
        database: APPLICATION,
      },
      superuser,
      pid: supervisor.pid,
      stop: async () => {
        await guard.close();
        await supervisor.stop();
      },
    };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

async function preparePlace(dataFolder: string, options: EmbeddedOptions): Promise<Place> {
  const systemFolder = options.systemFolder ?? SYSTEM_FOLDER;
  const planned = readRecord(dataFolder) ?? planCluster(dataFolder, systemFolder);
  const account = findClusterAccount(planned.cluster);
  const record = {
    ...planned,
    socketFolder:
      options.loopbackPort === undefined ? prepareSocketFolder(planned.socketFolder, account) : "",
  };
  writeRecord(dataFolder, record);
  const binaries = prepareBinaries(account, () =>
    account ? makeSystemFolder(systemFolder) : dataFolder,
  );
  await ensureCluster({ binaries, account, record, sync: options.sync ?? true });
  return { dataFolder, record, account, binaries };
}

/** After kill -9 of a server its PostgreSQL runs on. The lock in the database tells it from one that a server uses. */
async function stopOrphan(
  place: Place,
  superuser: DirectConnection,
  log: DatabaseLog,
): Promise<void> {
  const { cluster } = place.record;
  const pid = findPostmaster(cluster);
  if (pid === undefined) return;
  await requireUnused(superuser, place.dataFolder, log);
  log.info({ pid }, "Stopping the database that a killed server left behind");
  await stopPostmaster(pid, { binaries: place.binaries, cluster });
}

async function requireUnused(
  superuser: DirectConnection,
  dataFolder: string,
  log: DatabaseLog,
): Promise<void> {
  try {
    const guard = await openGuard(superuser, dataFolder, log);
    await guard.close();
  } catch (error) {
    // Without an answer (it starts, stops, or lost its socket) the lock on the folder, which is ours, decides.
    if (error instanceof StartError) throw error;
  }
}

function toPostmasterOptions(place: Place, options: EmbeddedOptions): PostmasterOptions {
  const { record, account, binaries, dataFolder } = place;
  const logFile = join(dataFolder, "postgres.log");
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES)
    renameSync(logFile, `${logFile}.old`);
  const endpoint = {
    socketFolder: options.loopbackPort === undefined ? record.socketFolder : undefined,
    port: options.loopbackPort ?? record.port,
  };
  const settings = listSettings(endpoint, options.settings ?? {});
  return { binaries, account, cluster: record.cluster, settings, logFile };
}

function toSuperuser(record: ClusterRecord, { loopbackPort }: EmbeddedOptions): DirectConnection {
  return {
    host: loopbackPort === undefined ? record.socketFolder : "127.0.0.1",
    port: loopbackPort ?? record.port,
    user: "postgres",
    password: record.superuserPassword,
    database: "postgres",
  };
}

/** Repeatable, so that a start that was cut off in the middle is finished by the next one. */
async function ensureApplicationDatabase(
  guard: Guard,
  { dataFolder, record }: Place,
): Promise<void> {
  if (record.ready) return;
  const roles = await guard.query(`select from pg_roles where rolname = '${APPLICATION}'`);
  const verb = roles.rowCount === 0 ? "create" : "alter";
  // The password is base64url: it cannot end the literal.
  await guard.query(`${verb} role ${APPLICATION} login password '${record.password}'`);
  const databases = await guard.query(`select from pg_database where datname = '${APPLICATION}'`);
  if (databases.rowCount === 0) {
    await guard.query(`create database ${APPLICATION} owner ${APPLICATION} template template0`);
  }
  writeRecord(dataFolder, { ...record, ready: true });
}
