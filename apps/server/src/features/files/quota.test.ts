import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enterTogether } from "#test/organizations.ts";
import type { Person } from "#test/world.ts";

let app: TestApp;

beforeAll(async () => {
  const environment = {
    OTP_SENDS_PER_IP_HOUR: "100000",
    FILE_MAX_MB: "900",
    QUOTA_PERSON_GB: "1",
    QUOTA_ORGANIZATION_GB: "2",
  };
  app = await startTestApp({ environment });
});
afterAll(() => app.close());

const start = (who: Person, megabytes: number) =>
  who.call("startUpload", { body: { name: "a.bin", size: megabytes * 1_000_000 } });

async function warningsOf(who: Person) {
  const { results } = await who.call("listNotifications", { query: {} });
  return results.flatMap((row) =>
    row.type === "QUOTA_WARNING" ? [{ url: row.url, facts: row.facts, count: row.count }] : [],
  );
}

it("people are told once when storage is nearly full that they can make room in, and no quota is passed", async () => {
  const { id, people } = await enterTogether(app, ["Olga", "Bob"]);
  const [olga, bob] = people;
  await start(bob, 890);
  await start(olga, 870);
  const early = await start(bob, 20);
  await bob.call("cancelUpload", { params: { id: early.id } });
  await start(bob, 30);
  const facts = { workspaceId: id, scope: "person", title: "", percent: 91 };
  const ofBob = [{ url: "/files", facts, count: 1 }];
  await expect.poll(() => warningsOf(bob)).toEqual(ofBob);
  expect(await bob.refusal("startUpload", { body: { name: "b.bin", size: 90_000_000 } })).toEqual(
    expect.objectContaining({
      code: "STORAGE_FULL",
      details: { used: 920_000_000, limit: 1_000_000_000 },
    }),
  );
  expect(await warningsOf(olga)).toEqual([]);

  await start(olga, 20);
  const ofOlga = {
    url: `/settings/organizations/${id}/usage`,
    facts: { workspaceId: id, scope: "organization", title: "Nordlicht", percent: 90 },
    count: 1,
  };
  await expect.poll(() => warningsOf(olga)).toEqual([ofOlga]);
  expect(await warningsOf(bob)).toEqual(ofBob);
});
