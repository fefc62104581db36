import { REFRESH_COOKIE_MARKER } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn, type Client, type Person } from "#test/world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let server: SignInServer;
beforeAll(async () => {
  // Tests read the codes that callers of other addresses asked for.
  server = await openSignInServer({ ALLOW_DEV_OTP: "i-understand" });
});
afterAll(() => server.close());

let people = 0;
function newAddress(): string {
  people += 1;
  return `person${people}@example.org`;
}

function refresh(client: Client, refreshToken = REFRESH_COOKIE_MARKER as string) {
  return client.call("refreshTokens", { body: { refreshToken } });
}

function refuseRefresh(client: Client, refreshToken = REFRESH_COOKIE_MARKER as string) {
  return client.refusal("refreshTokens", { body: { refreshToken } });
}

/** The tab of a browser that signed in: the same cookies as they are now, in a jar of its own. */
function openTab(browser: Client): Client {
  const tab = openBrowser(server.app);
  for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
  return tab;
}

async function readSession(id: string) {
  const { rows } = await server.pool.query<{ endReason: string | null; delivery: string }>(
    `select end_reason as "endReason", refresh_delivery as delivery from sessions where id = $1`,
    [id],
  );
  return rows[0];
}

const fromSite = (site: string) => ({ "sec-fetch-site": site });

describe("where the refresh token is", () => {
  test("a program gets it in the reply", async () => {
    const { tokens, cookies } = await signIn(openProgram(server.app), newAddress());
    expect(tokens.refresh.token).toMatch(/^[\w-]{43}$/);
    expect(cookies.size).toBe(0);
    const expires = Date.parse(tokens.refresh.expires) - server.clock.now().getTime();
    expect(expires).toBe(10_080 * MINUTE_MS);
    const life = Date.parse(tokens.access.expires) - server.clock.now().getTime();
    expect(life).toBeGreaterThan(3_598_000);
    expect(life).toBeLessThanOrEqual(3_600_000);
  });

  test("a browser keeps it in a cookie, and the reply has the marker", async () => {
    const { tokens, cookies } = await signIn(openBrowser(server.app), newAddress());
    expect(tokens.refresh.token).toBe("cookie");
    expect(cookies.get("colbin_refresh")).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(tokens)).not.toContain(cookies.get("colbin_refresh"));
  });

  test("whatever a page asks for, its token stays in the cookie", async () => {
    const client = openBrowser(server.app);
    const identifier = newAddress();
    const sent = await client.call("sendOtp", { body: { identifier } });
    const body = { identifier, otp: sent.user.otp ?? "" };
    const headers = { "x-refresh-delivery": "body" };
    const { tokens } = await client.enter("verifyOtp", { body }, { headers });
    expect(tokens.refresh.token).toBe("cookie");
    const again = { body: { refreshToken: "cookie" } };
    const renewed = await client.call("refreshTokens", again, { headers });
    expect(renewed.tokens.refresh.token).toBe("cookie");
  });

  test("a program may ask for the cookie", async () => {
    const client = openProgram(server.app);
    const identifier = newAddress();
    const sent = await client.call("sendOtp", { body: { identifier } });
    const body = { identifier, otp: sent.user.otp ?? "" };
    const headers = { "x-refresh-delivery": "cookie" };
    const { tokens } = await client.enter("verifyOtp", { body }, { headers });
    expect(tokens.refresh.token).toBe("cookie");
  });

  test("a session that began in the cookie never leaves it, even for whoever has the token", async () => {
    const person = await signIn(openBrowser(server.app), newAddress());
    const stolen = person.cookies.get("colbin_refresh") ?? "";
    const { tokens } = await refresh(openProgram(server.app), stolen);
    expect(tokens.refresh.token).toBe("cookie");
  });

  test("a session that a page takes over goes into the cookie for good", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    const page = openBrowser(server.app);
    const { tokens } = await refresh(page, person.tokens.refresh.token);
    expect(tokens.refresh.token).toBe("cookie");
    expect((await readSession(person.user.sessionId))?.delivery).toBe("cookie");
    const next = await refresh(openProgram(server.app), page.cookies.get("colbin_refresh"));
    expect(next.tokens.refresh.token).toBe("cookie");
  });

  test("only a page of our own may use the cookie", async () => {
    const person = await signIn(openBrowser(server.app), newAddress());
    const body = { refreshToken: "cookie" };
    const headers = { origin: "https://evil.example" };
    const refusal = await person.refusal("refreshTokens", { body }, { headers });
    expect(refusal).toMatchObject({ status: 403, code: "ORIGIN_NOT_ALLOWED" });
    const out = await person.refusal("logout", { body: {} }, { headers });
    expect(out.code).toBe("ORIGIN_NOT_ALLOWED");
    await expect(refresh(person)).resolves.toHaveProperty("tokens");
  });

  test("a caller with the cookie says that it is one, by its origin or by the browser's word", async () => {
    const person = await signIn(openBrowser(server.app), newAddress());
    const asks = (payload: object, url: string, headers: Record<string, string>) => {
      const program = openProgram(server.app);
      const cookie = `colbin_refresh=${person.cookies.get("colbin_refresh")}`;
      return program.send({ method: "POST", url, payload, headers: { cookie, ...headers } });
    };
    const refreshes = (headers: Record<string, string>) =>
      asks({ refreshToken: "cookie" }, "/v1/auth/refresh-tokens", headers);
    for (const headers of [{}, ...["same-site", "cross-site", "none"].map(fromSite)]) {
      expect((await refreshes(headers)).body).toMatchObject({ code: "ORIGIN_NOT_ALLOWED" });
      const out = await asks({}, "/v1/auth/logout", headers);
      expect(out.body).toMatchObject({ code: "ORIGIN_NOT_ALLOWED" });
    }
    for (const headers of [{ origin: server.config.publicUrl }, fromSite("same-origin")])
      expect((await refreshes(headers)).status).toBe(200);
    expect((await asks({}, "/v1/auth/logout", fromSite("same-origin"))).status).toBe(204);
  });
});

