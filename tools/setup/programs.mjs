// Servers that several nodes or the tests need: whatever the machine has, proved by asking it for its version.
import { spawnSync } from "node:child_process";
import { SetupError } from "./report.mjs";
import { clamavDaemon, installSystemPackage, natsServer } from "./system-packages.mjs";

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string} variable names the program, and then no other one is taken
 * @property {string} says how its version begins
 * @property {readonly string[]} places by name, then where packages put it that are not for everybody's PATH
 * @property {import("./system-packages.mjs").SystemPackage} of
 */

/** @type {Program} */
export const nats = {
  name: "nats-server",
  variable: "NATS_SERVER_BIN",
  says: "nats-server",
  places: [
    "nats-server",
    "/usr/sbin/nats-server",
    "/usr/local/bin/nats-server",
    "/opt/homebrew/bin/nats-server",
  ],
  of: natsServer,
};

/** @type {Program} */
export const clamd = {
  name: "clamd",
  variable: "CLAMD_BIN",
  says: "ClamAV",
  places: ["clamd", "/usr/sbin/clamd", "/usr/local/sbin/clamd", "/opt/homebrew/sbin/clamd"],
  of: clamavDaemon,
};

/**
 * One that runs: that of its variable and nothing else when it is set, else the first of the usual places.
 * @param {Program} program
 * @returns {string | undefined}
 */
export function findProgram({ variable, says, places }) {
  const chosen = process.env[variable];
  return (chosen ? [chosen] : places).find((path) => isProgram(path, says));
}

/**
 * As findProgram, but installs Debian's where there is none and we may; else throws a SetupError that says how.
 * @param {Program} program
 * @returns {string}
 */
export function ensureProgram(program) {
  const found = findProgram(program);
  if (found !== undefined) return found;
  const { name, variable, of } = program;
  if (process.env[variable]) {
    throw new SetupError(
      `${variable} is ${process.env[variable]}, which is no ${name} that runs here. Set it to the program, or unset it to use the one of the system.`,
    );
  }
  installSystemPackage(of);
  const installed = findProgram(program);
  if (installed === undefined)
    throw new SetupError(`No ${name} runs here after installing it. ${of.else}`);
  return installed;
}

/**
 * @param {string} path
 * @param {string} says
 */
function isProgram(path, says) {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && stdout.startsWith(says);
}
