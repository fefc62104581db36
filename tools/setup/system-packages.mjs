// What npm cannot bring: a library and a browser of the operating system.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SetupError, say } from "./report.mjs";

/**
 * @typedef {{ why: string, names: Readonly<Record<string, string>>, else: string }} SystemPackage
 * `names` gives the package's name for each package manager, in the order in which they are looked for.
 */

/** @type {Readonly<Record<string, string>>} */
const installCommands = {
  "apt-get": "apt-get install -y",
  dnf: "dnf install -y",
  zypper: "zypper install -y",
  pacman: "pacman -S --noconfirm",
};

/** @type {SystemPackage} */
export const libatomic = {
  why: "the pinned Node needs the library libatomic.so.1",
  names: { "apt-get": "libatomic1", dnf: "libatomic", zypper: "libatomic1", pacman: "gcc-libs" },
  else: "Install the library libatomic.so.1 with the package manager of this system, then run the command again.",
};

/** @type {SystemPackage} */
export const chromium = {
  why: "the browser tests need a Chromium",
  names: { "apt-get": "chromium", dnf: "chromium", zypper: "chromium", pacman: "chromium" },
  else: "Install Chromium or Chrome, or set CHROMIUM_PATH to the program, then run the command again.",
};

/** @type {SystemPackage} */
export const headlessChromium = {
  why: "the browser tests are faster without windows",
  names: { "apt-get": "chromium-headless-shell" },
  else: chromium.else,
};

/** @type {SystemPackage} */
export const natsServer = {
  why: "several servers together need a nats-server, and the tests of it too",
  names: {
    "apt-get": "nats-server",
    dnf: "nats-server",
    zypper: "nats-server",
    pacman: "nats-server",
  },
  else: "Install nats-server (https://nats.io), or set NATS_SERVER_BIN to the program, then run the command again.",
};

/** @type {SystemPackage} */
export const clamavDaemon = {
  why: "the tests of the virus scan need a clamd",
  names: { "apt-get": "clamav-daemon", dnf: "clamd", zypper: "clamav", pacman: "clamav" },
  else: "Install clamd (https://www.clamav.net), or set CLAMD_BIN to the program, then run the command again.",
};

/** Asked by Debian's packages before they start a service. */
const serviceGuard = "/usr/sbin/policy-rc.d";
const guardTitle = "# Made by the set-up of Colbin: no service starts while it installs a package.";
/**
 * Answers no as long as this process lives, which its start tells from a later one with its number. Where it was killed, the next
 * package that asks removes the file.
 */
function toGuardScript() {
  const stat = `/proc/${process.pid}/stat`;
  const fields = existsSync(stat)
    ? readFileSync(stat, "utf8").replace(/.*\) /s, "").split(" ")
    : [];
  return `#!/bin/sh
${guardTitle}
kill -0 ${process.pid} 2>/dev/null &&
  [ "$(sed 's/.*) //' ${stat} 2>/dev/null | cut -d' ' -f20)" = "${fields[19] ?? ""}" ] && exit 101
rm -f "$0"
exit 0
`;
}

/**
 * Installs a package where we may (root on a system with apt-get); else throws a SetupError with the command to run.
 * @param {SystemPackage} wanted
 */
export function installSystemPackage(wanted) {
  const manager = Object.keys(wanted.names).find(isProgram);
  const isRoot = process.getuid?.() === 0;
  if (manager !== "apt-get" || !isRoot)
    throw new SetupError(howToInstall(wanted, manager, isRoot ? "" : "sudo "));
  say(`installing ${wanted.names[manager]} by apt-get: ${wanted.why}`);
  // An update can fail for a source that has nothing to do with this package: the install decides.
  apt(["update"]);
  const { status, stdout, stderr } = withoutServices(() =>
    apt(["install", "-y", "--no-install-recommends", wanted.names[manager] ?? ""]),
  );
  if (status === 0) return;
  const end = `${stdout}${stderr}`.trim().split("\n").slice(-10).join("\n");
  throw new SetupError(
    `apt-get failed:\n${end}\nCheck the network and the sources of apt, then run the command again.`,
  );
}

/**
 * May it be installed here without asking anybody, as far as apt-get knows before it looks for news?
 * @param {SystemPackage} wanted
 */
export function isOffered({ names }) {
  const known = spawnSync("apt-cache", ["show", names["apt-get"] ?? ""], { stdio: "ignore" });
  return process.getuid?.() === 0 && known.status === 0;
}

/**
 * @param {SystemPackage} wanted
 * @param {string | undefined} manager
 * @param {string} sudo
 */
export function howToInstall(wanted, manager, sudo) {
  const why = wanted.why.charAt(0).toUpperCase() + wanted.why.slice(1);
  if (manager === undefined) return `${why}. ${wanted.else}`;
  const command = `${sudo}${installCommands[manager]} ${wanted.names[manager]}`;
  return `${why}. Run this, then the command again:\n  ${command}`;
}

/**
 * Runs an installation that starts no service: the program is wanted, not another one on a port of this machine. What
 * the operator decided about services stays as it is.
 * @template T
 * @param {() => T} install
 * @param {string} [guard]
 * @returns {T}
 */
export function withoutServices(install, guard = serviceGuard) {
  if (existsSync(guard) && !readFileSync(guard, "utf8").includes(guardTitle)) return install();
  writeFileSync(guard, toGuardScript(), { mode: 0o755 });
  try {
    return install();
  } finally {
    rmSync(guard, { force: true });
  }
}

/** @param {string[]} args */
function apt(args) {
  return spawnSync("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=300", ...args], {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** @param {string} name */
function isProgram(name) {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}
