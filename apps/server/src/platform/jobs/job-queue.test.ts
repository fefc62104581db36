import * as z from "zod/mini";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openFlakyDatabase } from "#test/database-proxy.ts";
import { createTestDatabase } from "#test/database.ts";
import { captureLog, type LogLines } from "#test/log-lines.ts";
import type { Database } from "../db/database.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { createJobQueue, type JobQueue } from "./job-queue.ts";
import { jobKind, worker } from "./jobs.ts";

const greet = jobKind({ name: "test.greet", data: z.object({ name: z.string() }), retries: 2 });

let database: Database;
let lines: LogLines;
let queue: JobQueue;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => queue.stop());

afterAll(() => database.close());

function open(): JobQueue {
  lines = captureLog();
  queue = createJobQueue(database, lines.log);
  return queue;
}

test("a job of a committed transaction is done, one of a transaction that failed is not", async () => {
  const done: string[] = [];
  await open().start([
    worker(greet, async ({ name }) => {
      done.push(name);
    }),
  ]);
  const failed = database.kysely.transaction().execute(async (tx) => {
    await queue.enqueue(tx, greet, { name: "mallory" });
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  await database.kysely.transaction().execute((tx) => queue.enqueue(tx, greet, { name: "alice" }));
  await queue.enqueue(database.kysely, greet, { name: "bob" });
  await expect.poll(() => done.toSorted()).toEqual(["alice", "bob"]);
});

// Looking is every two seconds: found by looking alone, ten jobs one after the other would not fit into the timeout.
test("a job is announced and not only found by the next look", { timeout: 15_000 }, async () => {
  let next = Promise.withResolvers<string>();
  await open().start([
    worker(greet, async ({ name }) => {
      next.resolve(name);
    }),
  ]);
  for (let jobs = 0; jobs < 10; jobs += 1) {
    next = Promise.withResolvers();
    await queue.enqueue(database.kysely, greet, { name: `alice ${jobs}` });
    expect(await next.promise).toBe(`alice ${jobs}`);
  }
});

// As above. Each is left for a moment that is nearer than the one before, for which the workers wait already.
test("a job for later is done at its time", { timeout: 15_000 }, async () => {
  let next = Promise.withResolvers<string>();
  await open().start([
    worker(greet, async ({ name }) => {
      next.resolve(name);
    }),
  ]);
  const enqueue = (name: string, inMs: number) => {
    const startAfter = new Date(Date.now() + inMs);
    return queue.enqueue(database.kysely, greet, { name }, { startAfter });
  };
  for (let jobs = 0; jobs < 10; jobs += 1) {
    next = Promise.withResolvers();
    await enqueue("bob", 3_600_000 - jobs);
    const before = Date.now();
    await enqueue(`alice ${jobs}`, 200);
    expect(await next.promise).toBe(`alice ${jobs}`);
    expect(Date.now() - before).toBeGreaterThanOrEqual(200);
  }
});

test("a job that fails is tried again later, and alone", async () => {
  const tries: string[] = [];
  await open().start([
    worker(greet, async ({ name }) => {
      tries.push(name);
      if (name === "mallory" && tries.filter((each) => each === name).length === 1)
        throw new Error("not now");
    }),
  ]);
  await queue.enqueue(database.kysely, greet, { name: "mallory" });
  await queue.enqueue(database.kysely, greet, { name: "alice" });
  await expect
    .poll(() => tries.toSorted(), { timeout: 10_000 })
    .toEqual(["alice", "mallory", "mallory"]);
  const warning = lines.entries().find(({ msg }) => msg === "Job failed and will be tried again");
  expect(warning).toMatchObject({ job: "test.greet", try: 1, err: { message: "not now" } });
});

test("data that its kind does not take fails the job with a sentence, not the worker", async () => {
  const done: string[] = [];
  await open().start([
    worker(greet, async ({ name }) => {
      done.push(name);
    }),
  ]);
  await queue.enqueue(database.kysely, greet, { name: 7 as unknown as string });
  await queue.enqueue(database.kysely, greet, { name: "alice" });
  await expect.poll(() => done).toEqual(["alice"]);
  await expect.poll(() => lines.text()).toContain("holds data that its kind does not take");
});

test("a job may hold more parts than any input from outside", async () => {
  const many = jobKind({ name: "test.many", data: z.array(z.int()), retries: 0 });
  const done: number[] = [];
  await open().start([
    worker(many, async (numbers) => {
      done.push(numbers.length);
    }),
  ]);
  await queue.enqueue(
    database.kysely,
    many,
    Array.from({ length: 5_000 }, (_, n) => n),
  );
  await expect.poll(() => done).toEqual([5_000]);
});

test("a job that does not end holds no other one of its batch, and fails alone when its time is over", async () => {
  const visit = jobKind({ name: "test.visit", data: greet.data, retries: 0, limitS: 3 });
  await open().start([
    worker(visit, async ({ name }) => {
      if (name === "mallory") await new Promise(() => undefined);
    }),
  ]);
  const states = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ name: string; state: string }>(
      "select data->>'name' as name, state from jobs.job where name = 'test.visit' order by 1",
    );
    return rows.map(({ name, state }) => `${name} ${state}`);
  };
  await database.kysely.transaction().execute(async (tx) => {
    for (const name of ["alice", "bob", "mallory"]) await queue.enqueue(tx, visit, { name });
  });
  const others = ["alice completed", "bob completed"];
  await expect.poll(states).toEqual([...others, "mallory active"]);
  await expect.poll(states).toEqual([...others, "mallory failed"]);
  expect(lines.text()).toContain("A job test.visit took longer than 3 s");
});

