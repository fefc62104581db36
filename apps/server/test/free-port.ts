import { once } from "node:events";
import { createServer } from "node:net";
import { randomInt } from "node:crypto";

/** Below the range that the systems give to outgoing connections and to `listen(0)`, above what services usually take. */
const FIRST = 20_000;
const LAST = 32_767;
const TRIES = 50;

/**
 * A port of loopback that nobody listens on now, for a server that starts a little later. It is none of those that the system
 * itself gives away meanwhile: one of many connections of other tests would hold it when the server comes to listen. Throws
 * when no port can be had at all.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${FIRST} and ${LAST} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
