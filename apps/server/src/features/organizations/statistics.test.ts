import { randomUUID } from "node:crypto";
import type { WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { setMember, switchTo } from "#test/organizations.ts";
import { createRoomOf, openBrowser, signIn, type Person } from "#test/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let owner: Person;
let orgId: WorkspaceId;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
  owner = await enter("olga");
  ({ id: orgId } = await owner.call("createOrganization", { body: { title: "Nordlicht" } }));
  await switchTo(app, owner, orgId);
});
afterAll(() => app.close());

function enter(name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}-${randomUUID()}@example.org`);
}

async function join(name: string, joinedAt: Date, as: Parameters<typeof setMember>[3] = {}) {
  const person = await enter(name);
  await setMember(app, orgId, person.user.id);
  await switchTo(app, person, orgId);
  await setMember(app, orgId, person.user.id, as);
  await app.database.pool.query("update workspace_members set joined_at = $2 where user_id = $1", [
    person.user.id,
    joinedAt,
  ]);
  return person;
}

/** The first of a month so many months ago (UTC). */
function monthAgo(months: number): Date {
  const now = app.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
}

async function say(person: Person, slug: string, daysAgo: number): Promise<void> {
  await person.call("sendMessage", { params: { slug }, body: { content: "Here" } });
  await app.database.pool.query(
    "update participants set last_read_at = $2 where user_id = $1 and last_read_at is not null",
    [person.user.id, new Date(app.clock.now().getTime() - daysAgo * DAY_MS)],
  );
}

test("counts are by role, status, activity and month, and usage is of those who are there", async () => {
  const params = { orgId };
  const [bob, carol] = [await join("bob", monthAgo(1)), await join("carol", monthAgo(11))];
  await join("gil", monthAgo(12), { role: "GUEST" });
  await join("sam", monthAgo(1), { status: "SUSPENDED" });
  const slug = await createRoomOf(owner, bob, carol);
  await say(owner, slug, 0);
  await say(bob, slug, 8);
  await say(bob, slug, 8);
  await say(carol, slug, 31);

  const statistics = await owner.call("getMemberStatistics", { params });
  expect(statistics).toMatchObject({
    total: 5,
    byRole: { OWNER: 1, ADMIN: 0, MEMBER: 3, GUEST: 1 },
    byStatus: { ACTIVE: 4, INVITED: 0, SUSPENDED: 1 },
    active: { in7Days: 1, in30Days: 2 },
  });
  const { joined } = statistics;
  const months = Array.from({ length: 12 }, (_, at) =>
    monthAgo(11 - at)
      .toISOString()
      .slice(0, 7),
  );
  expect(joined.map(({ month }) => month)).toEqual(months);
  expect(joined.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1]);

  expect(await owner.call("getUsage", { params })).toMatchObject({
    plan: "Self-hosted, no limits",
    members: 3,
    guests: 1,
    storage: { used: 0, limit: null },
  });
});

test("what was sent is counted once, also in other rooms and when it is deleted", async () => {
  const params = { orgId };
  const { messages: before } = await owner.call("getUsage", { params });
  const sent = { params: { slug: "general" }, body: { content: "Here" } };
  const { message } = await owner.call("sendMessage", sent);
  await owner.call("deleteMessage", { params: { slug: "general", id: message.id } });
  expect((await owner.call("getUsage", { params })).messages).toBe(before + 1);
});
