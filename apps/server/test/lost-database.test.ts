import { afterAll, beforeAll, expect, test } from "vitest";
import { openFlakyDatabase, type FlakyDatabase } from "./database-proxy.ts";
import { createTestDatabase } from "./database.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import type { Database } from "#server/platform/db/database.ts";

let real: Database;
let flaky: FlakyDatabase;
let app: TestApp;

beforeAll(async () => {
  real = await createTestDatabase();
  flaky = await openFlakyDatabase(real);
  app = await startTestApp({ database: flaky.database });
});

afterAll(async () => {
  await app.close();
  await flaky.database.close();
  await real.close();
});

async function readiness(): Promise<unknown> {
  const reply = await fetch(`${app.url}/readyz`);
  return [reply.status, await reply.json()];
}

test("while the database is away callers hear it and when to come again; then all is well", async () => {
  const identifier = "alice@example.org";
  const { user } = await app.call("sendOtp", { body: { identifier } });
  const { tokens } = await app.call("verifyOtp", { body: { identifier, otp: user.otp ?? "" } });
  const as = tokens.access.token;
  await flaky.takeAway();

  await expect(app.call("getMe", {}, { as })).rejects.toMatchObject({
    code: "DB_UNAVAILABLE",
    status: 503,
    details: { retryAfterMs: 2_000 },
    headers: { "retry-after": "2" },
  });
  const params = { slug: "general" };
  await expect(
    app.call("sendMessage", { params, body: { content: "Hello" } }, { as }),
  ).rejects.toMatchObject({ code: "DB_UNAVAILABLE" });
  expect(await readiness()).toEqual([503, { status: "not ready", missing: ["database"] }]);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);

  await flaky.giveBack();
  await expect.poll(readiness).toEqual([200, { status: "ready" }]);
  expect((await app.call("getMe", {}, { as })).email).toBe(identifier);
});