describe("refreshing", () => {
  test("gives new tokens of the same session, and the person", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    server.clock.advance(MINUTE_MS);
    const { tokens, user } = await refresh(person, person.tokens.refresh.token);
    expect(user.sessionId).toBe(person.user.sessionId);
    expect(tokens.refresh.token).not.toBe(person.tokens.refresh.token);
    expect(tokens.access.token).not.toBe(person.tokens.access.token);
    person.accessToken = tokens.access.token;
    await expect(person.call("getMe", {})).resolves.toEqual(user);
  });

  test("two tabs at once get the same successor", async () => {
    const person = await signIn(openBrowser(server.app), newAddress());
    const tabs = Array.from({ length: 8 }, () => openTab(person));
    await Promise.all(tabs.map((tab) => refresh(tab)));
    const successors = new Set(tabs.map((tab) => tab.cookies.get("colbin_refresh")));
    expect(successors.size).toBe(1);
    expect([...successors][0]).not.toBe(person.cookies.get("colbin_refresh"));
    const [tab] = tabs;
    await expect(refresh(tab ?? person)).resolves.toHaveProperty("tokens");
  });

  test("a lost reply may be asked for again for ten seconds", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    const first = await refresh(person, person.tokens.refresh.token);
    server.clock.advance(10_000);
    const second = await refresh(person, person.tokens.refresh.token);
    expect(second.tokens.refresh).toEqual(first.tokens.refresh);
  });

  test("the successor cannot be read out of the database", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    const { tokens } = await refresh(person, person.tokens.refresh.token);
    const { rows } = await server.pool.query<{ token: Buffer; sealed: Buffer | null }>(
      `select token_hash as token, successor_sealed as sealed from refresh_tokens where session_id = $1`,
      [person.user.sessionId],
    );
    expect(rows).toHaveLength(2);
    const secret = tokens.refresh.token;
    for (const { token, sealed } of rows) {
      for (const stored of [token, sealed ?? Buffer.alloc(0)]) {
        expect(stored.includes(secret)).toBe(false);
        expect(stored.includes(Buffer.from(secret, "base64url"))).toBe(false);
      }
    }
  });

  test.each(["cookie", "nonsense", "a".repeat(43)])(
    "is refused for %s of nobody",
    async (token) => {
      expect(await refuseRefresh(openBrowser(server.app), token)).toMatchObject({
        status: 401,
        code: "REFRESH_TOKEN_INVALID",
        message: "Please sign in again",
      });
    },
  );

  test("is refused after a week without use", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    server.clock.advance(10_080 * MINUTE_MS);
    const refusal = await refuseRefresh(person, person.tokens.refresh.token);
    expect(refusal.code).toBe("REFRESH_TOKEN_INVALID");
  });

  test("keeps a session in use for thirty days and not longer", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    let token = person.tokens.refresh.token;
    for (let days = 0; days < 28; days += 4) {
      server.clock.advance(4 * DAY_MS);
      const { tokens } = await refresh(person, token);
      token = tokens.refresh.token;
      person.tokens = tokens;
    }
    const left = Date.parse(person.tokens.refresh.expires) - server.clock.now().getTime();
    expect(left).toBe(2 * DAY_MS);
    server.clock.advance(2 * DAY_MS);
    expect((await refuseRefresh(person, token)).code).toBe("REFRESH_TOKEN_INVALID");
  });
});

