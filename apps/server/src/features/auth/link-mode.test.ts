import { toLinkIdentifier } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn, type Client } from "#test/world.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LINK_MS = 10 * 60_000;
const environment = {
  // Tests read the codes that callers of other addresses asked for.
  ALLOW_DEV_OTP: "i-understand",
  API_RATE_ANONYMOUS: "100000",
  OTP_SENDS_PER_IDENTIFIER_HOUR: "1000",
  OTP_SENDS_PER_IDENTIFIER_DAY: "1000",
  OTP_SENDS_PER_IP_HOUR: "100000",
  OTP_FAILS_INSTANCE_DAY: "1000000",
};

let server: SignInServer;
beforeAll(async () => {
  server = await openSignInServer(environment);
});
afterAll(() => server.close());

let people = 0;
function newAddress(): string {
  people += 1;
  return `person${people}@example.org`;
}

function deliveryFor(client: Client, identifier: string, from?: string) {
  const options = from === undefined ? {} : { address: from };
  return client.call("sendOtp", { body: { identifier } }, options);
}

/** Enters wrong codes, each from a browser without a past, until so many were taken for wrong. */
async function fail(times: number, identifier: () => string, from?: string): Promise<void> {
  const options = from === undefined ? {} : { address: from };
  for (let failed = 0; failed < times;) {
    const client = openBrowser(server.app);
    const name = identifier();
    const { user } = await deliveryFor(client, name, from);
    const otp = String((Number(user.otp) + 1) % 10_000).padStart(4, "0");
    for (let tries = 0; tries < 3 && failed < times; tries += 1) {
      const refusal = await client.refusal(
        "verifyOtp",
        { body: { identifier: name, otp } },
        options,
      );
      expect(refusal.code).toBe("OTP_INVALID");
      failed += 1;
    }
  }
}

/** The token of the newest link that was mailed to this address. */
async function readLink(identifier: string, count = 1): Promise<string> {
  await vi.waitFor(() => expect(listLinks(identifier)).toHaveLength(count));
  return listLinks(identifier)[count - 1] ?? "";
}

