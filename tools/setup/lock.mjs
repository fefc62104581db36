// One set-up at a time in a checkout: `npm start` in one terminal and `npm test` in the next would otherwise install
// into the same folder at once.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { say } from "./report.mjs";

const pollMs = 200;
/** Longer than any set-up step takes: an older lock was left behind, even if its process id lives again. */
const forgottenAfterMs = 15 * 60_000;

/**
 * Runs `step` while no other process of this checkout runs one. A lock whose owner is gone is taken over.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function withSetupLock(root, step) {
  const file = join(root, ".cache", "setup.lock");
  mkdirSync(join(root, ".cache"), { recursive: true });
  let told = false;
  while (!tookLock(file)) {
    const owner = ownerOf(file);
    if (owner === undefined) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) say(`waiting for the set-up of process ${owner} to end`);
    told = true;
    await setTimeout(pollMs);
  }
  try {
    return await step();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function tookLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * The living process that holds the lock.
 * @param {string} file
 */
function ownerOf(file) {
  try {
    const owner = Number(readFileSync(file, "utf8"));
    // NOTE: an empty file is a lock that is being written at this moment.
    if (owner === 0) return owner;
    if (owner === process.pid || Date.now() - statSync(file).mtimeMs > forgottenAfterMs)
      return undefined;
    process.kill(owner, 0);
    return owner;
  } catch (error) {
    // EPERM: the process lives and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM" ? 0 : undefined;
  }
}
