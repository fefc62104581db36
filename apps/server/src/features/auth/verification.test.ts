import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn, type Client } from "#test/world.ts";

const HOUR_MS = 60 * 60_000;

let server: SignInServer;
beforeAll(async () => {
  server = await openSignInServer({
    API_RATE_ANONYMOUS: "100000",
    OTP_FAILS_INSTANCE_DAY: "1000000",
  });
  await signIn(openProgram(server.app), "owner@example.org");
});
afterAll(() => server.close());

let people = 0;
function newAddress(): string {
  people += 1;
  return `person${people}@example.org`;
}

/** Asks for a code; what it is, and four digits that it is not. */
async function ask(client: Client, identifier: string, address?: string) {
  const options = address === undefined ? {} : { address };
  const { user, challengeId, delivery } = await client.call(
    "sendOtp",
    { body: { identifier } },
    options,
  );
  const otp = user.otp ?? "";
  return { otp, wrong: String((Number(otp) + 1) % 10_000).padStart(4, "0"), challengeId, delivery };
}

async function guess(client: Client, identifier: string, otp: string, address?: string) {
  const options = address === undefined ? {} : { address };
  return client.refusal("verifyOtp", { body: { identifier, otp } }, options);
}

async function auditKinds(identifier: string): Promise<string[]> {
  const { rows } = await server.pool.query<{ kind: string }>(
    `select kind from audit_events
     where details->>'identifier' = $1 or actor_id = (select id from users where email = $1) order by id`,
    [identifier],
  );
  return rows.map(({ kind }) => kind);
}

