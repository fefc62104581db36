import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "../../start-error.ts";

/*
 * One server per data directory. A file with a process id in it goes stale after kill -9 and lies after a restart of the
 * machine; a lock that the kernel holds for the process does neither. Node cannot take one itself, but an exclusive SQLite
 * transaction on an empty file is exactly that, on every platform, and it costs less than a millisecond.
 */

export interface FolderLock {
  readonly release: () => void;
}

/** SQLite keeps paths in 512 bytes. */
const FOLDER_MAX = 480;

/** Holds the folder until release or the end of the process, however it ends; throws StartError when another server has it. */
export function lockFolder(folder: string): FolderLock {
  const file = toLockFile(folder);
  const note = join(folder, "server.pid");
  const database = openLockFile(file);
  try {
    database.exec("pragma journal_mode = memory; begin exclusive");
    writeFileSync(note, `${process.pid}\n`);
  } catch (error) {
    database.close();
    throw isHeld(error) ? new StartError(toSentence(folder, readNote(note))) : error;
  }
  return { release: () => database.close() };
}

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new StartError(
      `The lock file ${file} cannot be opened. Give it to the account that runs Colbin, or remove it when no Colbin server runs.`,
      { cause: error },
    );
  }
}

/** What is said to the second of two servers. */
export function toSentence(folder: string, owner?: string): string {
  const which = owner === undefined ? "" : ` (process ${owner})`;
  return `Another Colbin server${which} is using the data directory ${folder}. Stop it first, or set DATA_DIR to another folder.`;
}

/** The file whose lock counts for a folder; it stays behind, empty. */
export function toLockFile(folder: string): string {
  if (Buffer.byteLength(folder) <= FOLDER_MAX) return join(folder, "server.lock");
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(tmpdir(), `colbin-${name}.lock`);
}

function isHeld(error: unknown): boolean {
  const busy = 5;
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
