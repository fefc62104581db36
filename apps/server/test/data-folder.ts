import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { EmbeddedOptions } from "#server/platform/db/embedded/embedded.ts";
import { silentLog } from "./silent-log.ts";

/** A data directory of one test, with a system folder beside it; both are gone afterwards. */
export function newDataFolder(...below: string[]): EmbeddedOptions {
  const { options, remove } = makeDataFolder(...below);
  onTestFinished(remove);
  return options;
}

/** The same for several tests, which remove it at their end. */
export function makeDataFolder(...below: string[]): {
  options: EmbeddedOptions;
  remove: () => void;
} {
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

/** postgres.json as it lies there. */
export function readRecordFile(
  dataFolder: string,
): { cluster: string; socketFolder: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(dataFolder, "postgres.json"), "utf8")) as {
      cluster: string;
      socketFolder: string;
    };
  } catch {
    return undefined;
  }
}
