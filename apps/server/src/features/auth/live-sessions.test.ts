import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { openBrowser, openProgram, signIn } from "#test/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("signing out in one tab closes the sockets of all tabs, and no other session's", async () => {
  const door = app.app.http.app;
  const alice = await signIn(openBrowser(door), "alice@example.org");
  const elsewhere = await signIn(openBrowser(door), "alice@example.org");
  const tabs = [await connect(app, alice), await connect(app, alice)];
  const staying = await connect(app, elsewhere);
  await alice.call("logout", { body: {} });
  for (const tab of tabs) expect((await tab.closed).code).toBe(4001);
  await staying.fence();
  await elsewhere.call("logout", { body: { everywhere: true } });
  expect((await staying.closed).code).toBe(4001);
});

test("the reuse of a refresh token closes the sockets of its session", async () => {
  const bob = await signIn(openProgram(app.app.http.app), "bob@example.org");
  const stolen = bob.tokens.refresh.token;
  const socket = await connect(app, bob);
  await bob.call("refreshTokens", { body: { refreshToken: stolen } });
  await socket.fence();
  app.clock.advance(10_001);
  const body = { refreshToken: stolen };
  expect((await bob.refusal("refreshTokens", { body })).code).toBe("REFRESH_TOKEN_REUSED");
  expect((await socket.closed).code).toBe(4001);
});
