import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import type { CallOf } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestApp, type TestApp } from "#test/harness.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function signIn(identifier: string): Promise<string> {
  const { user } = await app.call("sendOtp", { body: { identifier } });
  const body = { identifier, otp: user.otp ?? "" };
  const { tokens } = await app.call("verifyOtp", { body });
  return tokens.access.token;
}

describe("the whole server", () => {
  test("a person signs in, joins a room, says something and reads it again", async () => {
    const as = await signIn("alice@example.org");
    expect((await app.call("getMe", {}, { as })).email).toBe("alice@example.org");
    const general: CallOf<"createOrJoinRooms"> = { body: { sessionRoomSlug: "general" } };
    const { results } = await app.call("createOrJoinRooms", general, { as });
    expect(results[0]?.outcome).toMatch(/joined|already/);
    const params = { slug: "general" };
    const sent = await app.call("sendMessage", { params, body: { content: "Hello" } }, { as });
    const page = await app.call("listMessages", { params, query: {} }, { as });
    expect(page.messages.map(({ id }) => id)).toContain(sent.message.id);
  });

  test("what anybody may know of the server holds no secret of its configuration", async () => {
    expect(await app.call("getPublicConfig", {})).toEqual({
      productName: "Colbin",
      otpLength: 4,
      methods: { otp: true, password: false, google: false, github: false, passkey: false },
      signupMode: "open",
      termsUrl: "/legal/terms",
      privacyUrl: "/legal/privacy",
      devDelivery: true,
      limits: { messageMaxChars: 10_000 },
    });
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
    await expect(app.call("getMe", {})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

test("a whole sign-in leaves no secret in the log", async () => {
  const identifier = "bob@example.org";
  const { user } = await app.call("sendOtp", { body: { identifier } });
  const otp = user.otp ?? "";
  const wrong = otp === "0000" ? "1111" : "0000";
  await expect(app.call("verifyOtp", { body: { identifier, otp: wrong } })).rejects.toMatchObject({
    code: "OTP_INVALID",
  });
  const answer = await app.request("verifyOtp", { body: { identifier, otp } });
  const { tokens } = answer.json<{
    tokens: { access: { token: string }; refresh: { token: string } };
  }>();
  const as = tokens.access.token;
  const { ticket } = await app.call("createWsTicket", {}, { as });
  const address = `${app.url.replace("http", "ws")}/v1/multi-room-chat/ws?accessToken=${ticket}`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${as}` } });
  await once(socket, "open");
  socket.close();
  await once(socket, "close");
  const refreshed = await app.call("refreshTokens", {
    body: { refreshToken: tokens.refresh.token },
  });
  await fetch(`${app.url}/nowhere?accessToken=${as}&otp=${otp}`);
  await app.call("logout", { body: { refreshToken: refreshed.tokens.refresh.token } });

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
  await app.call("sendOtp", { body: { identifier: "carol@example.org" } });
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
