import { ELEVATION_HEADER, type ErrorCode, type WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter } from "#test/organizations.ts";
import { openBrowser, openProgram, signIn, type Client, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({
    environment: { OTP_SENDS_PER_IDENTIFIER_HOUR: "3", ORG_MAX_OWNED: "1000" },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  alice = await enter(app, "Alice");
  ({ id: orgId } = await alice.call("createOrganization", { body: { title: "Nordlicht" } }));
});

/** What asks for an elevation, by whoever shows this one. */
async function probe(person: Client, token: string | undefined): Promise<string> {
  const headers = token === undefined ? {} : { [ELEVATION_HEADER]: token };
  const url = `/v1/organizations/${orgId}`;
  const answer = await person.send({ method: "DELETE", url, headers });
  return answer.status === 204 ? "ok" : (answer.body as { code: ErrorCode }).code;
}

async function askForCode(person: Person): Promise<string> {
  const sent = await person.call("revealAuth", { body: {} });
  return "otp" in sent ? (sent.otp ?? "") : "";
}

const wrong = (code: string) => code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
const refusalOf = async (person: Person, otp: string) =>
  (await person.refusal("revealAuth", { body: { otp } })).code;
/** As long as a person waits for the next code. */
const nextCode = () => app.clock.advance(30_000);

test("a code to the own address gives the session a proof that it is still them", async () => {
  const sent = await alice.call("revealAuth", { body: {} });
  expect(sent).toEqual({
    sent: true,
    to: expect.stringMatching(/^a\*\*\*@example\.org$/) as string,
    otpLength: 4,
    resendAfterMs: 30_000,
    otp: expect.stringMatching(/^\d{4}$/) as string,
  });
  const otp = "otp" in sent ? (sent.otp ?? "") : "";
  await vi.waitFor(() => {
    const mail = app.outbox.list().find(({ text }) => text.includes(`${otp} is the code`));
    expect(mail?.subject).toBe("Your Colbin confirmation code");
  });
  const reply = await alice.call("revealAuth", { body: { otp } });
  expect(reply).toMatchObject({
    elevation: { expires: new Date(app.clock.now().getTime() + 600_000).toISOString() },
  });
  expect(await probe(alice, "elevation" in reply ? reply.elevation.token : "")).toBe("ok");
});

describe("an elevation", () => {
  const tokenOf = async (person: Person) => (await elevate(person)).headers[ELEVATION_HEADER];
  const needed = "ELEVATION_REQUIRED";

  test.each([undefined, "", "x", "x".repeat(22), "\u00e9"])("is not %j", async (token) => {
    expect(await probe(alice, token)).toBe(needed);
    const { details } = await alice.refusal("deleteOrganization", { params: { orgId } });
    expect(details).toEqual({ methods: ["otp"] });
  });

  test("counts for ten minutes", async () => {
    const token = await tokenOf(alice);
    app.clock.advance(600_000);
    expect(await probe(alice, token)).toBe(needed);
  });

  test("is of one session, also beside another one of the same person", async () => {
    const token = await tokenOf(alice);
    const other = await signIn(openProgram(app.app.http.app), alice.user.email ?? "");
    expect(await probe(other, token)).toBe(needed);
    expect(await probe(await enter(app, "Bob"), token)).toBe(needed);
  });

  test("gives way to the next one of its session", async () => {
    const first = await tokenOf(alice);
    nextCode();
    await tokenOf(alice);
    expect(await probe(alice, first)).toBe(needed);
  });

  test("ends with the session, and lives on when its tokens are renewed", async () => {
    const token = await tokenOf(alice);
    const refreshToken = alice.tokens.refresh.token;
    const { tokens } = await alice.call("refreshTokens", { body: { refreshToken } });
    alice.accessToken = tokens.access.token;
    await alice.call("logout", { body: {} });
    expect(await probe(alice, token)).toBe("SESSION_ENDED");
  });

  test("is not stored in the clear", async () => {
    const token = await tokenOf(alice);
    const { rows } = await app.database.pool.query<{ text: string }>(
      "select s::text as text from sessions s where id = $1",
      [alice.user.sessionId],
    );
    expect(rows[0]?.text).toContain(alice.user.sessionId);
    expect(rows[0]?.text).not.toContain(token);
  });
});

describe("a code", () => {
  test("of an elevation signs nobody in, and one that signs in elevates nobody", async () => {
    const identifier = alice.user.email ?? "";
    const otp = await askForCode(alice);
    for (const client of [openProgram(app.app.http.app), openBrowser(app.app.http.app)]) {
      const refusal = await client.refusal("verifyOtp", { body: { identifier, otp } });
      expect(refusal.code).toBe("OTP_EXPIRED");
    }
    const { user } = await alice.call("sendOtp", { body: { identifier } });
    // The one of the session is still there to be tried.
    if (user.otp !== otp) expect(await refusalOf(alice, user.otp ?? "")).toBe("OTP_INVALID");
    await alice.call("revealAuth", { body: { otp } });
  });

  test("works once, in the session that asked for it", async () => {
    const otp = await askForCode(alice);
    const other = await signIn(openProgram(app.app.http.app), alice.user.email ?? "");
    expect(await refusalOf(other, otp)).toBe("OTP_EXPIRED");
    await alice.call("revealAuth", { body: { otp } });
    expect(await refusalOf(alice, otp)).toBe("OTP_EXPIRED");
  });

  test("dies by three wrong tries, which its person finds as what they were", async () => {
    const otp = await askForCode(alice);
    const tries = [wrong(otp), wrong(otp), wrong(otp), otp];
    const codes: string[] = [];
    for (const each of tries) codes.push(await refusalOf(alice, each));
    expect(codes).toEqual(["OTP_INVALID", "OTP_INVALID", "OTP_INVALID", "OTP_EXPIRED"]);
    const { events } = await alice.call("listSecurityEvents", {});
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array<string>(3).fill("failed elevation"),
      "sign-in",
    ]);
  });

  test("can be asked for again after half a minute, and not more often than one that signs in", async () => {
    await askForCode(alice);
    const refusal = await alice.refusal("revealAuth", { body: {} });
    expect(refusal).toMatchObject({ code: "OTP_RATE_LIMITED", details: { retryAfterMs: 30_000 } });
    for (let more = 0; more < 2; more += 1) {
      nextCode();
      await askForCode(alice);
    }
    nextCode();
    const limited = await alice.refusal("revealAuth", { body: {} });
    expect(limited.code).toBe("OTP_RATE_LIMITED");
    expect(limited.details["retryAfterMs"]).toBeGreaterThan(30 * 60_000);
  });

  test.each([
    [{ otp: "12345" }, "OTP_LENGTH_INVALID"],
    [{ otp: "12a4" }, "OTP_DIGITS_ONLY"],
    [{ password: "secret" }, "PASSWORD_SIGN_IN_DISABLED"],
    [{ otp: "1234", totp: "123456" }, "VALIDATION_ERROR"],
  ])("%j is %s", async (body, code) => {
    const refusal = await alice.refusal("revealAuth", { body } as never);
    expect(refusal.code).toBe(code);
  });

  test("is not for a page of another site", async () => {
    const headers = { origin: "https://evil.example" };
    const foreign = await alice.refusal("revealAuth", { body: {} }, { headers });
    expect(foreign.code).toBe("ORIGIN_NOT_ALLOWED");
  });
});
