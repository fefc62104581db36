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
    sign: /No space left on device|Disk quota exceeded/,
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

/** One sentence for the operator, and the last lines that the program wrote. */
export function toFailure(action: string, place: string, output: string): StartError {
  const known = failures.find(({ sign }) => sign.test(output));
  const sentence = known?.advice(place) ?? `The embedded database in ${place} did not ${action}.`;
  return new StartError([sentence, ...lastLines(output)].join("\n  "));
}

/** True while remains of a killed server, which end by themselves, still hold the shared memory of the cluster. */
export function isHeldByRemains(output: string): boolean {
  return /pre-existing shared memory block|lock file "[^"]*" already exists/.test(output);
}

function lastLines(output: string): string[] {
  return output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-3);
}