function listLinks(identifier: string): string[] {
  return server.mails
    .filter(({ to }) => to === identifier)
    .flatMap(({ text }) => /\/signin\/link#token=(\S+)/.exec(text)?.[1] ?? [])
    .map(decodeURIComponent);
}

describe("after fifteen wrong codes in a day", () => {
  test("a link is sent instead, live codes die, and the link signs in", async () => {
    const address = newAddress();
    const waiting = openBrowser(server.app);
    const { user } = await deliveryFor(waiting, address);
    await fail(15, () => address);
    const body = { identifier: address, otp: user.otp ?? "" };
    expect((await waiting.refusal("verifyOtp", { body })).code).toBe("OTP_EXPIRED");

    const client = openBrowser(server.app);
    const sent = await deliveryFor(client, address);
    expect(sent).toMatchObject({ delivery: "link", user: { identifier: address } });
    expect(sent.user).not.toHaveProperty("otp");
    const token = await readLink(address);
    expect(toLinkIdentifier(token)).toBe(address);
    const entered = await client.enter("verifyLink", { body: { token } });
    expect(entered.user.email).toBe(address);
    expect((await client.refusal("verifyLink", { body: { token } })).code).toBe("OTP_EXPIRED");
    // Link mode is over, and what it killed stays dead.
    expect((await waiting.refusal("verifyOtp", { body })).code).toBe("OTP_EXPIRED");
    await expect(deliveryFor(openBrowser(server.app), address)).resolves.toMatchObject({
      delivery: "code",
    });
  });

  test("it lasts 24 hours from the last of them, whenever the first was", async () => {
    const address = newAddress();
    await fail(14, () => address);
    server.clock.advance(DAY_MS - 60_000);
    await fail(1, () => address);
    server.clock.advance(DAY_MS - 60_000);
    expect(await deliveryFor(openBrowser(server.app), address)).toMatchObject({ delivery: "link" });
    server.clock.advance(60_000);
    expect(await deliveryFor(openBrowser(server.app), address)).toMatchObject({ delivery: "code" });
  });

  test("the window slides: no more than fifteen in any 24 hours", async () => {
    const address = newAddress();
    await fail(7, () => address);
    server.clock.advance(DAY_MS - 60_000);
    await fail(7, () => address);
    server.clock.advance(61_000);
    await fail(8, () => address);
    expect(await deliveryFor(openBrowser(server.app), address)).toMatchObject({ delivery: "link" });
  });

  test("a known device still gets codes", async () => {
    const address = newAddress();
    const known = openBrowser(server.app);
    await signIn(known, address);
    await fail(15, () => address);
    server.clock.advance(60_000);
    expect(await deliveryFor(known, address)).toMatchObject({ delivery: "code" });
    expect(await deliveryFor(openBrowser(server.app), address)).toMatchObject({ delivery: "link" });
  });
});

describe("however often a stranger asks", () => {
  const ask = (address: string) => deliveryFor(openBrowser(server.app), address);

  test("one link is live, and the next is made when it is over", async () => {
    const address = newAddress();
    await fail(15, () => address);
    expect(await ask(address)).toMatchObject({ delivery: "link", resendAfterMs: LINK_MS });
    server.clock.advance(LINK_MS - 60_000);
    expect(await ask(address)).toMatchObject({ delivery: "link", resendAfterMs: 60_000 });
    const token = await readLink(address);
    await openBrowser(server.app).enter("verifyLink", { body: { token } });
    await fail(15, () => address);
    // The one before was used, so there is another one at once.
    expect(await ask(address)).toMatchObject({ delivery: "link", resendAfterMs: LINK_MS });
    await readLink(address, 2);
    server.clock.advance(LINK_MS);
    expect(await ask(address)).toMatchObject({ delivery: "link", resendAfterMs: LINK_MS });
    await readLink(address, 3);
  });

  test("there is always a link to be had, and mail stays bounded", async () => {
    const address = newAddress();
    const lives: number[] = [];
    await fail(15, () => address);
    for (let minutes = 0; minutes < 24 * 60 - 10; minutes += 10) {
      const { delivery, resendAfterMs } = await ask(address);
      lives.push(resendAfterMs);
      expect(delivery).toBe("link");
      server.clock.advance(LINK_MS);
    }
    // Fifteen of ten minutes, then one an hour.
    expect(lives.slice(0, 15)).toEqual(Array(15).fill(LINK_MS));
    expect(lives.slice(15, 22)).toEqual([6, 5, 4, 3, 2, 1, 6].map((parts) => parts * LINK_MS));
    const { rowCount } = await server.pool.query(
      "select 1 from otp_challenges where identifier = $1 and delivery = 'link'",
      [address],
    );
    expect(rowCount).toBe(37);
    const payload = { identifier: address };
    const request = { method: "POST", url: "/v1/identifier/send-otp", payload } as const;
    const { body, cookies } = await openBrowser(server.app).send(request);
    expect(body).toMatchObject({ delivery: "link", resendAfterMs: 4 * LINK_MS });
    // The browser is known as the one that asked for as long as the link lives.
    expect(cookies[0]).toContain(`Max-Age=${(4 * LINK_MS) / 1000};`);
  });
});

describe("a link", () => {
  test("is over after ten minutes, and is nothing with one letter changed", async () => {
    const address = newAddress();
    await fail(15, () => address);
    await deliveryFor(openBrowser(server.app), address);
    const token = await readLink(address);
    const client = openProgram(server.app);
    const changed = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
    const named = token.replace(address, "mallory@example.org");
    for (const body of [{ token: changed }, { token: named }])
      expect((await client.refusal("verifyLink", { body })).code).toBe("OTP_EXPIRED");
    server.clock.advance(600_000);
    expect((await client.refusal("verifyLink", { body: { token } })).code).toBe("OTP_EXPIRED");
  });

  test("is stored as a hash only", async () => {
    const address = newAddress();
    await fail(15, () => address);
    await deliveryFor(openBrowser(server.app), address);
    const token = await readLink(address);
    const { rows } = await server.pool.query<{ all: string }>(
      `select (select string_agg(c::text, ' ') from otp_challenges c)
         || (select string_agg(j.data::text, ' ') from jobs.job j) as all`,
    );
    expect(rows[0]?.all).toContain(address);
    expect(rows[0]?.all).not.toContain(token.split(".")[0]);
  });

  test("is not opened by a page of another site", async () => {
    const headers = { origin: "https://evil.example" };
    const body = { token: "a".repeat(22) };
    const refusal = await openBrowser(server.app).refusal("verifyLink", { body }, { headers });
    expect(refusal.code).toBe("ORIGIN_NOT_ALLOWED");
  });
});

test("fifty wrong codes in a row, over weeks, end only with a success", async () => {
  const address = newAddress();
  for (let days = 0; days < 5; days += 1) {
    await fail(10, () => address);
    server.clock.advance(DAY_MS + 1);
  }
  server.clock.advance(90 * DAY_MS);
  expect(await deliveryFor(openBrowser(server.app), address)).toMatchObject({ delivery: "link" });
  const token = await readLink(address);
  await openBrowser(server.app).enter("verifyLink", { body: { token } });
  expect(await deliveryFor(openBrowser(server.app), address)).toMatchObject({ delivery: "code" });
});

describe("a network address", () => {
  test("that entered twenty wrong codes in an hour gets links, other addresses codes", async () => {
    const from = "203.0.113.20";
    await fail(20, newAddress, from);
    expect(await deliveryFor(openBrowser(server.app), newAddress(), from)).toMatchObject({
      delivery: "link",
    });
    expect(await deliveryFor(openBrowser(server.app), newAddress(), "203.0.113.21")).toMatchObject({
      delivery: "code",
    });
    server.clock.advance(HOUR_MS + 1);
    expect(await deliveryFor(openBrowser(server.app), newAddress(), from)).toMatchObject({
      delivery: "code",
    });
  });

  test("that is over its hour cannot go on counting against somebody's address", async () => {
    const from = "203.0.113.30";
    const victim = newAddress();
    const client = openBrowser(server.app);
    await deliveryFor(client, victim, "203.0.113.31");
    await fail(20, newAddress, from);
    for (let tries = 0; tries < 30; tries += 1) {
      const body = { identifier: victim, otp: "0000" };
      expect((await client.refusal("verifyOtp", { body }, { address: from })).code).toBe(
        "OTP_EXPIRED",
      );
    }
    const { rows } = await server.pool.query("select key from auth_counters where key like $1", [
      `fails % ${victim}`,
    ]);
    expect(rows).toEqual([]);
  });

  test("that entered sixty in a day gets links for the day", async () => {
    const from = "203.0.113.40";
    for (let hours = 0; hours < 4; hours += 1) {
      await fail(15, newAddress, from);
      server.clock.advance(HOUR_MS + 1);
    }
    expect(await deliveryFor(openBrowser(server.app), newAddress(), from)).toMatchObject({
      delivery: "link",
    });
  });

  test("of a right code is not counted", async () => {
    const from = "203.0.113.50";
    for (let times = 0; times < 30; times += 1)
      await signIn(openBrowser(server.app), newAddress(), { address: from });
    const { rows } = await server.pool.query<{ n: number }>(
      "select coalesce(sum(cardinality(hits)), 0)::integer as n from auth_counters where key like $1",
      [`fails % from ${from}`],
    );
    expect(rows[0]?.n).toBe(0);
  });
});

describe("wrong codes on the whole server", () => {
  let elsewhere: SignInServer;
  beforeAll(async () => {
    elsewhere = server;
    server = await openSignInServer({ ...environment, OTP_FAILS_INSTANCE_DAY: "10" });
  });
  afterAll(async () => {
    await server.close();
    server = elsewhere;
  });

  /** Wrong once, then right. */
  async function mistype(): Promise<void> {
    const [client, identifier] = [openBrowser(server.app), newAddress()];
    const { user } = await deliveryFor(client, identifier);
    const right = user.otp ?? "";
    const wrong = String((Number(right) + 1) % 10_000).padStart(4, "0");
    await client.refusal("verifyOtp", { body: { identifier, otp: wrong } });
    await client.enter("verifyOtp", { body: { identifier, otp: right } });
  }

  test("count for unknown devices where the right one does not follow, and then links are sent for a day", async () => {
    const known = openBrowser(server.app);
    const friend = newAddress();
    await signIn(known, friend);
    for (let times = 0; times < 12; times += 1) await mistype();
    const waiting = openBrowser(server.app);
    const early = newAddress();
    const { user } = await deliveryFor(waiting, early);
    expect(user.otp).toMatch(/^\d{4}$/);
    await fail(10, newAddress);
    const body = { identifier: early, otp: user.otp ?? "" };
    expect((await waiting.refusal("verifyOtp", { body })).code).toBe("OTP_EXPIRED");
    server.clock.advance(DAY_MS - 60_000);
    expect(await deliveryFor(openBrowser(server.app), newAddress())).toMatchObject({
      delivery: "link",
    });
    expect(await deliveryFor(known, friend)).toMatchObject({ delivery: "code" });
    server.clock.advance(60_000);
    expect(await deliveryFor(openBrowser(server.app), newAddress())).toMatchObject({
      delivery: "code",
    });
  });
});
