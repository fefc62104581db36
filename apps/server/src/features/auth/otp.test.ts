import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn, type Client } from "#test/world.ts";

const HOUR_MS = 60 * 60_000;
const LINK_MS = 10 * 60_000;

let server: SignInServer;
beforeAll(async () => {
  server = await openSignInServer({ API_RATE_ANONYMOUS: "100000", DEFAULT_PHONE_REGION: "DE" });
});
afterAll(() => server.close());

let people = 0;
/** An address that no other test uses. */
function newAddress(): string {
  people += 1;
  return `person${people}@example.org`;
}

function sendTo(identifier: string, client: Client = openBrowser(server.app), address?: string) {
  return client.call("sendOtp", { body: { identifier } }, address === undefined ? {} : { address });
}

async function countRows(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await server.pool.query<{ n: number }>(
    `select count(*)::integer as n from ${sql}`,
    values,
  );
  return rows[0]?.n ?? 0;
}

describe("asking for a code", () => {
  test("answers with the code's form, and under dev delivery with the code", async () => {
    const reply = await sendTo("  Dora@Example.org ");
    expect(reply).toEqual({
      user: { identifier: "dora@example.org", otp: expect.stringMatching(/^\d{4}$/) as string },
      otpLength: 4,
      resendAfterMs: 30_000,
      challengeId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      delivery: "code",
    });
  });

  test("also sends it as a message", async () => {
    const address = newAddress();
    const { user } = await sendTo(address);
    await vi.waitFor(() => expect(server.mails.map(({ to }) => to)).toContain(address));
    const mail = server.mails.find(({ to }) => to === address);
    expect(mail?.subject).toBe("Your Colbin sign-in code");
    expect(mail?.text).toContain(`${user.otp} is your Colbin sign-in code`);
  });

  test("completes a national number with the country of the server", async () => {
    expect((await sendTo("01512 3456789")).user.identifier).toBe("+4915123456789");
  });

  test.each([
    ["", "IDENTIFIER_REQUIRED", "Email or phone number is required"],
    ["   ", "IDENTIFIER_REQUIRED", "Email or phone number is required"],
    ["alice", "IDENTIFIER_INVALID", "Please enter a valid email address or phone number"],
    ["123456", "IDENTIFIER_INVALID", "Please enter a valid email address or phone number"],
    [
      "=?utf-8?q?alice?=@example.org",
      "IDENTIFIER_INVALID",
      "Please enter a valid email address or phone number",
    ],
    [
      `${"a".repeat(250)}@b.org`,
      "IDENTIFIER_INVALID",
      "Please enter a valid email address or phone number",
    ],
  ])("refuses %j with %s", async (identifier, code, message) => {
    const refusal = await openBrowser(server.app).refusal("sendOtp", { body: { identifier } });
    expect(refusal).toMatchObject({ status: 400, code, message });
  });

  test("stores no code in the clear, neither in the challenge nor in the job", async () => {
    const { user, challengeId } = await sendTo(newAddress());
    const { rows } = await server.pool.query<{ text: string }>(
      `select c::text || coalesce((select string_agg(j.data::text, ' ') from jobs.job j
         where j.data->>'challengeId' = c.id::text), 'no job') as text
       from otp_challenges c where id = $1`,
      [challengeId],
    );
    expect(rows[0]?.text).toContain(challengeId);
    expect(rows[0]?.text).not.toContain("no job");
    expect(rows[0]?.text).not.toMatch(new RegExp(`"${user.otp}"|,${user.otp},`));
  });

  test("from a page of another site is refused", async () => {
    const client = openBrowser(server.app);
    const headers = { origin: "https://evil.example" };
    const body = { identifier: newAddress() };
    const refusal = await client.refusal("sendOtp", { body }, { headers });
    expect(refusal.code).toBe("ORIGIN_NOT_ALLOWED");
  });

  test("makes the same rows and the same reply whether the account exists or not", async () => {
    const known = newAddress();
    await signIn(openBrowser(server.app), known);
    const shapes = [];
    for (const identifier of [known, newAddress()]) {
      const { challengeId, ...reply } = await sendTo(identifier);
      const jobs = await countRows("jobs.job where data->>'challengeId' = $1", [challengeId]);
      shapes.push({ jobs, reply: { ...reply, user: Object.keys(reply.user) } });
    }
    expect(shapes[0]).toEqual(shapes[1]);
  });
});

