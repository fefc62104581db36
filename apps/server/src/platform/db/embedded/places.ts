import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { StartError } from "../../start-error.ts";
import { toReason } from "./failures.ts";
import { findDatabaseAccount, findOwner, mayEnter, type Account } from "./account.ts";

/*
 * Where the cluster and its socket live, and with which passwords: kept in postgres.json in the data directory, readable by
 * the server's account only. What is written there wins over what would be chosen today, so that a database never seems to
 * vanish because permissions changed.
 */

/** The content of postgres.json. */
export interface ClusterRecord {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly port: number;
  readonly superuserPassword: string;
  readonly password: string;
  /** Set once role and database exist. */
  readonly ready: boolean;
}

/** PostgreSQL keeps paths in buffers of 1,024 bytes and appends names of its own. */
const CLUSTER_PATH_MAX = 900;
/** A socket's whole path must fit in 104 bytes (macOS; 108 on Linux). */
const SOCKET_FOLDER_MAX = 80;

/** Makes the data directory; throws StartError when it cannot be made or written. */
export function prepareDataFolder(folder: string): string {
  try {
    // Root's database runs as another account, which must pass through; what lies inside has its own modes.
    makeFolders(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new StartError(
      `The data directory ${folder} cannot be used: ${toReason(error)}. Give it to the account that runs Colbin, or set DATA_DIR to a folder that it may write. Example: DATA_DIR=/srv/colbin`,
    );
  }
}

/** Step by step: where a file system takes no folders (/proc), Node's own recursion never ends. */
function makeFolders(folder: string, mode: number): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolders(parent, mode);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(folder, { mode });
}

/** Reads the record of an earlier start, or undefined for a new data directory. */
export function readRecord(dataFolder: string): ClusterRecord | undefined {
  const path = join(dataFolder, "postgres.json");
  if (existsSync(path)) return parseRecord(path);
  if (existsSync(join(dataFolder, "postgres", "PG_VERSION"))) {
    throw new StartError(
      `${path} is missing: it holds the passwords of the database in ${dataFolder}. Restore it from a backup.`,
    );
  }
  return undefined;
}

/** Written whole or not at all, and never readable by others; not touched when nothing changed. */
export function writeRecord(dataFolder: string, record: ClusterRecord): void {
  const path = join(dataFolder, "postgres.json");
  if (isDeepStrictEqual(readRecord(dataFolder), record)) return;
  writeFileSync(`${path}.new`, `${JSON.stringify(record, undefined, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(`${path}.new`, path);
}

/** Chooses place and passwords of a new cluster. */
export function planCluster(dataFolder: string, systemFolder: string): ClusterRecord {
  return {
    cluster: join(findHome(dataFolder, systemFolder), "postgres"),
    socketFolder: "",
    port: 5432,
    superuserPassword: randomBytes(24).toString("base64url"),
    password: randomBytes(24).toString("base64url"),
    ready: false,
  };
}

/** The account that runs this cluster: its owner, or for a new one an unprivileged account when this process is root. */
export function findClusterAccount(cluster: string): Account | undefined {
  if (!existsSync(cluster)) return findDatabaseAccount();
  const owner = findOwner(cluster);
  if (owner && process.getuid?.() !== 0) {
    throw new StartError(
      `The database in ${cluster} belongs to the account with id ${owner.uid}. Start Colbin as that account or as root.`,
    );
  }
  if (!mayEnter(join(cluster, ".."), owner)) {
    throw new StartError(
      `The account with id ${owner?.uid} runs the database but cannot reach ${cluster} any more. Allow it to pass: chmod o+x on the folders above.`,
    );
  }
  return owner;
}

/** A folder of mode 0700 with a short path for the socket: the one of before when it is still ours, else a new one. */
export function prepareSocketFolder(recorded: string, account: Account | undefined): string {
  if (recorded !== "" && isOurs(recorded, account)) return recorded;
  const folder = mkdtempSync(join(findTemporaryFolder(account), "colbin-"));
  giveTo(folder, account);
  return folder;
}

/** Makes a folder that belongs to the account, with mode 0700. */
export function makeOwnFolder(folder: string, account: Account | undefined): void {
  mkdirSync(folder, { mode: 0o700 });
  giveTo(folder, account);
}

/** Makes the account the owner; without one it stays this process. */
export function giveTo(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Makes the system-wide folder of databases whose data directory the unprivileged account cannot reach. */
export function makeSystemFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o711);
    return folder;
  } catch (error) {
    throw new StartError(
      `As root, Colbin keeps its database in ${folder} when an unprivileged account cannot reach it elsewhere, but that folder cannot be made: ${toReason(error)}. Start Colbin as an ordinary account, or set DATA_DIR to a folder that everybody may pass through.`,
    );
  }
}

function findHome(dataFolder: string, systemFolder: string): string {
  const account = findDatabaseAccount();
  const tooLong = Buffer.byteLength(dataFolder) > CLUSTER_PATH_MAX;
  if (!tooLong && mayEnter(dataFolder, account)) return dataFolder;
  if (!account) {
    throw new StartError(
      `The path of the data directory is too long for PostgreSQL: ${Buffer.byteLength(dataFolder)} bytes of ${CLUSTER_PATH_MAX}. Set DATA_DIR to a shorter one. Example: DATA_DIR=/srv/colbin`,
    );
  }
  const name = createHash("sha256").update(dataFolder).digest("hex").slice(0, 16);
  const home = makeSystemFolder(join(makeSystemFolder(systemFolder), name));
  if (mayEnter(home, account)) return home;
  throw new StartError(
    `The unprivileged account with id ${account.uid} runs the database, but it can reach neither ${dataFolder} nor ${systemFolder}. Allow it to pass: chmod o+x on the folders above one of them.`,
  );
}

function findTemporaryFolder(account: Account | undefined): string {
  const fits = (folder: string) =>
    Buffer.byteLength(folder) <= SOCKET_FOLDER_MAX &&
    !folder.includes(",") &&
    existsSync(folder) &&
    mayEnter(folder, account);
  return [tmpdir(), "/tmp", "/var/tmp", "/run"].find(fits) ?? tmpdir();
}

/** Anybody may have made a folder of that name after the machine was started again, so owner and mode are checked. */
function isOurs(folder: string, account: Account | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return (
    process.platform === "win32" ||
    (found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o777) === 0o700)
  );
}

function parseRecord(path: string): ClusterRecord {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ClusterRecord;
  } catch (error) {
    throw new StartError(
      `${path} cannot be read: ${toReason(error)}. It holds the place and the passwords of the database. Restore it from a backup.`,
    );
  }
}
