import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClock } from "#test/clock.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter } from "#test/organizations.ts";
import type { Person } from "#test/world.ts";

/** The clocks in Berlin went back on the day before: Monday at 9 is 08:00 UTC. */
const MONDAY = new Date("2027-11-01T08:00:00Z");
const clock = createTestClock();
let app: TestApp;
let alice: Person;

beforeAll(async () => {
  app = await startTestApp({ clock, environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
  alice = await enter(app, "Alice");
});
afterAll(() => app.close());

async function reader(name: string, timezone = "Europe/Berlin"): Promise<Person> {
  const person = await enter(app, name);
  await person.call("updateMe", { body: { preferences: { timezone } } });
  return person;
}

async function roomWith(title: string, ...people: readonly Person[]): Promise<string> {
  const body = { title: `${title} ${randomUUID().slice(0, 4)}`, privacy: "public" } as const;
  const { sessionRoomSlug: slug } = await alice.call("createRoom", { body });
  for (const person of people)
    await person.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  return slug;
}

const say = (slug: string, content: string, more: object = {}) =>
  alice.call("sendMessage", { params: { slug }, body: { content, ...more } });

/** The clock is turned there, as the people who signed in before have it. */
function turnTo(moment: Date): void {
  clock.advance(moment.getTime() - clock.now().getTime());
}

function run(name: string, data: object = {}): Promise<void> {
  const found = app.app.workers.find(({ kind }) => kind.name === name);
  if (!found) throw new Error(`Nothing works on ${name}`);
  return found.run(data);
}

/** As after a mail about this message. */
async function mailedAlone(
  { user }: Person,
  { message }: { message: { id: string } },
): Promise<void> {
  await app.database.pool.query(
    `with told as (
      insert into notifications (user_id, type, priority, group_key, actor_ids, facts, created_at, updated_at)
      values ($1, 'MESSAGE_MENTION', 'HIGH', $2, '{}', jsonb_build_object('messageId', $2::text), now(), now()) returning id
    )
    insert into notification_deliveries (user_id, type, cause, channel, status, reason, notification_id, created_at, updated_at)
    select $1, 'MESSAGE_MENTION', $2, 'EMAIL', 'SENT', 'SENT', id, now(), now() from told`,
    [user.id, message.id],
  );
}

const digestsTo = ({ user }: Person) =>
  app.outbox
    .list()
    .filter(({ to, subject }) => to === user.email && subject.startsWith("Your week"));
const told = async (person: Person, count = 1) => {
  await expect.poll(() => digestsTo(person).length).toBe(count);
  return digestsTo(person)[0];
};
const statusesOf = async ({ user }: Person) => {
  const { rows } = await app.database.pool.query<{ status: string }>(
    "select status from digests where user_id = $1 order by week",
    [user.id],
  );
  return rows.map(({ status }) => status);
};

test("the week comes on Monday at 9 where the person is, once, with what they have not read", async () => {
  const [bob, kim, ann, off, idle] = [
    await reader("Bob"),
    await reader("Kim", "America/New_York"),
    await reader("Ann"),
    await reader("Off"),
    await reader("Idle"),
  ];
  await off.call("updateMe", { body: { preferences: { weeklyDigest: false } } });
  const slug = await roomWith("Design", bob, kim, ann, off);
  for (const { user } of [bob, kim, ann, off]) await say(slug, `Look, <@${user.id}>`);
  const { message } = await say(slug, "A question");
  await bob.call("sendMessage", {
    params: { slug },
    body: { content: "An answer", threadId: message.id },
  });
  await say(slug, "Another one", { threadId: message.id });
  const { sessionRoomSlug: direct } = await alice.call("openDirect", {
    body: { userId: bob.user.id },
  });
  await say(direct, "Hello");
  // Ann has not read one mention alone, and it was mailed alone.
  await ann.call("markRead", { params: { slug }, body: { lastReadMessageId: message.id } });
  await mailedAlone(ann, await say(slug, `Look again, <@${ann.user.id}>`));

  turnTo(new Date(MONDAY.getTime() - 60_000));
  await run("digests.plan");
  expect(await statusesOf(bob)).toEqual([]);
  turnTo(MONDAY);
  await run("digests.plan");
  const mail = await told(bob);
  expect(mail?.text).toMatch(/1 mention in Design/);
  expect(mail?.text).toMatch(/1 message from Alice/);
  expect(mail?.text).toMatch(/1 thread with new replies in Design/);
  expect(mail?.unsubscribeUrl).toContain("/unsubscribe/digest.");
  expect(await statusesOf(idle)).toEqual(["EMPTY"]);
  expect(await statusesOf(ann)).toEqual(["EMPTY"]);
  expect(await statusesOf(off)).toEqual([]);
  expect(await statusesOf(kim)).toEqual([]);
  await run("digests.plan");
  const { rows } = await app.database.pool.query(
    'select user_id as "userId", workspace_id as "workspaceId", week from digests where status = \'SENT\'',
  );
  for (const key of rows) await run("digests.mail", key as object);
  await told(bob);
  // Still an hour behind: the clocks there go back a week later.
  turnTo(new Date("2027-11-01T13:00:00Z"));
  await run("digests.plan");
  await told(kim);
  expect(digestsTo(off)).toEqual([]);
  expect(digestsTo(idle)).toEqual([]);
});
