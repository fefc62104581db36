import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { WEBHOOKS_MAX, type ReplyOf, type WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter, setMember, switchTo } from "#test/organizations.ts";
import type { Person } from "#test/world.ts";
import { nextTry } from "./webhooks.rules.ts";

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The calls that the receiver got, and its answers; each status once, the last one for ever. */
const calls: Call[] = [];
let statuses: number[] = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => (body += part));
  request.on("end", () => {
    calls.push({ headers: request.headers, body });
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    response.writeHead(status, { location: "/elsewhere" }).end("thanks");
  });
});

let app: TestApp;
let url: string;
let olga: Person;
let bob: Person;
let orgId: WorkspaceId;

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${host}/hook`;
  const environment = { OUTGOING_ALLOWED_HOSTS: host, OTP_SENDS_PER_IP_HOUR: "100000" };
  app = await startTestApp({ environment });
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(async () => {
  calls.length = 0;
  statuses = [200];
  [olga, bob] = [await enter(app, "Olga"), await enter(app, "Bob")];
  ({ id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } }));
  await setMember(app, orgId, bob.user.id);
});

const add = (person: Person, more: object = {}) =>
  person.call("addWebhook", { body: { url, ...more } });
const listOf = async (person: Person, query: object = {}) =>
  (await person.call("listWebhooks", { query })).results;

/** Bob is told of something. */
async function tellBob(): Promise<void> {
  const params = { orgId, userId: bob.user.id };
  const role = (await olga.call("getMember", { params })).role === "ADMIN" ? "MEMBER" : "ADMIN";
  await olga.call("updateMember", { params, body: { role } });
}

/** Bob was told of so many events in all. */
async function isTold(events: number): Promise<void> {
  const count = async () => {
    const { results } = await bob.call("listNotifications", { query: {} });
    return results.reduce((sum, row) => sum + row.count, 0);
  };
  await expect.poll(count).toBe(events);
}

async function called(count: number): Promise<Call[]> {
  await expect.poll(() => calls.length).toBe(count);
  return calls;
}

function run(data: object): Promise<void> {
  const found = app.app.workers.find(({ kind }) => kind.name === "webhooks.call");
  if (!found) throw new Error("Nothing works on calls");
  return found.run(data);
}

/** The calls of a webhook that wait to be tried again, the first try left out. */
async function waiting({ id }: { readonly id: string }) {
  const { rows } = await app.database.pool.query<{ data: { readonly tried: number } }>(
    `select data from jobs.job where name = 'webhooks.call' and state = 'created' and data ->> 'webhookId' = $1`,
    [id],
  );
  return rows.map(({ data }) => data);
}

function isSigned({ headers, body }: Call, { secret }: ReplyOf<"addWebhook">): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const wanted = createHmac("sha256", key).update(signed).digest("base64");
  return headers["webhook-signature"] === `v1,${wanted}`;
}

test("a person's own webhook is called with each notification, signed, and with nobody else's", async () => {
  const webhook = await add(bob);
  await add(olga);
  expect(webhook.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await tellBob();
  const [call] = await called(1);
  if (!call) throw new Error("It was called");
  expect(isSigned(call, webhook)).toBe(true);
  const { results } = await bob.call("listNotifications", { query: {} });
  const id = call.headers["webhook-id"];
  expect(JSON.parse(call.body)).toEqual({
    id,
    type: "notification",
    timestamp: app.clock.now().toISOString(),
    data: { notification: results[0] },
  });
  await expect
    .poll(async () => (await listOf(bob))[0]?.last)
    .toMatchObject({ outcome: "delivered", status: 200 });
  const { secret: _, last: __, ...shown } = webhook;
  expect(await listOf(bob)).toMatchObject([{ ...shown, last: {} }]);
  const stored = await app.database.pool.query(
    "select 1 from webhooks where position($1::bytea in secret) > 0",
    [Buffer.from(webhook.secret)],
  );
  expect(stored.rowCount).toBe(0);
});

test("a call that fails is made again with the same id, and a redirect is a failure", async () => {
  statuses = [500, 302, 204];
  const webhook = await add(bob);
  await tellBob();
  await called(1);
  for (const count of [2, 3]) {
    await expect.poll(() => waiting(webhook)).toHaveLength(1);
    const [next] = await waiting(webhook);
    await app.database.pool.query(
      "update jobs.job set state = 'completed' where name = 'webhooks.call' and data ->> 'webhookId' = $1",
      [webhook.id],
    );
    await run(next ?? {});
    await called(count);
  }
  expect(new Set(calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(calls.every((call) => isSigned(call, webhook))).toBe(true);
  expect(await waiting(webhook)).toEqual([]);
  expect((await listOf(bob))[0]?.last).toMatchObject({ outcome: "delivered", status: 204 });
});

describe("after eight tries", () => {
  const call = (webhookId: string, begunAt = app.clock.now()) => ({
    id: randomUUID(),
    webhookId,
    begunAt: begunAt.toISOString(),
    tried: 7,
  });
  const ofBob = async () => {
    const { results } = await bob.call("listNotifications", { query: {} });
    const notificationId = results.at(-1)?.id ?? "";
    return { source: { kind: "notification", userId: bob.user.id, notificationId } };
  };

  it("a webhook is off, its person is told, and may switch it on again", async () => {
    await tellBob();
    await isTold(1);
    statuses = [500];
    const webhook = await add(bob);
    await run({ ...call(webhook.id), ...(await ofBob()) });
    const [off] = await listOf(bob);
    expect(off?.offAt).not.toBeNull();
    expect(off?.last?.status).toBe(500);
    const told = async () => (await bob.call("listNotifications", { query: {} })).results[0];
    const row = { type: "WEBHOOK_OFF", url: "/settings/webhooks", facts: { orgId: null } };
    await expect.poll(told).toMatchObject(row);
    await tellBob();
    await isTold(3);
    expect(calls).toHaveLength(1);
    const params = { id: webhook.id };
    expect(await bob.call("resumeWebhook", { params })).toMatchObject({ offAt: null });
    statuses = [200];
    await bob.call("markAllNotificationsRead", { body: { before: app.clock.now().toISOString() } });
    await tellBob();
    await called(2);
  });

  it("one that took other calls meanwhile stays on", async () => {
    await tellBob();
    await isTold(1);
    const webhook = await add(bob);
    const begunAt = app.clock.now();
    app.clock.advance(1_000);
    await tellBob();
    await called(1);
    await expect.poll(async () => (await listOf(bob))[0]?.last?.outcome).toBe("delivered");
    statuses = [500];
    await run({ ...call(webhook.id, begunAt), ...(await ofBob()) });
    expect((await listOf(bob))[0]).toMatchObject({ offAt: null, last: { outcome: "failed" } });
  });
});

test("nothing is sent that the person may not be told of any more", async () => {
  await tellBob();
  await isTold(1);
  const webhook = await add(bob);
  const [row] = (await bob.call("listNotifications", { query: {} })).results;
  await app.database.pool.query("delete from workspace_members where user_id = $1", [bob.user.id]);
  const source = { kind: "notification", userId: bob.user.id, notificationId: row?.id };
  await run({ id: randomUUID(), webhookId: webhook.id, source, tried: 0, begunAt: row?.createdAt });
  expect(calls).toEqual([]);
});

test.each([
  "http://127.0.0.1:1/",
  "http://10.0.0.1/hook",
  "http://[::1]/",
  "http://169.254.169.254/latest",
  "ftp://example.org/",
  "no address",
])("%s is refused", async (address) => {
  const refusal = await bob.refusal("addWebhook", { body: { url: address } });
  expect(refusal).toMatchObject({ code: "WEBHOOK_URL_NOT_ALLOWED" });
});

test("a person has so many, and removes them", async () => {
  for (let count = 0; count < WEBHOOKS_MAX; count += 1) await add(bob);
  const refusal = await bob.refusal("addWebhook", { body: { url } });
  expect(refusal).toMatchObject({ code: "WEBHOOK_LIMIT_REACHED", details: { max: WEBHOOKS_MAX } });
  const [first] = await listOf(bob);
  const params = { id: first?.id ?? "" };
  const hers = await olga.refusal("removeWebhook", { params });
  expect(hers).toMatchObject({ code: "WEBHOOK_NOT_FOUND" });
  await bob.call("removeWebhook", { params });
  expect(await listOf(bob)).toHaveLength(WEBHOOKS_MAX - 1);
});

describe("a webhook of an organization", () => {
  async function makeRoom(privacy: "public" | "private"): Promise<string> {
    await switchTo(app, olga, orgId);
    const body = { title: `${privacy} ${randomUUID()}`, privacy };
    return (await olga.call("createRoom", { body })).sessionRoomSlug;
  }
  const write = (slug: string, content: string) =>
    olga.call("sendMessage", { params: { slug }, body: { content } });

  it("is called with new messages of public rooms alone, as they are by then", async () => {
    const [open, closed] = [await makeRoom("public"), await makeRoom("private")];
    await write(open, "Before");
    await app.app.followers.settled();
    const webhook = await add(olga, { orgId });
    await write(closed, "Nobody's business");
    const { message } = await write(open, "Hello");
    await app.app.followers.settled();
    const [call] = await called(1);
    expect(call && isSigned(call, webhook)).toBe(true);
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      type: "message.new",
      data: {
        room: { sessionRoomSlug: open },
        message: { id: message.id, content: "Hello", author: { fullName: "Olga" } },
      },
    });
    expect(await listOf(olga)).toEqual([]);
    expect(await listOf(olga, { orgId })).toHaveLength(1);
    const { results } = await olga.call("listAudit", { params: { orgId }, query: {} });
    expect(results[0]).toMatchObject({
      kind: "webhook added",
      details: { host: new URL(url).host },
    });
  });

  it("is there for those who lead it", async () => {
    const { id } = await add(olga, { orgId });
    const params = { id };
    const body = { url, orgId };
    const mallory = await enter(app, "Mallory");
    for (const [person, own, foreign] of [
      [bob, "FORBIDDEN", "WEBHOOK_NOT_FOUND"],
      [mallory, "ORGANIZATION_NOT_FOUND", "WEBHOOK_NOT_FOUND"],
    ] as const) {
      expect(await person.refusal("listWebhooks", { query: { orgId } })).toMatchObject({
        code: own,
      });
      expect(await person.refusal("addWebhook", { body })).toMatchObject({ code: own });
      for (const call of ["removeWebhook", "resumeWebhook"] as const)
        expect(await person.refusal(call, { params })).toMatchObject({ code: foreign });
    }
    await setMember(app, orgId, bob.user.id, { role: "ADMIN" });
    await bob.call("removeWebhook", { params });
    expect(await listOf(olga, { orgId })).toEqual([]);
  });
});

test("eight tries take about a day", () => {
  const begun = new Date("2026-11-28T12:00:00Z");
  let at: Date | undefined = begun;
  const hours: number[] = [];
  for (let tries = 1; at; tries += 1) {
    hours.push((at.getTime() - begun.getTime()) / 3_600_000);
    at = nextTry(tries, at);
  }
  expect(hours).toHaveLength(8);
  expect(hours.at(-1)).toBeGreaterThan(23);
  expect(hours.at(-1)).toBeLessThan(24);
});
