// The NATS server of `npm run cluster` and of the tests: whatever the machine has, proved by asking it for its version.
import { spawnSync } from "node:child_process";
import { SetupError } from "./report.mjs";
import { installSystemPackage, natsServer } from "./system-packages.mjs";

/** By name, then where packages put it that are not for everybody's PATH. */
const places = [
  "nats-server",
  "/usr/sbin/nats-server",
  "/usr/local/bin/nats-server",
  "/opt/homebrew/bin/nats-server",
];

/**
 * A nats-server that runs: NATS_SERVER_BIN and nothing else when it is set, else the first of the usual places.
 * @returns {string | undefined}
 */
export function findNatsServer() {
  const chosen = process.env["NATS_SERVER_BIN"];
  return (chosen ? [chosen] : places).find(isNatsServer);
}

/**
 * As findNatsServer, but installs Debian's where there is none and we may; else throws a SetupError that says how.
 * @returns {string}
 */
export function ensureNatsServer() {
  const found = findNatsServer();
  if (found !== undefined) return found;
  if (process.env["NATS_SERVER_BIN"]) {
    throw new SetupError(
      `NATS_SERVER_BIN is ${process.env["NATS_SERVER_BIN"]}, which is no nats-server that runs here. Set it to the program, or unset it to use the one of the system.`,
    );
  }
  installSystemPackage(natsServer);
  const installed = findNatsServer();
  if (installed === undefined)
    throw new SetupError(`No nats-server runs here after installing it. ${natsServer.else}`);
  return installed;
}

/** @param {string} program */
function isNatsServer(program) {
  const { status, stdout } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    timeout: 30_000,
  });
  return status === 0 && stdout.startsWith("nats-server");
}
