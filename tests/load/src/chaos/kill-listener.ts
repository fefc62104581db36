import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync, rmSync } from "node:fs";

/*
 * Loaded beside a server (`node --import`): kills its own process, hard, at a named point of a message's way. The order is a
 * file, `after-commit 3` for the third time from now; SIGUSR2 says that there is one. The server knows nothing of this.
 */

const file = process.env["COLBIN_KILL_ORDER"];
let stopListening: (() => void) | undefined;

function obey(): void {
  stopListening?.();
  const order = file === undefined ? "" : readOrder(file);
  const [point, times] = order.split(" ");
  if (!point) return;
  const name = `colbin:${point}`;
  let left = Number(times);
  const onPoint = (): void => {
    left -= 1;
    // Nothing comes after this: the signal takes the process before the call returns.
    if (left <= 0) process.kill(process.pid, "SIGKILL");
  };
  subscribe(name, onPoint);
  stopListening = () => unsubscribe(name, onPoint);
}

/** Taken away with the reading, so that the next process on this place lives. */
function readOrder(path: string): string {
  try {
    const order = readFileSync(path, "utf8").trim();
    rmSync(path);
    return order;
  } catch {
    return "";
  }
}

process.on("SIGUSR2", obey);