test("a queue of an earlier version takes the limits of this one", async () => {
  const limits = async (limitS: number): Promise<unknown> => {
    const visit = jobKind({ name: "test.limits", data: z.object({}), retries: 0, limitS });
    await open().start([worker(visit, () => Promise.resolve())]);
    await queue.stop();
    const { rows } = await database.pool.query<{ expire_seconds: number }>(
      "select expire_seconds from jobs.queue where name = 'test.limits'",
    );
    return rows[0]?.expire_seconds;
  };
  const before = await limits(10);
  expect(await limits(20)).toBe(Number(before) + 10);
});

test("what is enqueued before the start waits for it", async () => {
  const done: string[] = [];
  open();
  const waiting = queue.enqueue(database.kysely, greet, { name: "early" });
  await queue.start([
    worker(greet, async ({ name }) => {
      done.push(name);
    }),
  ]);
  await waiting;
  await expect.poll(() => done).toContain("early");
});

test("a start that finds no database tries again until there is one", async () => {
  const flaky = await openFlakyDatabase(database);
  onTestFinished(() => flaky.database.close());
  await flaky.takeAway();
  lines = captureLog();
  queue = createJobQueue(flaky.database, lines.log);
  const starting = queue.start([worker(greet, () => Promise.resolve())]);
  await expect.poll(() => lines.text()).toContain("waits for the database");
  await flaky.giveBack();
  await starting;
});

test("a start that loses the database half-way goes on when it is back", async () => {
  await open().start([worker(greet, () => Promise.resolve())]);
  await queue.stop();
  const flaky = await openFlakyDatabase(database);
  onTestFinished(() => flaky.database.close());
  // The queue waits here when it has begun and its workers have not.
  const holder = await database.pool.connect();
  await holder.query("begin; lock table jobs.schedule in access exclusive mode");
  const greeted = Promise.withResolvers<string>();
  lines = captureLog();
  queue = createJobQueue(flaky.database, lines.log);
  const starting = queue.start([worker(greet, async ({ name }) => greeted.resolve(name))]);
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        "select 1 from pg_locks where relation = 'jobs.schedule'::regclass and not granted",
      );
      return rows.length;
    })
    .toBe(1);
  await flaky.takeAway();
  await holder.query("rollback");
  holder.release();
  await flaky.giveBack();
  await starting;
  await queue.enqueue(database.kysely, greet, { name: "alice" });
  expect(await greeted.promise).toBe("alice");
});

