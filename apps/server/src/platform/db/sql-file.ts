import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of SQL, and the hash by which a change of it is noticed. */
export interface SqlFile {
  readonly file: string;
  readonly text: string;
  readonly checksum: string;
}

/** The SQL files of a folder by name. Line ends do not count: the same file has other ones on Windows. */
export function readSqlFiles(folder: string): SqlFile[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.toSorted().map((file) => {
    const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
    return { file, text, checksum: createHash("sha256").update(text).digest("hex") };
  });
}

/** The message of an error with the line of the text that it is about, where PostgreSQL tells it. */
export function toReason(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error);
  const position = "position" in error ? Number(error.position) : Number.NaN;
  if (!Number.isInteger(position)) return error.message;
  return `line ${text.slice(0, position).split("\n").length}: ${error.message}`;
}
