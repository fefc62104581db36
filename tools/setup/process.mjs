// Running a child process to its end. The child shares our process group, so Ctrl-C in a terminal reaches it without
// us; a signal sent to this process alone is passed on, each kind once. One sent to npm gets no further than the shell
// between npm and us, so there the loss of our parent counts as SIGTERM.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"];
const parentPollMs = 200;

/**
 * Resolves with the exit code when the child has ended (128 + the signal's number after a signal) and with what it
 * printed when `quiet`; rejects only when it cannot be started.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd, env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const seen = new Set();
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      if (seen.has(signal)) return;
      seen.add(signal);
      child.kill(signal);
    };
    // Before the child is there: a signal that comes while it starts would end this process, and leave the child behind.
    for (const signal of passedOn) process.on(signal, passOn);
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
    });
    let output = "";
    child.stdout?.on("data", (data) => (output += data));
    child.stderr?.on("data", (data) => (output += data));

    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.env["npm_lifecycle_event"] && process.ppid !== parent) passOn("SIGTERM");
    }, parentPollMs);
    const release = () => {
      clearInterval(watch);
      for (const signal of passedOn) process.off(signal, passOn);
    };
    child.on("error", (error) => {
      release();
      reject(error);
    });
    child.on("close", (code, signal) => {
      release();
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), output });
    });
  });
}
