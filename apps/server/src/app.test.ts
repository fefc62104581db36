import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import type { CallOf } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openProgram, signIn, type Client } from "#test/world.ts";

let app: TestApp;
/** Nobody yet, in each test. */
let client: Client;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(() => {
  client = openProgram(app.app.http.app);
});

afterAll(() => app.close());

describe("the whole server", () => {
  test("a person signs in, joins a room, says something and reads it again", async () => {
    const alice = await signIn(client, "alice@example.org");
    expect((await alice.call("getMe", {})).email).toBe("alice@example.org");
    const general: CallOf<"createOrJoinRooms"> = { body: { sessionRoomSlug: "general" } };
    const { results } = await alice.call("createOrJoinRooms", general);
    expect(results[0]?.outcome).toMatch(/joined|already/);
    const params = { slug: "general" };
    const sent = await alice.call("sendMessage", { params, body: { content: "Hello" } });
    const page = await alice.call("listMessages", { params, query: {} });
    expect(page.messages.map(({ id }) => id)).toContain(sent.message.id);
  });

  test("what anybody may know of the server holds no secret of its configuration", async () => {
    expect(await client.call("getPublicConfig", {})).toEqual({
      productName: "Colbin",
      otpLength: 4,
      methods: { otp: true, password: false, google: false, github: false, passkey: true },
      hasPhones: true,
      hasPdf: false,
      signupMode: "open",
      termsUrl: "/legal/terms",
      privacyUrl: "/legal/privacy",
      devDelivery: true,
      limits: { messageMaxChars: 10_000, accountDeletionDays: 14 },
    });
  });

  test("a call repeated under its idempotency key is answered by a reply that nobody else can read", async () => {
    const kept = await signIn(client, "kept@example.org");
    const headers = { "idempotency-key": "0199a3c2-63c6-4b1e-8d3f-7f6f3a2b1c0d" };
    const input: CallOf<"createOrJoinRooms"> = { body: { sessionRoomSlug: "A secret plan" } };
    const first = await kept.call("createOrJoinRooms", input, { headers });
    expect(await kept.call("createOrJoinRooms", input, { headers })).toEqual(first);
    const { rows } = await app.database.pool.query<{ row: string; reply: string }>(
      "select k::text as row, encode(sealed_reply, 'escape') as reply from idempotency_keys k",
    );
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(headers["idempotency-key"]);
    expect(stored).not.toContain("secret");
  });

  test("it is ready with its database and its bus", async () => {
    const reply = await fetch(`${app.url}/readyz`);
    expect([reply.status, await reply.json()]).toEqual([200, { status: "ready" }]);
  });

  test("a program that offers another protocol is answered in the one it speaks", async () => {
    const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "" };
    const asked = request(`${app.url}/v1/public-config`, { headers }).end();
    const [reply] = (await once(asked, "response")) as [IncomingMessage];
    expect([reply.statusCode, await json(reply)]).toMatchObject([200, { productName: "Colbin" }]);
  });

  test("a refusal reaches the caller with its code", async () => {
    expect(await client.refusal("getMe", {})).toMatchObject({ code: "UNAUTHORIZED" });
  });
});

test("a whole sign-in leaves no secret in the log", async () => {
  const identifier = "bob@example.org";
  const { user } = await client.call("sendOtp", { body: { identifier } });
  const otp = user.otp ?? "";
  const wrong = otp === "0000" ? "1111" : "0000";
  const refused = await client.refusal("verifyOtp", { body: { identifier, otp: wrong } });
  expect(refused.code).toBe("OTP_INVALID");
  const { tokens } = await client.enter("verifyOtp", { body: { identifier, otp } });
  const as = tokens.access.token;
  client.accessToken = as;
  const { ticket } = await client.call("createWsTicket", {});
  const address = `${app.url.replace("http", "ws")}/v1/multi-room-chat/ws?accessToken=${ticket}`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${as}` } });
  await once(socket, "open");
  socket.close();
  await once(socket, "close");
  const refreshed = await client.call("refreshTokens", {
    body: { refreshToken: tokens.refresh.token },
  });
  await fetch(`${app.url}/nowhere?accessToken=${as}&otp=${otp}`);
  await client.call("logout", { body: { refreshToken: refreshed.tokens.refresh.token } });

  const log = app.lines.text();
  expect(app.lines.entries().length).toBeGreaterThan(5);
  for (const secret of [as, ticket, tokens.refresh.token, refreshed.tokens.refresh.token])
    expect(log).not.toContain(secret);
  // A code is four digits, which ids and times contain by chance.
  const chance = new Set(["pid", "time", "ms", "requestId", "userId", "stack"]);
  for (const entry of app.lines.entries())
    expect(
      JSON.stringify(entry, (key, value: unknown) => (chance.has(key) ? "" : value)),
    ).not.toMatch(new RegExp(`(?<!\\d)${otp}(?!\\d)`));
});

test("the outbox shows what would have been sent, to our own pages only", async () => {
  await client.call("sendOtp", { body: { identifier: "carol@example.org" } });
  await expect.poll(() => app.outbox.list().map(({ to }) => to)).toContain("carol@example.org");
  const page = await fetch(`${app.url}/dev/outbox`);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("carol@example.org");
  const rebound = await app.app.http.app.inject({
    url: "/dev/outbox",
    headers: { host: "evil.example" },
  });
  expect(rebound.statusCode).toBe(404);
});