test("a stop in the middle of the start leaves no connection behind", async () => {
  const starting = open().start([worker(greet, () => Promise.resolve())]);
  await queue.stop();
  await starting;
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity
     where application_name = 'colbin jobs' and datname = current_database()`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test("a database that goes away while the queue stops does not take the process along", async () => {
  const flaky = await openFlakyDatabase(database);
  onTestFinished(() => flaky.database.close());
  lines = captureLog();
  queue = createJobQueue(flaky.database, lines.log);
  await queue.start([worker(greet, () => Promise.resolve())]);
  const release = flaky.holdAnswers();
  const { rows } = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'colbin jobs' and datname = current_database()`,
  );
  expect(rows.length).toBeGreaterThan(1);
  const stopping = queue.stop();
  await new Promise(setImmediate);
  release();
  // What nobody catches fails the whole run.
  await stopping;
});

test("jobs go on when the connections to the database have gone silent", async () => {
  const flaky = await openFlakyDatabase(database, { statement_timeout: 1_000 });
  onTestFinished(() => flaky.database.close());
  queue = createJobQueue(flaky.database, captureLog().log);
  const greeted = Promise.withResolvers<void>();
  await queue.start([worker(greet, () => Promise.resolve(greeted.resolve()))]);
  flaky.silence();
  const enqueue = () => queue.enqueue(database.kysely, greet, { name: "alice" });
  await vi.waitUntil(() => enqueue().then(() => true, isRefusal), { timeout: 30_000 });
  await greeted.promise;
  await queue.stop();
});

function isRefusal(error: unknown): false {
  expect(error).toSatisfy(isUnavailable);
  return false;
}

test("a job for a queue that cannot start is refused before long, and holds nobody's transaction", async () => {
  const waiting = database.kysely
    .transaction()
    .execute((tx) => open().enqueue(tx, greet, { name: "alice" }));
  await expect(waiting).rejects.toMatchObject({ code: "DB_UNAVAILABLE" });
});

test("a job that nobody works on is a defect, and so are two workers for one kind", async () => {
  await open().start([]);
  await expect(queue.enqueue(database.kysely, greet, { name: "alice" })).rejects.toThrow(
    "Nothing works on jobs of the kind test.greet",
  );
  await queue.stop();
  const nothing = worker(greet, () => Promise.resolve());
  await expect(open().start([nothing, nothing])).rejects.toThrow("Two workers for test.greet");
});

test("a command leaves jobs for the servers, and does none of them", async () => {
  const left = jobKind({ name: "test.left", data: greet.data, retries: 0 });
  const command = createJobQueue(database, captureLog().log);
  await command.prepare([left]);
  await command.enqueue(database.kysely, left, { name: "alice" });
  await expect(command.enqueue(database.kysely, greet, { name: "bob" })).rejects.toThrow(
    "Nothing works on jobs of the kind test.greet",
  );
  await command.stop();
  const done: string[] = [];
  await open().start([worker(left, async ({ name }) => void done.push(name))]);
  await expect.poll(() => done).toEqual(["alice"]);
});

test("what is running finishes before the queue has stopped", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let isDone = false;
  await open().start([
    worker(greet, async () => {
      begun.resolve();
      await gate.promise;
      isDone = true;
    }),
  ]);
  await queue.enqueue(database.kysely, greet, { name: "alice" });
  await begun.promise;
  const stopped = queue.stop();
  gate.resolve();
  await stopped;
  expect(isDone).toBe(true);
});

test("work that comes round by itself is planned once, whoever starts", async () => {
  const clean = jobKind({ name: "test.clean", data: z.object({}), retries: 0 });
  const round = worker(clean, () => Promise.resolve(), "17 * * * *");
  await open().start([round]);
  await queue.stop();
  await open().start([round]);
  const planned = await database.pool.query("select name, cron from jobs.schedule");
  expect(planned.rows).toEqual([{ name: "test.clean", cron: "17 * * * *" }]);
});