describe("a refresh token that was used up before", () => {
  async function reuse(person: Person, between: () => Promise<unknown>) {
    const old = person.tokens.refresh.token;
    const { tokens } = await refresh(person, old);
    await between();
    return { refusal: await refuseRefresh(openProgram(server.app), old), newest: tokens };
  }

  test("ends its session and its sockets, for the thief and the owner alike", async () => {
    const address = newAddress();
    const person = await signIn(openProgram(server.app), address);
    const { refusal, newest } = await reuse(person, async () => server.clock.advance(10_001));
    expect(refusal).toMatchObject({
      status: 401,
      code: "REFRESH_TOKEN_REUSED",
      message: "You were signed out for your safety. Please sign in again.",
    });
    expect(server.closed).toContain(person.user.sessionId);
    expect((await refuseRefresh(person, newest.refresh.token)).code).toBe("REFRESH_TOKEN_INVALID");
    person.accessToken = newest.access.token;
    expect(await person.refusal("getMe", {})).toMatchObject({
      status: 401,
      code: "SESSION_ENDED",
      details: { reason: "token reuse" },
    });
    const subject = "A session of your Colbin account was ended";
    await vi.waitFor(() => {
      const told = server.mails.filter((mail) => mail.to === address);
      expect(told.map((mail) => mail.subject)).toContain(subject);
    });
    const { rows } = await server.pool.query(
      "select kind from audit_events where session_id = $1",
      [person.user.sessionId],
    );
    expect(rows).toEqual([{ kind: "sign-in" }, { kind: "token reuse" }, { kind: "session ended" }]);
  });

  test("is reuse at once when its successor was used as well", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    const old = person.tokens.refresh.token;
    const { tokens } = await refresh(person, old);
    await refresh(person, tokens.refresh.token);
    expect((await refuseRefresh(person, old)).code).toBe("REFRESH_TOKEN_REUSED");
  });

  test("leaves the person's other sessions alone", async () => {
    const address = newAddress();
    const other = await signIn(openBrowser(server.app), address);
    const person = await signIn(openProgram(server.app), address, { address: "192.0.2.1" });
    await reuse(person, async () => server.clock.advance(10_001));
    await expect(other.call("getMe", {})).resolves.toHaveProperty("id");
  });
});

describe("how many sessions", () => {
  test("the twenty-first ends the one that was used least recently", async () => {
    const address = newAddress();
    const sessions: Person[] = [];
    for (let count = 0; count < 20; count += 1) {
      sessions.push(
        await signIn(openProgram(server.app), address, { address: `192.0.2.${count}` }),
      );
      server.clock.advance(2 * 60 * MINUTE_MS);
    }
    const [first, second] = sessions as [Person, Person];
    const { tokens } = await refresh(first, first.tokens.refresh.token);
    first.accessToken = tokens.access.token;
    const latest = await signIn(openBrowser(server.app), address);
    expect(server.closed).toContain(second.user.sessionId);
    expect((await readSession(second.user.sessionId))?.endReason).toBe("too many sessions");
    await expect(first.call("getMe", {})).resolves.toHaveProperty("id");
    await expect(latest.call("getMe", {})).resolves.toHaveProperty("id");
  });

  test("sign-ins at the same moment do not exceed the limit together", async () => {
    const small = await openSignInServer({ SESSIONS_PER_ACCOUNT: "3" });
    const entries = [];
    for (let count = 0; count < 6; count += 1) {
      const client = openBrowser(small.app);
      const body = { identifier: "alice@example.org" };
      const { user } = await client.call("sendOtp", { body });
      entries.push({ client, body: { ...body, otp: user.otp ?? "" } });
    }
    await Promise.all(entries.map(({ client, body }) => client.enter("verifyOtp", { body })));
    const { rows } = await small.pool.query("select 1 from sessions where ended_at is null");
    await small.close();
    expect(rows).toHaveLength(3);
  });
});

