import { isDeepStrictEqual } from "node:util";
import type { FrameOf, PersonState } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness.ts";
import { createOrganization, enter, setMember, switchTo } from "#test/organizations.ts";
import type { TestClient } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { startTwoServers, type TwoServers } from "#test/two-servers.ts";
import { createRoomOf, type Person } from "#test/world.ts";

/* Two servers on one database: whoever is watched is connected to the one, whoever watches to the other. */

const MINUTE_MS = 60_000;
const PATIENCE = { timeout: 10_000 };

let servers: TwoServers;
let one: TestApp;
let two: TestApp;
/** New ones for each test, in a room. */
let ann: Person;
let ben: Person;

beforeAll(async () => {
  servers = await startTwoServers();
  ({ one, two } = servers);
});
afterAll(() => servers.close());
beforeEach(async () => {
  [ann, ben] = [await enter(one, "Ann"), await enter(one, "Ben")];
  await createRoomOf(ann, ben);
});

type Update = FrameOf<"SERVER_PEOPLE_UPDATE">;

/** Opens a socket on the other server; answers what it is told of these people at once. */
async function watch(person: Person, ...others: readonly Person[]) {
  const client = await connect(two, person);
  return { client, ...(await ask(client, others)) };
}

async function ask(client: TestClient, others: readonly Person[]) {
  const requestId = `watch-${Math.random()}`;
  const userIds = others.map(({ user }) => user.id);
  client.send({ type: "CLIENT_WATCH_PEOPLE", requestId, userIds });
  const { people, isComplete } = (await client.reply(requestId)) as unknown as Update;
  return { people, isComplete };
}

/** The frame after `from` that tells this of somebody. */
async function told(
  client: TestClient,
  person: Person,
  state: Partial<PersonState>,
): Promise<PersonState> {
  const fits = (each: PersonState): boolean =>
    each.userId === person.user.id &&
    Object.entries(state).every(([key, value]) =>
      isDeepStrictEqual(each[key as keyof PersonState], value),
    );
  const people = (frame: object): PersonState[] => (frame as Partial<Update>).people ?? [];
  const frame = await client.until((each) => people(each).some(fits));
  client.frames.length = 0;
  return people(frame).find(fits) as PersonState;
}

/** People touch a device, in this order, that is connected to the first server; settles when that of the last is written. */
async function touch(...people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const client = await connect(one, person);
    client.send({ type: "CLIENT_ACTIVITY" });
    await client.fence();
    client.ws.close();
  }
  const last = people.at(-1)?.user.id;
  await vi.waitFor(async () => {
    const { rows } = await one.database.pool.query<{ at: Date }>(
      "select active_at as at from presence where user_id = $1",
      [last],
    );
    expect(rows[0]?.at).toEqual(one.clock.now());
  }, PATIENCE);
}

/** So many minutes pass; whoever says nothing for longer than one would be cut off. */
async function pass(minutes: number, ...clients: readonly TestClient[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    one.clock.advance(MINUTE_MS);
    for (const client of clients) await client.fence();
  }
}

const status = { emoji: "🌴", text: "On holiday", expiresAt: null };

describe("whoever is watched", () => {
  it("is online, away and offline by their last activity, and the last device counts", async () => {
    const { client, people } = await watch(ben, ann);
    expect(people).toEqual([
      {
        userId: ann.user.id,
        fullName: "Ann",
        avatar_url: null,
        presence: "offline",
        lastSeen: null,
        customStatus: null,
      },
    ]);
    await touch(ann);
    await told(client, ann, { presence: "online" });
    await pass(4, client);
    await touch(ann);
    await pass(4, client);
    // Read again by now: eight minutes after the first, four after the second.
    expect((await ask(client, [ann])).people).toMatchObject([{ presence: "online" }]);
    const at = one.clock.now().getTime() - 4 * MINUTE_MS;
    await pass(2, client);
    const away = await told(client, ann, { presence: "away" });
    expect(away.lastSeen).toBe(new Date(at - (at % (5 * MINUTE_MS))).toISOString());
    await pass(10, client);
    await told(client, ann, { presence: "offline" });
  });

  it("is not there by an open socket alone", async () => {
    await connect(one, ann);
    expect((await watch(ben, ann)).people).toMatchObject([{ presence: "offline" }]);
  });

  it("is offline to everybody while invisible, and was last seen before", async () => {
    const { client } = await watch(ben, ann);
    await touch(ann);
    await told(client, ann, { presence: "online" });
    await ann.call("updateMe", { body: { preferences: { invisible: true } } });
    const { lastSeen } = await told(client, ann, { presence: "offline" });
    await pass(20, client);
    await touch(ann, ben);
    expect((await ask(client, [ann])).people).toMatchObject([{ presence: "offline", lastSeen }]);
    await ann.call("updateMe", { body: { preferences: { invisible: false } } });
    await told(client, ann, { presence: "online" });
  });

  it("counts in the numbers of the room while others see them online", async () => {
    const slug = await createRoomOf(ann, ben);
    const online = async () => (await ben.call("getRoomStats", { params: { slug } })).onlineCount;
    expect(await online()).toBe(0);
    await touch(ann, ben);
    expect(await online()).toBe(2);
    await ann.call("updateMe", { body: { preferences: { invisible: true } } });
    expect(await online()).toBe(1);
    await pass(5);
    expect(await online()).toBe(0);
  });

  it("is shown with the name and the status that they give themselves, until it is due", async () => {
    const { client } = await watch(ben, ann);
    await ann.call("updateMe", { body: { fullName: "Ann Other" } });
    await told(client, ann, { fullName: "Ann Other", customStatus: null });
    const expiresAt = new Date(one.clock.now().getTime() + MINUTE_MS).toISOString();
    const customStatus = { ...status, expiresAt };
    expect(await ann.call("updateMe", { body: { customStatus } })).toMatchObject({ customStatus });
    await told(client, ann, { customStatus });
    await pass(1, client);
    await told(client, ann, { customStatus: null });
    expect(await ann.call("getMe", {})).toMatchObject({ customStatus: null });
  });

  it("is told of to the sockets that watch them, and to no other", async () => {
    const [{ client }, idle] = [await watch(ben, ann), await watch(ben, ann)];
    await ask(idle.client, []);
    idle.client.frames.length = 0;
    await ann.call("updateMe", { body: { customStatus: status } });
    await told(client, ann, { customStatus: status });
    await idle.client.fence();
    expect(idle.client.frames.filter(({ type }) => type === "SERVER_PEOPLE_UPDATE")).toEqual([]);
  });
});

