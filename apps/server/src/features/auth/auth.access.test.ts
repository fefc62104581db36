import { generateKeyPairSync } from "node:crypto";
import { importJWK, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn, type Person } from "#test/world.ts";
import { loadKeys } from "./keys.service.ts";

let server: SignInServer;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  server = await openSignInServer();
  alice = await signIn(openProgram(server.app), "alice@example.org");
  bob = await signIn(openBrowser(server.app), "bob@example.org");
});
afterAll(() => server.close());

function payloadOf(token: string): JWTPayload {
  const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return JSON.parse(text) as JWTPayload;
}

/** What the server says to somebody who shows this token. */
async function codeFor(token: string): Promise<string> {
  const client = openProgram(server.app);
  client.accessToken = token;
  return (await client.refusal("getMe", {})).code;
}

function signed(payload: JWTPayload, header = { alg: "EdDSA", typ: "at+jwt" }): Promise<string> {
  return new SignJWT(payload).setProtectedHeader(header).sign(server.auth.keys.signing);
}

describe("an access token", () => {
  test("names person, session and workspace and no right", () => {
    const payload = payloadOf(alice.tokens.access.token);
    expect(Object.keys(payload).toSorted()).toEqual(["exp", "iat", "iss", "sid", "sub", "wid"]);
    expect(payload).toMatchObject({ sub: alice.user.id, sid: alice.user.sessionId });
  });

  test("is over after an hour", async () => {
    const later = await signIn(openProgram(server.app), "carol@example.org");
    server.clock.advance(3_600_000);
    expect(await later.refusal("getMe", {})).toMatchObject({ status: 401, code: "TOKEN_EXPIRED" });
    alice = await signIn(openProgram(server.app), "alice@example.org");
    bob = await signIn(bob, "bob@example.org");
  });

  test("is refused without a signature, with a foreign one, or with its content changed", async () => {
    const { token } = alice.tokens.access;
    const payload = payloadOf(token);
    const [header, , signature] = token.split(".");
    const foreign = generateKeyPairSync("ed25519").privateKey;
    const asBob = Buffer.from(JSON.stringify({ ...payload, sub: bob.user.id })).toString(
      "base64url",
    );
    const symmetric = await new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
      .sign(Buffer.from(JSON.stringify(await exportedPublicKey())));
    const hostile = [
      new UnsecuredJWT(payload).encode(),
      await new SignJWT(payload).setProtectedHeader({ alg: "EdDSA", typ: "at+jwt" }).sign(foreign),
      `${header}.${asBob}.${signature}`,
      `${header}.${token.split(".")[1]}.`,
      `${header}.${token.split(".")[1]}`,
      symmetric,
      "nonsense",
      `${"a".repeat(4000)}.${"b".repeat(4000)}.${"c".repeat(80)}`,
    ];
    for (const each of hostile) expect(await codeFor(each)).toBe("UNAUTHORIZED");
  });

  test("is refused where our own signature is under something else than an access token", async () => {
    const payload = payloadOf(alice.tokens.access.token);
    const { exp: _, ...endless } = payload;
    const hostile = [
      await signed(payload, { alg: "EdDSA", typ: "JWT" }),
      await signed({ ...payload, iss: "another" }),
      await signed(endless),
      await signed({ ...payload, sid: "1 or 1=1" }),
      await signed({ ...payload, sub: bob.user.id }),
    ];
    for (const each of hostile) expect(await codeFor(each)).toBe("UNAUTHORIZED");
  });

  test("of a session that is not there is over; of a workspace that is not there is lost", async () => {
    const payload = payloadOf(alice.tokens.access.token);
    const nowhere = "0199aaaa-0000-7000-8000-000000000001";
    expect(await codeFor(await signed({ ...payload, sid: nowhere }))).toBe("SESSION_ENDED");
    const elsewhere = server.authenticator.byAccessToken(
      await signed({ ...payload, wid: nowhere }),
    );
    await expect(elsewhere).rejects.toMatchObject({ code: "WORKSPACE_ACCESS_LOST" });
  });

  test("is worth nothing from the moment on that its account is blocked", async () => {
    const mallory = await signIn(openBrowser(server.app), "mallory@example.org");
    await mallory.call("getMe", {});
    await server.pool.query("update users set is_blocked = true where id = $1", [mallory.user.id]);
    expect(await mallory.refusal("getMe", {})).toMatchObject({
      code: "SESSION_ENDED",
      details: { reason: "blocked" },
    });
    const body = { refreshToken: "cookie" };
    expect((await mallory.refusal("refreshTokens", { body })).code).toBe("ACCOUNT_BLOCKED");
  });

  test("shows the person as they are now", async () => {
    const { token } = alice.tokens.access;
    await alice.call("updateMe", { body: { fullName: "Alice Adams" } });
    expect(await server.authenticator.byAccessToken(token)).toMatchObject({
      userId: alice.user.id,
      sessionId: alice.user.sessionId,
      fullName: "Alice Adams",
      accountType: "PERSONAL",
      refreshDelivery: "body",
      expiresAt: new Date(alice.tokens.access.expires),
    });
  });
});