describe("signing out", () => {
  test("takes the access token as every other call does, whatever stands before it", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    const headers = { authorization: `Bearer  ${person.tokens.access.token}` };
    await openProgram(server.app).call("logout", { body: {} }, { headers });
    expect((await person.refusal("getMe", {})).code).toBe("SESSION_ENDED");
  });

  test("ends the session and its sockets, clears the cookies, and may be repeated", async () => {
    const person = await signIn(openBrowser(server.app), newAddress());
    const request = { method: "POST", url: "/v1/auth/logout", payload: {} } as const;
    const answer = await person.send(request);
    expect(answer.status).toBe(204);
    expect(answer.body).toBeUndefined();
    expect(server.closed).toContain(person.user.sessionId);
    expect(person.cookies.has("colbin_refresh")).toBe(false);
    expect(person.cookies.has("colbin_device")).toBe(true);
    expect((await person.refusal("getMe", {})).code).toBe("SESSION_ENDED");
    expect((await person.send(request)).status).toBe(204);
    expect((await openProgram(server.app).send(request)).status).toBe(204);
  });

  test("works with the cookie alone, when the access token is long over", async () => {
    const person = await signIn(openBrowser(server.app), newAddress());
    server.clock.advance(3 * 60 * MINUTE_MS);
    await person.call("logout", { body: {} });
    expect((await readSession(person.user.sessionId))?.endReason).toBe("sign-out");
  });

  test("works with a refresh token in the body", async () => {
    const person = await signIn(openProgram(server.app), newAddress());
    const body = { refreshToken: person.tokens.refresh.token };
    await openProgram(server.app).call("logout", { body });
    expect((await readSession(person.user.sessionId))?.endReason).toBe("sign-out");
  });

  test("everywhere ends every session of the person and nobody else's", async () => {
    const address = newAddress();
    const here = await signIn(openBrowser(server.app), address);
    const there = await signIn(openBrowser(server.app), address);
    const other = await signIn(openBrowser(server.app), newAddress());
    await here.call("logout", { body: { everywhere: true } });
    expect((await there.refusal("getMe", {})).code).toBe("SESSION_ENDED");
    expect((await refuseRefresh(there)).code).toBe("REFRESH_TOKEN_INVALID");
    expect(server.closed).toContain(there.user.sessionId);
    await expect(other.call("getMe", {})).resolves.toHaveProperty("id");
  });

  test("everywhere is not for whoever has an ended session's token, or a spent one", async () => {
    const address = newAddress();
    const ended = await signIn(openProgram(server.app), address);
    const staying = await signIn(openBrowser(server.app), address);
    await ended.call("logout", { body: {} });
    await ended.call("logout", { body: { everywhere: true } });
    await expect(staying.call("getMe", {})).resolves.toHaveProperty("id");

    const spent = await signIn(openProgram(server.app), address, { address: "192.0.2.2" });
    await refresh(spent, spent.tokens.refresh.token);
    const body = { refreshToken: spent.tokens.refresh.token, everywhere: true };
    await openProgram(server.app).call("logout", { body });
    expect((await readSession(spent.user.sessionId))?.endReason).toBe("sign-out everywhere");
    await expect(staying.call("getMe", {})).resolves.toHaveProperty("id");
  });
});

describe("on a device that was not used before", () => {
  test("a sign-in is told to the person, on a known one it is not, and not the first ever", async () => {
    const address = newAddress();
    const browser = openBrowser(server.app);
    await signIn(browser, address);
    server.clock.advance(MINUTE_MS);
    await signIn(browser, address);
    const subject = "New sign-in to your Colbin account";
    const told = () =>
      server.mails.filter((mail) => mail.to === address && mail.subject === subject);
    await signIn(openBrowser(server.app), address);
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).toContain("Network address: 127.0.0.1\nDevice: Test browser");
    const { rows } = await server.pool.query(
      "select 1 from jobs.job where name = $1 and data->>'identifier' = $2",
      ["auth.security-alert", address],
    );
    expect(rows).toHaveLength(1);
  });
});

test("sessions that nobody used are ended, and later removed with their tokens", async () => {
  const person = await signIn(openProgram(server.app), newAddress());
  server.clock.advance(10_080 * MINUTE_MS);
  await server.run("auth.clean-up", {});
  expect((await readSession(person.user.sessionId))?.endReason).toBe("expired");
  server.clock.advance(31 * DAY_MS);
  await server.run("auth.clean-up", {});
  expect(await readSession(person.user.sessionId)).toBeUndefined();
  const { rows } = await server.pool.query("select 1 from refresh_tokens where session_id = $1", [
    person.user.sessionId,
  ]);
  expect(rows).toEqual([]);
});