describe("whoever watches sees", () => {
  const shown = async (person: Person, ...others: Person[]): Promise<string[]> =>
    (await watch(person, ...others)).people.map(({ fullName }) => fullName);

  it("themselves and people with whom they share a room, and nobody else", async () => {
    const stranger = await enter(one, "Stranger");
    expect(await shown(ben, ann, ben, stranger)).toEqual(["Ann", "Ben"]);
    // The OWNER of the server is one of all here.
    await one.database.pool.query(`update users set role = 'OWNER' where id = $1`, [ben.user.id]);
    expect(await shown(ben, ann, ben, stranger)).toEqual(["Ann", "Ben"]);
  });

  it("the members of their organization; a guest of it only those of a room of theirs", async () => {
    const organization = await createOrganization(one);
    const [member, guest] = [await enter(one, "Member"), await enter(one, "Guest")];
    await setMember(one, organization, member.user.id);
    await setMember(one, organization, ben.user.id);
    await setMember(one, organization, guest.user.id, { role: "GUEST" });
    for (const person of [member, ben, guest]) await switchTo(one, person, organization);
    expect(await shown(ben, ann, member, guest)).toEqual(["Member", "Guest"]);
    expect(await shown(guest, ann, member, ben)).toEqual([]);
  });

  it("nobody across a block, from the moment on at which it is made", async () => {
    const [hers, his] = [await watch(ann, ben), await watch(ben, ann)];
    expect([...hers.people, ...his.people].map(({ fullName }) => fullName)).toEqual(["Ben", "Ann"]);
    for (const { client } of [hers, his]) client.frames.length = 0;
    await ben.call("blockUser", { params: { sessionUserId: ann.user.id } });
    for (const { client } of [hers, his])
      expect(await client.until(({ type }) => type === "SERVER_PEOPLE_UPDATE")).toMatchObject({
        isComplete: true,
        people: [],
      });
    await ann.call("updateMe", { body: { customStatus: status } });
    expect(await shown(ben, ann)).toEqual([]);
    await ben.call("unblockUser", { params: { sessionUserId: ann.user.id } });
    await pass(1, his.client);
    await told(his.client, ann, { customStatus: status });
  });

  it("nobody any more with whom they share nothing, when all is read again", async () => {
    const { client } = await watch(ben, ann);
    client.frames.length = 0;
    await one.database.pool.query(`delete from participants where user_id = $1`, [ann.user.id]);
    await pass(1, client);
    const frame = await client.until(({ type }) => type === "SERVER_PEOPLE_UPDATE");
    expect(frame).toMatchObject({ isComplete: true, people: [] });
  });

  it("what a lost hint would have told, within a minute", async () => {
    const { client } = await watch(ben, ann);
    await one.database.pool.query(`update users set full_name = 'Anna' where id = $1`, [
      ann.user.id,
    ]);
    await pass(1, client);
    expect(await told(client, ann, { fullName: "Anna" })).toMatchObject({ presence: "offline" });
  });
});

it.each([
  [
    "201 people",
    {
      userIds: Array.from(
        { length: 201 },
        (_, at) => `01890000-0000-7000-8000-${String(at).padStart(12, "0")}`,
      ),
    },
  ],
  ["what is no id", { userIds: ["ann"] }],
  ["no list", {}],
])("refuses to watch %s", async (_case, fields) => {
  const client = await connect(two, ben);
  client.sendRaw(JSON.stringify({ type: "CLIENT_WATCH_PEOPLE", requestId: "r", ...fields }));
  expect(await client.reply("r")).toMatchObject({ code: "VALIDATION_ERROR" });
});

describe("a custom status", () => {
  it("is in the form that everybody stores, taken back by null, and by one that says nothing", async () => {
    const set = async (customStatus: object | null) =>
      (await ann.call("updateMe", { body: { customStatus } })).customStatus;
    expect(await set({ emoji: "❤", text: "  In  love " })).toEqual({
      emoji: "❤️",
      text: "In love",
      expiresAt: null,
    });
    expect(await set(null)).toBeNull();
    await set(status);
    expect(await set({})).toBeNull();
  });

  it.each([
    ["what is no emoji", { emoji: "busy", text: "" }],
    ["two emoji", { emoji: "🌴🌴", text: "" }],
    ["a text of more than 100 characters", { text: "x".repeat(101) }],
    ["a moment that has passed", { text: "Away", expiresAt: "2020-01-01T00:00:00.000Z" }],
    ["what is no moment", { text: "Away", expiresAt: "tomorrow" }],
    ["more than that", { text: "Away", colour: "red" }],
  ])("is refused with %s", async (_case, customStatus) => {
    const refusal = await ann.refusal("updateMe", { body: { customStatus } });
    expect(refusal.code).toBe("VALIDATION_ERROR");
  });
});
