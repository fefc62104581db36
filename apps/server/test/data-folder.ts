import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startEmbedded, type EmbeddedOptions } from "#server/platform/db/embedded/embedded.ts";
import type { ClusterRecord } from "#server/platform/db/embedded/places.ts";
import { silentLog } from "./silent-log.ts";

/** A data directory and what removes it. */
export interface DataFolder {
  readonly options: EmbeddedOptions;
  readonly remove: () => void;
}

/** A data directory of one test, with a system folder beside it; both are gone afterwards. */
export function newDataFolder(...below: string[]): EmbeddedOptions {
  const { options, remove } = makeDataFolder(...below);
  onTestFinished(remove);
  return options;
}

/** The same for several tests, which remove it at their end. */
export function makeDataFolder(...below: string[]): DataFolder {
  const root = mkdtempSync(join(tmpdir(), "colbin-test-"));
  // Root's database runs as another account, which must pass through.
  chmodSync(root, 0o711);
  const dataFolder = join(root, ...below, "data");
  const remove = (): void => {
    const record = readRecordFile(dataFolder);
    if (record?.socketFolder) rmSync(record.socketFolder, { recursive: true, force: true });
    rmSync(root, { recursive: true, force: true });
  };
  const systemFolder = join(root, "system");
  return { options: { dataFolder, systemFolder, log: silentLog, sync: false }, remove };
}

/** A data directory with a database that was started and stopped, to be copied: making one takes a second. */
export async function makeUsedDataFolder(): Promise<DataFolder> {
  const made = makeDataFolder();
  const database = await startEmbedded(made.options);
  await database.stop();
  return made;
}

/** A copy of a used data directory for one test. */
export function copyDataFolder({ options: { dataFolder } }: DataFolder): EmbeddedOptions {
  const options = newDataFolder();
  spawnSync("cp", ["-a", dataFolder, options.dataFolder]);
  const record = readRecordFile(dataFolder);
  const cluster = join(options.dataFolder, "postgres");
  const copied = JSON.stringify({ ...record, cluster, socketFolder: "" });
  writeFileSync(join(options.dataFolder, "postgres.json"), copied);
  return options;
}

/** postgres.json as it lies there. */
function readRecordFile(dataFolder: string): ClusterRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(dataFolder, "postgres.json"), "utf8")) as ClusterRecord;
  } catch {
    return undefined;
  }
}

/** Where the cluster of a data directory lies. */
export function clusterOf(dataFolder: string): string {
  return readRecordFile(dataFolder)?.cluster ?? "";
}
