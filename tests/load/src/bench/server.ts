import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import {
  createServerProcess,
  readClusterRecord,
  withOutput,
  type ServerProcess,
} from "../server-process.ts";
import { readCpuS, readTreeCpuS, type CpuReading } from "./usage.ts";

/** The product's server with its own database, running, and the ways to look at both. */
export interface BenchServer extends ServerProcess {
  /** A connection to its database, as the server's own role; ended with the server. */
  readonly database: Client;
  /** Seconds of processor used so far, by the server's process and by PostgreSQL with all its backends. */
  cpu(): CpuReading;
}

/**
 * Starts a server, of this checkout or of another one, on an empty data directory for as long as the measurement takes; nothing of
 * it stays behind.
 */
export async function withServer<T>(
  settings: Readonly<Record<string, string>>,
  measure: (server: BenchServer) => Promise<T>,
  checkout?: string,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-bench-"));
  const server = await createServerProcess(join(folder, "data"), settings, checkout);
  try {
    await server.start();
    return await withDatabase(server, measure).catch((error: unknown) => {
      throw withOutput(error, server.said());
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withDatabase<T>(
  server: ServerProcess,
  measure: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const record = await readClusterRecord(server.dataDir);
  const database = new Client({
    host: record.socketFolder,
    port: record.port,
    user: "colbin",
    password: record.password,
    database: "colbin",
  });
  await database.connect();
  const postmaster = await readPostmaster(record.cluster);
  const cpu = (): CpuReading => ({
    serverS: readCpuS(server.pid()),
    databaseS: readTreeCpuS(postmaster),
  });
  try {
    return await measure({ ...server, database, cpu });
  } finally {
    await database.end();
  }
}

async function readPostmaster(cluster: string): Promise<number> {
  const [pid] = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}

/** The version that runs, as PostgreSQL names itself. */
export async function readDatabaseVersion(database: Client): Promise<string> {
  const { rows } = await database.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return `PostgreSQL ${rows[0]?.version}`;
}
