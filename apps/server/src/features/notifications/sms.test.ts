import { randomInt, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter } from "#test/organizations.ts";
import type { Person } from "#test/world.ts";
import { createOutgoing } from "#server/platform/outgoing/outgoing.ts";
import { sendSms } from "./sms.service.ts";

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const TOKEN = "9f1c0d6be7aa4b6fb1c2";
const calls: Call[] = [];
let status = 202;
const gateway = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => (body += part));
  request.on("end", () => {
    calls.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
});

let app: TestApp;
let bob: Person;
let phone: string;

beforeAll(async () => {
  await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  app = await startTestApp({
    environment: {
      SMS_GATEWAY_URL: `http://${host}/sms`,
      SMS_GATEWAY_TOKEN: TOKEN,
      OUTGOING_ALLOWED_HOSTS: host,
    },
  });
});
afterAll(async () => {
  await app.close();
  gateway.close();
});
beforeEach(async () => {
  calls.length = 0;
  status = 202;
  bob = await enter(app, "Bob");
  phone = `+4915${randomInt(10 ** 8, 10 ** 9)}`;
});

async function setPhone(isVerified: boolean): Promise<void> {
  await app.database.pool.query(
    "update users set phone = $1, is_phone_number_verified = $2 where id = $3",
    [phone, isVerified, bob.user.id],
  );
}

/** Text messages that are planned for bob once he was told. */
async function planned(event: object): Promise<unknown[]> {
  const worker = app.app.workers.find(({ kind }) => kind.name === "notifications.notify");
  await worker?.run({ userId: bob.user.id, actorId: null, cause: randomUUID(), ...event });
  const { rows } = await app.database.pool.query<{ text: string }>(
    "select data ->> 'text' as text from jobs.job where name = 'notifications.sms' and data ->> 'userId' = $1",
    [bob.user.id],
  );
  return rows.map(({ text }) => text);
}

const alert = {
  type: "SECURITY_ALERT",
  facts: { alert: "wrong-codes", address: "192.0.2.1", userAgent: null },
};
const alertText = "Wrong codes for your account\nNetwork address: 192.0.2.1";

it("tells a security alert to a verified phone, with the token of the gateway", async () => {
  await setPhone(true);
  expect(await planned(alert)).toEqual([alertText]);
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
  });
  expect(JSON.parse(calls[0]?.body ?? "")).toEqual({ to: phone, text: alertText });
});

it("tells nothing to a phone that is not verified, and nothing but alerts and reminders", async () => {
  await setPhone(false);
  expect(await planned(alert)).toEqual([]);
  await setPhone(true);
  const facts = { host: "hooks.example.org", orgId: null };
  expect(await planned({ type: "WEBHOOK_OFF", facts })).toEqual([]);
  const reminder = { workspaceId: await personal(), note: "Tea" };
  expect(await planned({ type: "REMINDER_DUE", facts: reminder })).toEqual(["Your reminder\nTea"]);
});

async function personal(): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from workspaces where kind = 'personal'",
  );
  return rows[0]?.id ?? "";
}

it("fails where the gateway does not take it, so that the job tries again", async () => {
  await setPhone(true);
  status = 500;
  const { config, database, clock } = app;
  const deps = { ...config, db: database.kysely, outgoing: createOutgoing({ ...config, clock }) };
  const sms = { userId: bob.user.id, text: "Tea" };
  await expect(sendSms(deps, sms)).rejects.toThrow("500");
  await expect(sendSms({ ...deps, smsGatewayUrl: undefined }, sms)).resolves.toBeUndefined();
  expect(calls.filter(({ body }) => body.includes(phone))).toHaveLength(1);
});
