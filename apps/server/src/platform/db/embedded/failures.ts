import { StartError } from "../../start-error.ts";

/*
 * What initdb and postgres say when they cannot go on, turned into what the operator can do. Their words are fixed: both run
 * with lc_messages = C.
 */

interface Failure {
  readonly sign: RegExp;
  readonly advice: (place: string) => string;
}

const failures: readonly Failure[] = [
  {
    sign: /No space left on device|Disk quota exceeded|Check free disk space/,
    advice: (place) =>
      `The disk that holds ${place} is full. Make room (a new database needs about 60 MB) and start again.`,
  },
  {
    sign: /Permission denied|Operation not permitted|Read-only file system/,
    advice: (place) =>
      `The database in ${place} cannot be read or written. Give the folder back to the account that runs it, or set DATA_DIR to another folder.`,
  },
  {
    sign: /data directory "[^"]*" has invalid permissions/,
    advice: (place) =>
      `The database in ${place} is open to other accounts, and PostgreSQL refuses that. Close it: chmod 700 ${place}`,
  },
  {
    sign: /database files are incompatible with server/,
    advice: (place) =>
      `The database in ${place} was made by another version of PostgreSQL. Start the version of Colbin that made it, or restore a backup into a new DATA_DIR.`,
  },
  {
    sign: /error while loading shared libraries|Library not loaded/,
    advice: () =>
      "A library that PostgreSQL needs is missing on this machine. Install it, or set DATABASE_URL to a PostgreSQL 18 of your own.",
  },
  {
    sign: /could not (?:create|map|resize|open) (?:anonymous )?shared memory|could not create semaphores|Cannot allocate memory/,
    advice: () =>
      "This machine has too little free memory for the database. Stop other programs or add memory.",
  },
  {
    sign: /invalid primary checkpoint record|could not locate a valid checkpoint record|is not a valid data directory|could not open file "[^"]*(?:pg_control|pg_filenode)|invalid checksum|incorrect checksum|invalid data in file|could not locate required checkpoint record/,
    advice: (place) =>
      `The database in ${place} is damaged and cannot start. Restore it from a backup.`,
  },
];

/** One sentence for the operator, and what the program wrote about it. */
export function toFailure(action: string, place: string, output: string): StartError {
  const known = failures.find(({ sign }) => sign.test(output));
  const sentence = known?.advice(place) ?? `The embedded database in ${place} did not ${action}.`;
  return new StartError([sentence, ...tellingLines(output)].join("\n  "));
}

/** True while remains of a killed server, which end by themselves, still hold the shared memory of the cluster. */
export function isHeldByRemains(output: string): boolean {
  return /pre-existing shared memory block|lock file "[^"]*" already exists/.test(output);
}

/** What a system error means for the one who gave us the folder. */
export function toReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Readonly<Record<string, string>> = {
    EACCES: "permission denied",
    EPERM: "permission denied",
    EROFS: "the file system is read-only",
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    ENOTDIR: "a part of the path is a file",
    EEXIST: "it is a file",
    ENAMETOOLONG: "the path is too long",
  };
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

/** A failed file operation of ours as advice; any other error as it is. */
export function toAdvice(error: unknown, place: string): unknown {
  if (error instanceof StartError || !(error instanceof Error && "syscall" in error)) return error;
  const path = "path" in error && typeof error.path === "string" ? error.path : place;
  return new StartError(
    `The database in ${place} cannot be prepared, because of ${path}: ${toReason(error)}. Make room or give the folder to the account that runs Colbin, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** The lines that name the trouble, or the last ones. */
function tellingLines(output: string): string[] {
  const lines = output.split("\n").map((line) => line.trim());
  const telling = lines.filter((line) => /FATAL:|PANIC:|error:/.test(line));
  return (telling.length > 0 ? telling : lines.filter((line) => line !== "")).slice(-3);
}
