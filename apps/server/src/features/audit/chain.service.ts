import { createHash } from "node:crypto";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Logger } from "#server/platform/log/log.ts";
import {
  holdChain,
  listChains,
  listLinked,
  listUnlinked,
  listUnlinkedChains,
  readChain,
  updateLinked,
  updateVerdicts,
  type ChainOf,
  type Link,
} from "./chain.queries.ts";

export { summarizeChains, type ChainSummary } from "./chain.queries.ts";

/* The chain of hashes over the audit of a workspace (rules-identity 83): what is changed or taken out afterwards breaks it. */

/** Events of one transaction, and of one step of a check. */
const PORTION = 500;
/** Events among which chains with something new are looked for. */
const LOOKED_AT = 10_000;
const TICK_MS = 1_000;

/** Of an event: its place, the hash of the one before, and what it tells. */
function toHash(before: Uint8Array, no: number, text: string): Buffer {
  return createHash("sha256").update(before).update(`\n${no}\n`).update(text).digest();
}

/** Links all events that were committed by now, or up to the portion in which the signal comes. */
export async function linkAudit(db: Db, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const chains = await listUnlinkedChains(db, LOOKED_AT);
    if (chains.length === 0) return;
    for (const of of chains) {
      if (signal?.aborted) return;
      await linkChain(db, of);
    }
  }
}

async function linkChain(db: Db, of: ChainOf): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { lastNo, lastHash } = await holdChain(tx, of);
    const links: Link[] = [];
    for (const { id, text } of await listUnlinked(tx, of, PORTION)) {
      const { no, hash } = links.at(-1) ?? { no: lastNo, hash: lastHash };
      links.push({ id, no: no + 1, hash: toHash(hash, no + 1, text) });
    }
    await updateLinked(tx, of, links);
  });
}

export interface ChainState {
  readonly of: ChainOf;
  /** Events that were checked. */
  readonly events: number;
  /** Number of the first event that is missing or not as it was written; null where the chain holds. */
  readonly brokenAt: number | null;
  /** The end of the chain: whoever has kept it elsewhere sees whether it is still in the chain. */
  readonly last: { readonly no: number; readonly hash: string };
}

/** Computes every chain anew, in portions. */
export async function verifyAudit(db: Db): Promise<ChainState[]> {
  const states: ChainState[] = [];
  for (const of of await listChains(db)) {
    // One moment for the chain and its events: those that are old are deleted meanwhile.
    const reading = db.transaction().setIsolationLevel("repeatable read");
    states.push(await reading.execute((tx) => verifyChain(tx, of)));
  }
  return states;
}

/** The same, and keeps what was found: those who run the server read it until the next check. */
export async function checkAudit(db: Db, now: Date): Promise<ChainState[]> {
  const states = await verifyAudit(db);
  await updateVerdicts(db, states, now);
  return states;
}

async function verifyChain(tx: Tx, of: ChainOf): Promise<ChainState> {
  const { baseNo, baseHash, lastNo, lastHash } = await readChain(tx, of);
  let [no, hash]: [number, Uint8Array] = [baseNo, baseHash];
  const isWhole = await everyLinked(tx, of, baseNo, (row) => {
    const expected = toHash(hash, no + 1, row.text);
    if (row.no !== no + 1 || !row.hash.equals(expected)) return false;
    [no, hash] = [row.no, row.hash];
    return true;
  });
  const isHeld = isWhole && no === lastNo && lastHash.equals(hash);
  const last = { no: lastNo, hash: lastHash.toString("hex") };
  return { of, events: no - baseNo, brokenAt: isHeld ? null : no + 1, last };
}

async function everyLinked(
  tx: Tx,
  of: ChainOf,
  base: number,
  holds: (row: Awaited<ReturnType<typeof listLinked>>[number]) => boolean,
): Promise<boolean> {
  let after = base;
  for (;;) {
    const rows = await listLinked(tx, of, after, PORTION);
    if (!rows.every(holds)) return false;
    const last = rows.at(-1);
    if (!last || rows.length < PORTION) return true;
    after = last.no;
  }
}

/** The linking under way. */
export interface Linking {
  /** Ends with the portion that is being linked. */
  readonly close: () => Promise<void>;
}

/** Links the audit every second, in every process: the lock of a chain keeps them apart. */
export function startLinking({ db, log }: { readonly db: Db; readonly log: Logger }): Linking {
  let linking: Promise<void> | undefined;
  const closing = new AbortController();
  const link = () => {
    linking ??= linkAudit(db, closing.signal)
      .catch((error: unknown) => log.warn({ err: error }, "The audit is linked with the next try"))
      .finally(() => (linking = undefined));
  };
  const ticks = setInterval(link, TICK_MS);
  ticks.unref();
  return {
    async close() {
      clearInterval(ticks);
      closing.abort();
      await linking;
    },
  };
}
