import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallOf, EndpointName, ReplyOf } from "@colbin/protocol";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#server/platform/db/database.ts";
import { systemClock } from "#server/platform/clock/clock.ts";
import { createTestDatabase } from "./database.ts";
import { openMailServer, textOf, type MailServer } from "./mail-server.ts";
import { openPushService, pushCertificate, type PushService } from "./push-service.ts";
import { spawnServer, toDatabaseUrl, type ServerProcess } from "./server-process.ts";
import { toRequest } from "./world.ts";

/* A server is killed between the commit of a mention and what tells of it: the next one tells of it, once (rules-notifications 3). */

interface Person {
  readonly id: string;
  readonly token: string;
}

/** A call, as it goes over the wire. */
interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly payload?: object;
}

const PATIENCE = { timeout: 30_000 };

let database: Database;
let mail: MailServer;
let pushes: PushService;
let folder: string;
let server: ServerProcess;
let url: string;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  mail = await openMailServer(systemClock);
  pushes = await openPushService();
  folder = await mkdtemp(join(tmpdir(), "colbin-crash-"));
  await writeFile(join(folder, "push.pem"), pushCertificate);
  await start();
  [alice, bob] = [await signIn("alice"), await signIn("bob")];
  await call(bob, "addPushSubscription", { body: pushes.addBrowser("/bob") });
  await call(bob, "updateMe", { body: { preferences: { pushNotifications: true } } });
});
afterAll(async () => {
  await kill();
  await pushes.close();
  await mail.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  server = spawnServer({
    DATABASE_URL: toDatabaseUrl(database),
    LOG_LEVEL: "warn",
    OTP_DELIVERY: "smtp",
    OTP_LENGTH: "6",
    SMTP_URL: mail.url,
    MAIL_FROM: "Colbin <colbin@example.org>",
    OUTGOING_ALLOWED_HOSTS: pushes.host,
    NODE_EXTRA_CA_CERTS: join(folder, "push.pem"),
  });
  url = await server.ready();
}

async function kill(): Promise<void> {
  server.child.kill("SIGKILL");
  await server.ended();
}

async function call<N extends EndpointName>(
  by: Person | undefined,
  name: N,
  input: CallOf<N>,
): Promise<ReplyOf<N>> {
  const request = toRequest(name, input) as SentRequest;
  const { method, payload } = request;
  const address = new URL(request.url, url);
  address.search = new URLSearchParams(request.query).toString();
  const answer = await fetch(address, {
    method,
    headers: {
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(payload !== undefined && { "content-type": "application/json" }),
    },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  });
  if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  return (await answer.json()) as ReplyOf<N>;
}

/** By the code that comes by mail. */
async function signIn(name: string): Promise<Person> {
  const identifier = `${name}@example.org`;
  const isTheirs = (each: string) => each.includes(identifier);
  await call(undefined, "sendOtp", { body: { identifier } });
  const [sent] = await vi.waitUntil(() => {
    const theirs = mail.mails.filter(isTheirs);
    return theirs.length > 0 && theirs;
  }, PATIENCE);
  const otp = /(?<=\s)\d{6}(?=\s)/.exec(textOf(sent))?.[0] ?? "";
  const entered = await call(undefined, "verifyOtp", { body: { identifier, otp } });
  if ("secondFactor" in entered) throw new Error("No second factor was set up");
  return { id: entered.user.id, token: entered.tokens.access.token };
}

/** Holds the consumer of the logs back, as a slow moment of the database would; answers what lets it go on. */
async function holdConsumer(): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query("lock table log_places in exclusive mode");
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

async function countOf(statement: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(statement);
  return rows[0]?.count ?? 0;
}
const countPushed = () => countOf("select count(*)::integer as count from pushes_shown");
/** Jobs of these names that are not done. */
const countJobs = (...names: string[]) =>
  countOf(
    `select count(*)::integer as count from jobs.job
      where state < 'completed' and name like any (array[${names.map((name) => `'${name}%'`).join(", ")}])`,
  );
/** Mails that wait for their time go now. */
const hurryMails = () =>
  database.pool.query(
    `update jobs.job set start_after = now()
      where name like 'notifications.mail%' and state < 'active' and start_after > now()`,
  );

const cases = [
  {
    name: "before the log was followed",
    told: [0, 0],
    crash: async (mention: () => Promise<unknown>) => {
      const release = await holdConsumer();
      try {
        await mention();
      } finally {
        await kill();
        await release();
      }
    },
  },
  {
    name: "with the row and the push told, and the mail not yet",
    told: [1, 0],
    crash: async (mention: () => Promise<unknown>) => {
      const before = await countPushed();
      await mention();
      const pushed = async () => [await countPushed(), await countJobs("push.send")];
      await expect.poll(pushed, PATIENCE).toEqual([before + 1, 0]);
      await kill();
    },
  },
];

test.each(cases)(
  "a server killed $name: the mention is told once",
  async ({ crash, told: before }) => {
    const slug = `crash-${randomUUID().slice(0, 8)}`;
    for (const person of [alice, bob])
      await call(person, "createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    pushes.heard.length = 0;
    mail.mails.length = 0;

    await crash(() =>
      call(alice, "sendMessage", { params: { slug }, body: { content: `<@${bob.id}> look` } }),
    );
    expect([pushes.heard.length, mail.mails.length]).toEqual(before);
    await start();
    await expect
      .poll(async () => {
        await hurryMails();
        return [
          pushes.heard.length,
          mail.mails.length,
          await countJobs("notifications.mail", "push.send"),
        ];
      }, PATIENCE)
      .toEqual([1, 1, 0]);

    const { results } = await call(bob, "listNotifications", { query: { tab: "mentions" } });
    const told = results.filter(({ url: page }) => page?.startsWith(`/chat/${slug}?`));
    expect(told.map(({ count, readAt }) => [count, readAt])).toEqual([[1, null]]);
    expect(pushes.heard).toMatchObject([{ path: "/bob", words: { kind: "show" } }]);
    expect(mail.mails[0]).toContain("bob@example.org");
  },
);