async function exportedPublicKey(): Promise<unknown> {
  const { rows } = await server.pool.query<{ key: { d?: string } }>(
    "select signing_key as key from instance",
  );
  return { ...rows[0]?.key, d: undefined };
}

describe("a ticket", () => {
  test("of another form is refused without asking the database", async () => {
    const holder = await server.pool.connect();
    await holder.query("begin");
    await holder.query("lock table ws_tickets in access exclusive mode");
    for (const junk of ["wst_", "wst_junk", `wst_${"a".repeat(23)}`, `wst_${"a".repeat(20)}/+`])
      await expect(server.authenticator.byTicket(junk)).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
    await holder.query("rollback");
    holder.release();
  });

  test("opens once, for the session and as long as the token that asked for it", async () => {
    const { ticket, expires } = await bob.call("createWsTicket", {});
    expect(ticket).toMatch(/^wst_[\w-]{22}$/);
    expect(Date.parse(expires) - server.clock.now().getTime()).toBe(30_000);
    expect(await server.authenticator.byTicket(ticket)).toMatchObject({
      userId: bob.user.id,
      sessionId: bob.user.sessionId,
      expiresAt: new Date(bob.tokens.access.expires),
    });
    await expect(server.authenticator.byTicket(ticket)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  test("shown many times at once opens once", async () => {
    const { ticket } = await bob.call("createWsTicket", {});
    const shown = Array.from({ length: 20 }, () => server.authenticator.byTicket(ticket));
    const outcomes = await Promise.allSettled(shown);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is over after thirty seconds", async () => {
    const { ticket } = await bob.call("createWsTicket", {});
    server.clock.advance(30_000);
    await expect(server.authenticator.byTicket(ticket)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  test("of a session that ended in the meantime opens nothing", async () => {
    const person = await signIn(openBrowser(server.app), "dora@example.org");
    const { ticket } = await person.call("createWsTicket", {});
    await person.call("logout", { body: {} });
    await expect(server.authenticator.byTicket(ticket)).rejects.toMatchObject({
      code: "SESSION_ENDED",
    });
  });

  test("is not given to strangers", async () => {
    expect(await openProgram(server.app).refusal("createWsTicket", {})).toMatchObject({
      status: 401,
      code: "UNAUTHORIZED",
      message: "Unauthorized",
    });
  });
});

test("a blocked person is refused after the right code, and only then", async () => {
  const address = "erin@example.org";
  const { user } = await signIn(openBrowser(server.app), address);
  await server.pool.query("update users set is_blocked = true where id = $1", [user.id]);
  const client = openBrowser(server.app);
  const sent = await client.call("sendOtp", { body: { identifier: address } });
  const otp = sent.user.otp ?? "";
  const wrong = String((Number(otp) + 1) % 10_000).padStart(4, "0");
  const guess = (code: string) =>
    client.refusal("verifyOtp", { body: { identifier: address, otp: code } });
  expect((await guess(wrong)).code).toBe("OTP_INVALID");
  expect(await guess(otp)).toMatchObject({
    status: 403,
    code: "ACCOUNT_BLOCKED",
    message: "This account is blocked. Please contact your administrator.",
  });
  expect((await guess(otp)).code).toBe("OTP_EXPIRED");
});

test("all processes of one database have the same keys, however many start at once", async () => {
  const fresh = await openSignInServer();
  await fresh.pool.query("update instance set signing_key = null, otp_secret = null");
  const all = await Promise.all(Array.from({ length: 8 }, () => loadKeys(fresh.auth.db)));
  const secrets = new Set(all.map(({ otpSecret }) => Buffer.from(otpSecret).toString("hex")));
  const token = await new SignJWT({ probe: true })
    .setProtectedHeader({ alg: "EdDSA" })
    .sign(all[0]?.signing ?? (await importJWK({ kty: "OKP" })));
  const { jwtVerify } = await import("jose");
  const checks = await Promise.all(all.map(({ verifying }) => jwtVerify(token, verifying)));
  await fresh.close();
  expect(secrets.size).toBe(1);
  expect(checks.every(({ payload }) => payload["probe"] === true)).toBe(true);
});
