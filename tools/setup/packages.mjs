// The packages of the lockfile, installed when the lockfile changed and never otherwise.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { withSetupLock } from "./lock.mjs";
import { pinnedPaths } from "./pinned-node.mjs";
import { run } from "./process.mjs";
import { SetupError, say } from "./report.mjs";

/** The flags stand against what a user's npm configuration or NODE_ENV may leave out; no package's script is needed. */
const npmArgs = [
  "ci",
  "--include=dev",
  "--include=optional",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--package-lock",
  "--loglevel=error",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-factor=3",
];

/** @type {readonly (readonly [RegExp, string])[]} */
const npmFailures = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    "The package registry cannot be reached. Check the network and npm's settings (npm config get registry, proxy), then run the command again.",
  ],
  [/ENOSPC/, "The disk is full. Make room (about 1 GB), then run the command again."],
  [
    /EACCES|EPERM|EROFS/,
    "This user may not write node_modules here. Make the folder yours, then run the command again.",
  ],
  [
    /EUSAGE|in sync/,
    "package.json and package-lock.json do not agree. Run `npm install` and keep the changed lockfile.",
  ],
  [
    /EINTEGRITY/,
    "A package is not what the lockfile says. Run `npm cache clean --force`, then the command again.",
  ],
];

/**
 * Afterwards node_modules is what package-lock.json says. Reads one file when it is already.
 * @param {string} root
 */
export async function ensurePackages(root) {
  if (isInstalled(root)) return;
  await withSetupLock(root, async () => {
    if (isInstalled(root)) return;
    if (
      !treeMatches(
        readLockfile(root, "package-lock.json"),
        readLockfile(root, "node_modules/.package-lock.json"),
      )
    ) {
      await installPackages(root);
    }
    const missing = neededFiles(root).find((file) => !existsSync(file));
    if (missing !== undefined) {
      await installPackages(root);
      // npm skips an optional package in silence when its download fails.
      if (!existsSync(missing)) {
        throw new SetupError(
          `npm did not install ${missing}. Check the network, then run the command again.`,
        );
      }
    }
    mkdirSync(dirname(stampFile(root)), { recursive: true });
    writeFileSync(stampFile(root), lockfileHash(root));
  });
}

/**
 * Whether an installed tree, by its own record, holds what the lockfile wants: true after an `npm install` by hand, so
 * that it is not installed again. Optional packages may be missing, as those of other platforms do.
 * @param {Lockfile | undefined} lockfile
 * @param {Lockfile | undefined} installed
 *
 * @typedef {{ packages?: Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean }> }} Lockfile
 */
export function treeMatches(lockfile, installed) {
  const wanted = Object.entries(lockfile?.packages ?? {}).filter(([path]) =>
    path.startsWith("node_modules/"),
  );
  const present = installed?.packages ?? {};
  const same = wanted.every(([path, entry]) => {
    const found = present[path];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
  const names = new Set(wanted.map(([path]) => path));
  const nothingElse = Object.keys(present).every(
    (path) => names.has(path) || !path.startsWith("node_modules/"),
  );
  return wanted.length > 0 && same && nothingElse;
}

/**
 * The sentence that says what to do about a failed npm.
 * @param {string} output
 */
export function explainNpmFailure(output) {
  const known = npmFailures.find(([pattern]) => pattern.test(output));
  const end = output.trim().split("\n").slice(-12).join("\n");
  return known === undefined ? `npm ci failed:\n${end}` : `npm ci failed:\n${end}\n${known[1]}`;
}

/** @param {string} root */
async function installPackages(root) {
  say("installing the packages of package-lock.json (npm ci)");
  const npm = npmCommand(process.env["npm_execpath"]);
  const { code, output } = await run(npm.command, [...npm.args, ...npmArgs], {
    cwd: root,
    quiet: true,
  });
  if (code !== 0) throw new SetupError(explainNpmFailure(output));
}

/**
 * The npm that called us, by its own path; else the one in PATH.
 * @param {string | undefined} execPath
 */
export function npmCommand(execPath) {
  if (execPath !== undefined && basename(execPath) === "npm-cli.js") {
    return { command: process.execPath, args: [execPath] };
  }
  // Windows starts npm.cmd through its shell only.
  return process.platform === "win32"
    ? { command: "cmd.exe", args: ["/c", "npm"] }
    : { command: "npm", args: [] };
}

/** @param {string} root */
function isInstalled(root) {
  const stamp = stampFile(root);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lockfileHash(root)) return false;
  return neededFiles(root).every((file) => existsSync(file));
}

/** @param {string} root */
function neededFiles(root) {
  return Object.values(pinnedPaths(process.platform, process.arch)).map((file) => join(root, file));
}

/** @param {string} root */
function stampFile(root) {
  return join(root, "node_modules", ".colbin", "lockfile");
}

/** @param {string} root */
function lockfileHash(root) {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Lockfile | undefined}
 */
function readLockfile(root, file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
