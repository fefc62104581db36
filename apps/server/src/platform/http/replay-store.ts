import { sql } from "kysely";
import * as z from "zod/mini";
import type { Clock } from "../clock/clock.ts";
import type { Db } from "../db/database.ts";
import { jobKind, worker, type JobWorker } from "../jobs/jobs.ts";
import type { ReplayKey, ReplayState, ReplayStore } from "./replays.ts";

/*
 * Replies of random idempotency keys, in the database so that any process can repeat them. A process that died while it
 * ran the first call leaves the key claimed; after a minute the next caller takes it over.
 */

const KEPT_MS = 24 * 3600_000;
const ABANDONED_MS = 60_000;

/** A store on the table `idempotency_keys`; a claim is one statement, so two processes cannot both be first. */
export function createReplayStore(db: Db, clock: Clock): ReplayStore {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  return {
    async begin(key) {
      const times = {
        now: clock.now(),
        abandonedBefore: ago(ABANDONED_MS),
        outlivedBefore: ago(KEPT_MS),
      };
      return (await claim(db, key, times)) ? { kind: "first" } : findState(db, key);
    },
    async keep({ userId, call, key }, { status, text }) {
      await db
        .updateTable("idempotency_keys")
        .set({ status, reply: text.toString() })
        .where((eb) => eb.and({ user_id: userId, call, key }))
        .execute();
    },
    async release({ userId, call, key }) {
      await db
        .deleteFrom("idempotency_keys")
        .where((eb) => eb.and({ user_id: userId, call, key }))
        .execute();
    },
  };
}

interface ClaimTimes {
  readonly now: Date;
  readonly abandonedBefore: Date;
  readonly outlivedBefore: Date;
}

/** Makes the key this call's own when it is new, outlived or abandoned. */
async function claim(
  db: Db,
  { userId, call, key, requestHash }: ReplayKey,
  { now, abandonedBefore, outlivedBefore }: ClaimTimes,
): Promise<boolean> {
  const fresh = { request_hash: requestHash, status: null, reply: null, started_at: now };
  const claimed = await db
    .insertInto("idempotency_keys")
    .values({ user_id: userId, call, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "call", "key"])
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb("idempotency_keys.started_at", "<", outlivedBefore),
            eb.and([
              eb("idempotency_keys.status", "is", null),
              eb("idempotency_keys.started_at", "<", abandonedBefore),
            ]),
          ]),
        ),
    )
    .returning(sql`1`.as("one"))
    .executeTakeFirst();
  return claimed !== undefined;
}

async function findState(
  db: Db,
  { userId, call, key, requestHash }: ReplayKey,
): Promise<ReplayState> {
  const row = await db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "status", "reply"])
    .where((eb) => eb.and({ user_id: userId, call, key }))
    .executeTakeFirst();
  // The first call failed between the two statements: ask again.
  if (!row) return { kind: "running" };
  if (!row.request_hash.equals(requestHash)) return { kind: "other" };
  if (row.status === null) return { kind: "running" };
  return { kind: "done", outcome: { status: row.status, text: row.reply ?? "" } };
}

const cleanKeysJob = jobKind({
  name: "http.delete-idempotency-keys",
  data: z.object({}),
  retries: 2,
});

/** Deletes outlived keys every hour. */
export function replayJobs(db: Db, clock: Clock): readonly JobWorker[] {
  return [
    worker(
      cleanKeysJob,
      async () => {
        const outlivedBefore = new Date(clock.now().getTime() - KEPT_MS);
        await db.deleteFrom("idempotency_keys").where("started_at", "<", outlivedBefore).execute();
      },
      "43 * * * *",
    ),
  ];
}
