import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

/*
 * PostgreSQL refuses to run as root. A server started by root (a container, a small rented machine) therefore runs the
 * database as an unprivileged account, which must be able to reach the binaries, the cluster and the socket.
 */

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account that the database runs as, or undefined for the account of this process, which is right unless it is root. */
export function findDatabaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findAccount("postgres") ?? findAccount("nobody") ?? { uid: 65_534, gid: 65_534 };
}

/** The owner of a cluster that exists: only that account may run it. Undefined when that is the account of this process. */
export function findOwner(path: string): Account | undefined {
  const { uid, gid } = statSync(path);
  return uid === process.getuid?.() ? undefined : { uid, gid };
}

/** True when the account may pass through every folder down to this one. Undefined means this process, which looks itself. */
export function mayEnter(folder: string, account: Account | undefined): boolean {
  if (!account) return true;
  const path = realpathSync(folder);
  return listFolders(path).every((each) => isAllowed(each, account, 0o1));
}

/** True when the account may reach and read (or run) this file. */
export function mayRead(file: string, account: Account | undefined): boolean {
  if (!account) return true;
  const path = realpathSync(file);
  return mayEnter(dirname(path), account) && isAllowed(path, account, 0o4);
}

function isAllowed(path: string, account: Account, bit: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & bit) !== 0;
}

function listFolders(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...listFolders(parent), path];
}

function findAccount(name: string): Account | undefined {
  const line = readAccounts().find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  // NOTE: macOS writes the ids of nobody as negative numbers.
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : undefined;
}

function readAccounts(): string[] {
  try {
    return readFileSync("/etc/passwd", "utf8").split("\n");
  } catch {
    return [];
  }
}
