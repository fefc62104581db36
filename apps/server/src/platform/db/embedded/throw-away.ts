import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import type { DatabaseLog } from "../database-log.ts";
import { prepareBinaries } from "./binaries.ts";
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from "./embedded.ts";
import { lockFolder } from "./lock.ts";
import { readRecord } from "./places.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";

/*
 * An embedded database for tests and tools: in a temporary folder, without durability, and gone afterwards. A run that was
 * killed leaves its own behind; the next one clears it away.
 */

const PREFIX = "colbin-throw-away-";
const FRESH_MS = 60_000;

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
  shared_buffers: "128MB",
  max_wal_size: "4GB",
};

/** Starts a database of which nothing is left after `stop`. */
export async function startThrowAway(
  log: DatabaseLog,
  more: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedDatabase> {
  await clearLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(folder, 0o711);
  const dataFolder = join(folder, "data");
  const remove = (): void => removeFolders(folder, dataFolder);
  try {
    const database = await startEmbedded({
      dataFolder,
      systemFolder: join(folder, "system"),
      log,
      settings,
      sync: false,
      ...more,
    });
    return { ...database, stop: () => database.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(PREFIX)) await clearUnlessInUse(join(tmpdir(), name));
  }
}

async function clearUnlessInUse(folder: string): Promise<void> {
  const dataFolder = join(folder, "data");
  try {
    // One that is just being made may not have its lock yet.
    if (Date.now() - statSync(folder).mtimeMs < FRESH_MS) return;
    lockFolder(dataFolder).release();
    await stopLeftover(dataFolder);
    removeFolders(folder, dataFolder);
  } catch (error) {
    // In use by another run, or removed by it in the meantime.
    if (!(error instanceof StartError) && !isMissing(error)) throw error;
  }
}

async function stopLeftover(dataFolder: string): Promise<void> {
  const cluster = readRecord(dataFolder)?.cluster;
  const pid = cluster === undefined ? undefined : findPostmaster(cluster);
  if (cluster === undefined || pid === undefined) return;
  await stopPostmaster(pid, { cluster, binaries: prepareBinaries(undefined, () => dataFolder) });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function removeFolders(folder: string, dataFolder: string): void {
  const socketFolder = readRecord(dataFolder)?.socketFolder;
  if (socketFolder) rmSync(socketFolder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
