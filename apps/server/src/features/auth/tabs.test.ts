import { createAccount, programRuntime, type Fetch } from "@colbin/client";
import { expect, test } from "vitest";
import { openSignInServer } from "#test/sign-in-server.ts";
import { openSharedBrowser } from "#test/tabs.ts";
import { openBrowser, type Client } from "#test/world.ts";

const TABS = 20;
const RENEWALS = 1_000;
const LIFE_S = 120;
/** When less than half a minute of a token is left. */
const NEXT_MS = (LIFE_S - 20) * 1000;

/** A network that loses every third request on its way, and every third answer, cookies and all; by turns that are the same each time. */
function openBadNetwork(client: Client): Fetch {
  let asked = 0;
  return async (url, { method, headers, body }) => {
    asked += 1;
    if (asked % 3 === 1) throw new TypeError("The request was lost");
    const before = [...client.cookies];
    const { authorization: _, ...rest } = headers;
    const payload = typeof body === "string" ? { payload: body } : {};
    const answer = await client.send({ method, url, headers: rest, ...payload });
    if (asked % 3 === 2) {
      client.cookies.clear();
      for (const [name, value] of before) client.cookies.set(name, value);
      throw new TypeError("The answer was lost");
    }
    return {
      ok: answer.status < 400,
      status: answer.status,
      statusText: "",
      headers: { get: () => null },
      text: () => Promise.resolve(JSON.stringify(answer.body)),
    };
  };
}

test("twenty tabs renew their tokens a thousand times over a bad network, and stay signed in", async () => {
  await using server = await openSignInServer({
    ACCESS_TOKEN_S: String(LIFE_S),
    API_RATE_ANONYMOUS: "1000000",
  });
  const page = openBrowser(server.app);
  const shared = openSharedBrowser();
  const fetch = openBadNetwork(page);
  const openTab = () =>
    createAccount({
      runtime: {
        ...programRuntime(),
        ...shared,
        ...(shared.openStorage && { storage: shared.openStorage() }),
        now: () => server.clock.now().getTime(),
        // Nothing comes by itself: each round asks.
        startTimer: () => ({ cancel: () => undefined }),
        refreshDelivery: "cookie",
        fetch,
      },
    });
  const tabs = Array.from({ length: TABS }, openTab);
  const [first] = tabs;
  const identifier = "alice@example.org";
  const { user } = await page.call("sendOtp", { body: { identifier } });
  const entered = await page.enter("verifyOtp", { body: { identifier, otp: user.otp ?? "" } });
  first?.tokens.begin(entered);
  await expect.poll(() => tabs.every(({ tokens }) => tokens.accessToken !== null)).toBe(true);

  for (let round = 0; round < RENEWALS; round += 1) {
    const before = first?.tokens.storedToken;
    server.clock.advance(NEXT_MS);
    while (first?.tokens.storedToken === before) {
      await Promise.allSettled(tabs.map(({ tokens }) => tokens.ensureValid()));
      server.clock.advance(100);
    }
  }
  const states = tabs.map(({ session }) => session.getSnapshot());
  expect(new Set(states.map(({ isAuthenticated }) => isAuthenticated))).toEqual(new Set([true]));
  const { rows } = await server.pool.query("select end_reason as reason from sessions");
  expect(rows).toEqual([{ reason: null }]);
  for (const tab of tabs) tab.close();
});