describe("the right code", () => {
  test("signs in once; its account is made the first time and found the next", async () => {
    const address = newAddress();
    const client = openBrowser(server.app);
    const { otp } = await ask(client, address);
    const body = { identifier: address, otp };
    const first = await client.enter("verifyOtp", { body });
    expect(first.user).toMatchObject({ email: address, isEmailVerified: true, fullName: "User" });
    const again = await client.refusal("verifyOtp", { body });
    expect(again).toMatchObject({
      status: 400,
      code: "OTP_EXPIRED",
      message: "This code is no longer valid. Please request a new one.",
    });
    const second = await signIn(openProgram(server.app), address);
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.sessionId).not.toBe(first.user.sessionId);
    expect(await auditKinds(address)).toEqual(["sign-in", "sign-in"]);
  });

  test("entered many times at once signs in once", async () => {
    const address = newAddress();
    const client = openProgram(server.app);
    const { otp } = await ask(client, address);
    const body = { identifier: address, otp };
    const entries = Array.from({ length: 3 }, () => client.enter("verifyOtp", { body }));
    const outcomes = await Promise.allSettled(entries);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("two first sign-ins at once end with one account", async () => {
    const address = newAddress();
    const entries = await Promise.all(
      [openBrowser(server.app), openBrowser(server.app)].map(async (client) => ({
        client,
        otp: (await ask(client, address)).otp,
      })),
    );
    const [one, two] = await Promise.all(
      entries.map(({ client, otp }) =>
        client.enter("verifyOtp", { body: { identifier: address, otp } }),
      ),
    );
    expect(one?.user.id).toBe(two?.user.id);
  });

  test("is over after ten minutes", async () => {
    const address = newAddress();
    const client = openBrowser(server.app);
    const { otp } = await ask(client, address);
    server.clock.advance(600_000);
    expect((await guess(client, address, otp)).code).toBe("OTP_EXPIRED");
  });

  test("belongs to the identifier that it was asked for", async () => {
    const client = openBrowser(server.app);
    const { otp } = await ask(client, newAddress());
    expect((await guess(client, newAddress(), otp)).code).toBe("OTP_EXPIRED");
  });
});

describe("a challenge", () => {
  test("of a browser works in that browser only", async () => {
    const address = newAddress();
    const { otp, challengeId } = await ask(openBrowser(server.app), address);
    expect((await guess(openBrowser(server.app), address, otp)).code).toBe("OTP_EXPIRED");
    expect((await guess(openProgram(server.app), address, otp)).code).toBe("OTP_EXPIRED");
    const named = { body: { identifier: address, otp, challengeId } };
    const refusal = await openProgram(server.app).refusal("verifyOtp", named);
    expect(refusal.code).toBe("OTP_EXPIRED");
  });

  test("of a program does not work in a browser", async () => {
    const address = newAddress();
    const { otp } = await ask(openProgram(server.app), address);
    expect((await guess(openBrowser(server.app), address, otp)).code).toBe("OTP_EXPIRED");
  });

  test("of the same browser is replaced by the next, of another one it is not", async () => {
    const address = newAddress();
    const client = openBrowser(server.app);
    const old = await ask(client, address);
    const other = openBrowser(server.app);
    const theirs = await ask(other, address);
    server.clock.advance(30_000);
    const fresh = await ask(client, address);
    const { rows } = await server.pool.query<{ id: string }>(
      "select id from otp_challenges where identifier = $1 and tries_left > 0 order by created_at",
      [address],
    );
    expect(rows.map(({ id }) => id)).toEqual([theirs.challengeId, fresh.challengeId]);
    expect(old.challengeId).not.toBe(fresh.challengeId);
    const body = { identifier: address, otp: theirs.otp };
    await expect(other.enter("verifyOtp", { body })).resolves.toHaveProperty("tokens");
  });

  test("of a program is found by its name, else the newest one is taken", async () => {
    const address = newAddress();
    const client = openProgram(server.app);
    const old = await ask(client, address);
    server.clock.advance(30_000);
    const fresh = await ask(client, address);
    const unnamed = { body: { identifier: address, otp: fresh.otp } };
    await expect(client.enter("verifyOtp", unnamed)).resolves.toHaveProperty("tokens");
    const named = { body: { identifier: address, otp: old.otp, challengeId: old.challengeId } };
    await expect(client.enter("verifyOtp", named)).resolves.toHaveProperty("tokens");
  });
});

describe("a wrong code", () => {
  test("says how many tries are left, and the third is the last", async () => {
    const address = newAddress();
    const client = openBrowser(server.app);
    const { otp, wrong } = await ask(client, address);
    const answers = [];
    for (let tries = 0; tries < 3; tries += 1) answers.push(await guess(client, address, wrong));
    expect(answers.map(({ details }) => details)).toEqual([
      { triesLeft: 2 },
      { triesLeft: 1 },
      { triesLeft: 0 },
    ]);
    expect(answers[0]).toMatchObject({
      status: 400,
      code: "OTP_INVALID",
      message: "OTP verification failed",
    });
    expect((await guess(client, address, otp)).code).toBe("OTP_EXPIRED");
    expect(await auditKinds(address)).toEqual(Array(3).fill("failed sign-in"));
  });

  test.each([
    ["12345", "OTP_LENGTH_INVALID"],
    ["12a4", "OTP_DIGITS_ONLY"],
  ])("of the form %s is refused with %s and counts for nothing", async (otp, code) => {
    const address = newAddress();
    const client = openBrowser(server.app);
    const asked = await ask(client, address);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(client, address, otp)).code).toBe(code);
    const body = { identifier: address, otp: asked.otp };
    await expect(client.enter("verifyOtp", { body })).resolves.toHaveProperty("tokens");
  });

  test("five in a day are told to the person, once", async () => {
    const address = newAddress();
    await signIn(openBrowser(server.app), address);
    for (let codes = 0; codes < 3; codes += 1) {
      const client = openBrowser(server.app);
      const { wrong } = await ask(client, address);
      for (let tries = 0; tries < 3; tries += 1) await guess(client, address, wrong);
    }
    const subject = "Wrong codes for your Colbin account";
    await vi.waitFor(() => {
      const told = server.mails.filter((mail) => mail.to === address && mail.subject === subject);
      expect(told).toHaveLength(1);
    });
    const { rows } = await server.pool.query(
      "select 1 from jobs.job where name = 'auth.security-alert' and data->>'identifier' = $1",
      [address],
    );
    expect(rows).toHaveLength(1);
  });
});

describe("guessing in parallel", () => {
  test("gets three tries out of one code, however many requests there are", async () => {
    const address = newAddress();
    const client = openBrowser(server.app);
    const { otp } = await ask(client, address);
    const guesses = Array.from({ length: 1000 }, (_, n) => String(n * 10).padStart(4, "0"));
    const answers = await Promise.all(
      guesses.filter((each) => each !== otp).map((each) => guess(client, address, each)),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === "OTP_INVALID")).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(["OTP_INVALID", "OTP_EXPIRED"]));
    expect((await guess(client, address, otp)).code).toBe("OTP_EXPIRED");
  });

  test("gets fifteen tries a day out of one address, however many codes there are", async () => {
    const address = newAddress();
    const clients = [];
    for (let codes = 0; codes < 12; codes += 1) {
      if (codes === 6) server.clock.advance(HOUR_MS);
      const client = openBrowser(server.app);
      clients.push({ client, ...(await ask(client, address)) });
    }
    // The first six have run out of time; their tries must not be of any use either.
    const answers = await Promise.all(
      clients.flatMap(({ client, wrong }) =>
        Array.from({ length: 84 }, () => guess(client, address, wrong)),
      ),
    );
    expect(answers.filter(({ code }) => code === "OTP_INVALID")).toHaveLength(15);
    for (const { client, otp } of clients)
      expect((await guess(client, address, otp)).code).toBe("OTP_EXPIRED");
    expect(await auditKinds(address)).toContain("link mode");
  });
});