describe("how often", () => {
  test("a browser waits 30 seconds between two codes for one address", async () => {
    const client = openBrowser(server.app);
    const address = newAddress();
    await sendTo(address, client);
    server.clock.advance(10_000);
    const answer = await client.send({
      method: "POST",
      url: "/v1/identifier/send-otp",
      payload: { identifier: address },
    });
    expect(answer.status).toBe(429);
    expect(answer.headers["retry-after"]).toBe("20");
    expect(answer.body).toMatchObject({
      code: "OTP_RATE_LIMITED",
      message: "Please wait 20 seconds before requesting another code.",
      details: { retryAfterMs: 20_000 },
    });
    server.clock.advance(20_000);
    await expect(sendTo(address, client)).resolves.toMatchObject({ delivery: "code" });
  });

  test("another browser and another address need not wait", async () => {
    const client = openBrowser(server.app);
    const address = newAddress();
    await sendTo(address, client);
    await expect(sendTo(address)).resolves.toMatchObject({ delivery: "code" });
    await expect(sendTo(newAddress(), client)).resolves.toMatchObject({ delivery: "code" });
  });

  test("a program waits as well, by its network address", async () => {
    const address = newAddress();
    await sendTo(address, openProgram(server.app));
    const again = openProgram(server.app);
    const refusal = await again.refusal("sendOtp", { body: { identifier: address } });
    expect(refusal.code).toBe("OTP_RATE_LIMITED");
    const elsewhere = { address: "192.0.2.99" };
    await again.call("sendOtp", { body: { identifier: address } }, elsewhere);
  });

  test("one address gets six codes an hour, from however many browsers, and then a link", async () => {
    const address = newAddress();
    for (let sends = 0; sends < 6; sends += 1)
      expect(await sendTo(address)).toMatchObject({ delivery: "code" });
    server.clock.advance(HOUR_MS - 60_000);
    for (let sends = 0; sends < 20; sends += 1) {
      const reply = await sendTo(address);
      expect(reply).toMatchObject({ delivery: "link", resendAfterMs: LINK_MS });
      expect(reply.user).toEqual({ identifier: address });
    }
    expect(await countRows("otp_challenges where identifier = $1", [address])).toBe(7);
    server.clock.advance(60_000);
    await expect(sendTo(address)).resolves.toMatchObject({ delivery: "code" });
  });

  test("of many requests at once six get a code and all others the same link", async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 60 }, () => sendTo(address)));
    expect(answers.filter(({ delivery }) => delivery === "code")).toHaveLength(6);
    const ofThem = "otp_challenges where identifier = $1 and delivery = $2";
    expect(await countRows(ofThem, [address, "code"])).toBe(6);
    expect(await countRows(ofThem, [address, "link"])).toBe(1);
  });

  test("a network address gets sixty codes an hour, and then counts for nobody else", async () => {
    const from = "198.51.100.4";
    for (let sends = 0; sends < 60; sends += 1)
      await sendTo(newAddress(), openBrowser(server.app), from);
    const victim = newAddress();
    for (let tries = 0; tries < 10; tries += 1) {
      const client = openBrowser(server.app);
      const body = { identifier: victim };
      const refusal = await client.refusal("sendOtp", { body }, { address: from });
      expect(refusal.code).toBe("OTP_RATE_LIMITED");
    }
    await expect(sendTo(victim)).resolves.toMatchObject({ delivery: "code" });
  });

  test("an IPv6 network of 64 bits is one address", async () => {
    for (let sends = 0; sends < 60; sends += 1)
      await sendTo(newAddress(), openBrowser(server.app), `2001:db8:1:2::${sends.toString(16)}`);
    const refusal = openBrowser(server.app).refusal(
      "sendOtp",
      { body: { identifier: newAddress() } },
      { address: "2001:db8:1:2:ffff::1" },
    );
    expect((await refusal).code).toBe("OTP_RATE_LIMITED");
    await expect(
      sendTo(newAddress(), openBrowser(server.app), "2001:db8:1:3::1"),
    ).resolves.toMatchObject({ delivery: "code" });
  });

  test("after fifteen codes in a day a link is sent", async () => {
    const address = newAddress();
    for (let sends = 0; sends < 15; sends += 1) {
      expect(await sendTo(address)).toMatchObject({ delivery: "code" });
      server.clock.advance(HOUR_MS / 6 + 1);
    }
    await expect(sendTo(address)).resolves.toMatchObject({ delivery: "link" });
  });

  test("a known device has its own counters: strangers do not touch them", async () => {
    const address = newAddress();
    const known = openBrowser(server.app);
    await signIn(known, address);
    server.clock.advance(HOUR_MS);
    for (let sends = 0; sends < 6; sends += 1) await sendTo(address);
    await expect(sendTo(address)).resolves.toMatchObject({ delivery: "link" });
    await expect(sendTo(address, known)).resolves.toMatchObject({ delivery: "code" });
  });

  test("what is over is removed", async () => {
    await sendTo(newAddress());
    server.clock.advance(3 * 24 * HOUR_MS);
    await server.run("auth.clean-up", {});
    expect(await countRows("otp_challenges")).toBe(0);
    expect(await countRows("auth_counters where expires_at is not null")).toBe(0);
  });
});
