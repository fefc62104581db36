import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, escapeIdentifier, type ClientConfig } from "pg";
import { cut } from "./dedicated-connection.ts";

/** Whoever listens looks for itself now and then, too: what is missed until the next try is only late. */
const RETRY_MS = 1_000;

export interface Hearing {
  readonly onPayload: (payload: string) => void;
  /** It listens from now on: what was notified before may have been missed. */
  readonly onListening: () => void;
}

/**
 * Hears what is notified on a channel (NOTIFY), over a session of its own and, when that is lost, over another one. Settles when
 * it listens, or when that failed for the first time; `close` waits for no answer. Never rejects.
 */
export async function listen(
  connection: ClientConfig,
  channel: string,
  { onPayload, onListening }: Hearing,
): Promise<{ close(): Promise<void> }> {
  const stop = new AbortController();
  const stopped = once(stop.signal, "abort");

  async function hear(client: Client): Promise<void> {
    await client.connect();
    await client.query(`listen ${escapeIdentifier(channel)}`);
    onListening();
  }

  async function hearOnce(first?: () => void): Promise<void> {
    const client = new Client({ ...connection, keepAlive: true });
    // For as long as the session can say anything: one that is being closed may still be told why it ends.
    client.on("error", () => undefined);
    client.on("notification", ({ payload = "" }) => onPayload(payload));
    const ended = once(client, "end").catch(() => undefined);
    try {
      await Promise.race([hear(client), stopped]);
      first?.();
      await Promise.race([ended, stopped]);
    } catch {
      // The next session finds out.
    } finally {
      cut(client);
    }
  }

  async function keepHearing(first: () => void): Promise<void> {
    await hearOnce(first);
    first();
    while (!stop.signal.aborted) {
      await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      if (!stop.signal.aborted) await hearOnce();
    }
  }

  const hearing = Promise.withResolvers<void>();
  const kept = keepHearing(hearing.resolve);
  await hearing.promise;
  return {
    async close() {
      stop.abort();
      await kept;
    },
  };
}
