import { sql } from "kysely";
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../clock/clock.ts";
import type { Db } from "../db/database.ts";
import { jobKind, worker, type JobWorker } from "../jobs/jobs.ts";
import type { ReplayKey, ReplayStore } from "./replays.ts";

/*
 * Replies of idempotency keys, in the database so that any process can repeat them. They are sealed with the key itself, and
 * the table knows only its hash: whoever reads the table cannot read the replies. A process that died while it ran the first
 * call leaves the key claimed without an outcome; after a minute nobody waits for that any more.
 */

const KEPT_MS = 24 * 3600_000;
const ABANDONED_MS = 60_000;
const CONTEXT = "idempotency";

/** Encrypts a text under a secret, and back. */
export interface Sealing {
  seal(secret: string, context: string, text: string): Buffer;
  unseal(secret: string, context: string, sealed: Buffer): string;
}

/** A store on the table `idempotency_keys`; a claim is one statement, so two processes cannot both be first. */
export function createReplayStore(db: Db, clock: Clock, sealing: Sealing): ReplayStore {
  return {
    async begin(key) {
      const now = clock.now();
      if (await claim(db, key, now)) return { kind: "first" };
      const row = await findCall(db, key);
      // The first call was refused between the two statements: ask again.
      if (!row) return { kind: "running" };
      if (!row.request_hash.equals(key.requestHash)) return { kind: "other" };
      const { status, sealed_reply: sealed } = row;
      if (status === null || sealed === null)
        return { kind: row.started_at < ago(now, ABANDONED_MS) ? "lost" : "running" };
      return { kind: "done", outcome: { status, text: sealing.unseal(key.key, CONTEXT, sealed) } };
    },
    async keep(key, { status, text }) {
      await db
        .updateTable("idempotency_keys")
        .set({ status, sealed_reply: sealing.seal(key.key, CONTEXT, text.toString()) })
        .where((eb) => eb.and(toId(key)))
        .execute();
    },
    async release(key) {
      await db
        .deleteFrom("idempotency_keys")
        .where((eb) => eb.and(toId(key)))
        .execute();
    },
  };
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function toId({ userId, call, key }: ReplayKey) {
  return { user_id: userId, call, key_hash: createHash("sha256").update(key).digest() };
}

/** Makes the key this call's own when it is new or outlived. */
async function claim(db: Db, key: ReplayKey, now: Date): Promise<boolean> {
  const fresh = {
    request_hash: key.requestHash,
    status: null,
    sealed_reply: null,
    started_at: now,
  };
  const claimed = await db
    .insertInto("idempotency_keys")
    .values({ ...toId(key), ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "call", "key_hash"])
        .doUpdateSet(fresh)
        .where("idempotency_keys.started_at", "<", ago(now, KEPT_MS)),
    )
    .returning(sql`1`.as("one"))
    .executeTakeFirst();
  return claimed !== undefined;
}

function findCall(db: Db, key: ReplayKey) {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "status", "sealed_reply", "started_at"])
    .where((eb) => eb.and(toId(key)))
    .executeTakeFirst();
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
        await db
          .deleteFrom("idempotency_keys")
          .where("started_at", "<", ago(clock.now(), KEPT_MS))
          .execute();
      },
      "43 * * * *",
    ),
  ];
}
