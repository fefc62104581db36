import { SAVED_MAX, type EndpointName, type MessageId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";
import { remindDue } from "./reminders.service.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const query = (text: string, ...values: unknown[]) => app.database.pool.query(text, values);

/** A message of Alice in a room of hers with Bob, and others. */
async function aScene(content = "Batch 14 of 16", ...others: readonly Person[]) {
  const slug = await createRoomOf(world.alice, world.bob, ...others);
  const sent = await world.alice.call("sendMessage", { params: { slug }, body: { content } });
  const { id } = sent.message;
  return { slug, id, params: { slug, id } };
}
async function makePrivate(slug: string): Promise<void> {
  await query("update rooms set access_type = 'PRIVATE' where slug = $1", slug);
}
async function removeBob(slug: string): Promise<void> {
  const params = { slug, participantId: world.bob.user.id };
  await world.alice.call("removeParticipant", { params, body: { ban: false } });
}
const listOpen = async (person: Person) =>
  (await person.call("listSaved", { query: { limit: 100 } })).results;
const idsOf = (saved: readonly { readonly messageId: string }[]) =>
  saved.map(({ messageId }) => messageId);

describe("a saved message", () => {
  it("is kept once, for its person alone, on all their devices, and marked on every page", async () => {
    const { bob, alice } = world;
    const { slug, id, params } = await aScene();
    const [socket, hers] = [await connect(app, bob), await connect(app, alice)];
    const saved = await bob.call("saveMessage", { params });
    expect(saved).toMatchObject({ messageId: id, status: "open", note: "", remindAt: null });
    expect(saved.message?.content).toBe("Batch 14 of 16");
    const told = await socket.until(({ event }) => event === "saved_changed");
    const mark = { status: "open", remindAt: null };
    expect(told["data"]).toMatchObject({ message: { messageId: id, saved: mark } });
    // Again changes nothing, and nobody is told.
    expect(await bob.call("saveMessage", { params })).toEqual(saved);
    await Promise.all([socket.fence(), hers.fence()]);
    const heard = (client: typeof socket) =>
      client.frames.filter(({ event }) => event === "saved_changed").length;
    expect([heard(socket), heard(hers)]).toEqual([1, 0]);
    for (const side of [{}, { around: id }]) {
      const read = (person: Person) =>
        person.call("listMessages", { params: { slug }, query: side });
      expect((await read(bob)).personal).toEqual({ [id]: { saved: mark } });
      expect((await read(alice)).personal).toBeUndefined();
    }
    const ofRoom = { params: { slug }, query: {} };
    const own = await bob.call("listSavedOfRoom", ofRoom);
    expect(own).toEqual({ results: [saved], totalResults: 1, hasMore: false });
    expect((await alice.call("listSavedOfRoom", ofRoom)).results).toEqual([]);
    await bob.call("unsaveMessage", { params });
    await bob.call("unsaveMessage", { params });
    expect((await bob.call("listSavedOfRoom", ofRoom)).results).toEqual([]);
    expect(idsOf(await listOpen(bob))).not.toContain(id);
  });

  it("has a note, is done and opened again, in the order of what moved last, by pages", async () => {
    const { carol } = world;
    const ids: MessageId[] = [];
    for (const text of ["one", "two", "three"]) {
      const { params, id } = await aScene(text, carol);
      app.clock.advance(1_000);
      await carol.call("saveMessage", { params });
      ids.unshift(id);
    }
    const [third, second, first] = ids;
    if (!first || !second || !third) throw new Error("Three were saved");
    const params = { messageId: first };
    const body = { note: "  when the\nbatch is through ", status: "done" } as const;
    const done = await carol.call("updateSaved", { params, body });
    expect(done).toMatchObject({ note: "when the batch is through", status: "done" });
    const page = await carol.call("listSaved", { query: { limit: 1 } });
    expect([idsOf(page.results), page.openCount]).toEqual([[third], 2]);
    const next = { limit: 1, cursor: page.nextCursor ?? "" };
    const behind = await carol.call("listSaved", { query: next });
    expect([idsOf(behind.results), behind.nextCursor]).toEqual([[second], null]);
    expect(idsOf((await carol.call("listSaved", { query: { status: "done" } })).results)).toEqual([
      first,
    ]);
    app.clock.advance(1_000);
    await carol.call("updateSaved", { params, body: { status: "open" } });
    expect(idsOf(await listOpen(carol))).toEqual([first, third, second]);
  });

  it("is a stub without access or once it is deleted, counted as long as it is listed, and taken out alike", async () => {
    const { alice, bob } = world;
    const { slug, id, params } = await aScene();
    await bob.call("saveMessage", { params });
    const other = await aScene("Another one");
    await bob.call("saveMessage", { params: other.params });
    const find = async () => {
      const { results, openCount } = await bob.call("listSaved", { query: { limit: 100 } });
      expect(openCount).toBe(results.length);
      return results.find(({ messageId }) => messageId === id);
    };
    await query("update rooms set access_type = 'PROTECTED' where slug = $1", slug);
    await removeBob(slug);
    expect(await find()).toMatchObject({ message: null, room: { sessionRoomSlug: slug } });
    await makePrivate(slug);
    expect(await find()).toMatchObject({ message: null, room: null });
    await query("update rooms set access_type = 'PUBLIC' where slug = $1", slug);
    expect((await find())?.message?.id).toBe(id);
    await alice.call("deleteMessage", { params });
    const stub = await find();
    expect(stub).toMatchObject({ status: "open", message: { content: "", isDeleted: true } });
    expect(JSON.stringify(stub)).not.toContain("Batch");
    await makePrivate(other.slug);
    await removeBob(other.slug);
    for (const messageId of [id, other.id]) {
      await bob.call("removeSaved", { params: { messageId } });
      await bob.call("removeSaved", { params: { messageId } });
    }
    const left = idsOf(await listOpen(bob));
    expect([id, other.id].filter((each) => left.includes(each))).toEqual([]);
    expect(await find()).toBeUndefined();
    const { rowCount } = await query("select 1 from saved_messages where message_id = $1", id);
    expect(rowCount).toBe(0);
  });

  it("is refused behind the last that may be saved", async () => {
    const { params } = await aScene();
    await query(
      `with made as (
         insert into messages (room_id, seq, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
         select room_id, n, uuidv7(), author_id, 'many-' || n, sent_hash, '', type, now(), now()
         from messages, generate_series(1000, 999 + $2::int) n where id = $1 returning room_id, id
       )
       insert into saved_messages (user_id, workspace_id, room_id, message_id, saved_at, moved_at)
       select $3, r.workspace_id, made.room_id, made.id, now(), now() from made join rooms r on r.id = made.room_id`,
      params.id,
      SAVED_MAX,
      world.alice.user.id,
    );
    const refused = await world.alice.refusal("saveMessage", { params });
    expect(refused).toMatchObject({ code: "SAVED_LIMIT_REACHED", details: { max: SAVED_MAX } });
    await query("delete from saved_messages where user_id = $1", world.alice.user.id);
  });
});

function dueNow(): Promise<void> {
  const job = app.app.workers.find(({ kind }) => kind.name === "saved.remind");
  return job?.run({}) ?? Promise.reject(new Error("No such job"));
}
/** The moments for which a look at what is due was left. */
async function listJobs(): Promise<string[]> {
  const { rows } = await query(
    "select start_after as at from jobs.job where name = 'saved.remind' and data = '{}'",
  );
  return (rows as { at: Date }[]).map(({ at }) => at.toISOString());
}
const feedOf = async (person: Person) =>
  (await person.call("listNotifications", { query: {} })).results.filter(
    ({ type }) => type === "REMINDER_DUE",
  );
/** How often the person was to be told of one. */
async function countTold({ user }: Person): Promise<number | null> {
  const isOfOne = "name = 'notifications.notify' and data ->> 'type' = 'REMINDER_DUE'";
  const found = await query(
    `select 1 from jobs.job where ${isOfOne} and data ->> 'userId' = $1`,
    user.id,
  );
  return found.rowCount;
}

describe("a reminder", () => {
  it("comes when it is due, once, with the way to its message, which is saved by it", async () => {
    const { bob } = world;
    const { slug, id, params } = await aScene();
    const remindAt = inMs(20 * MINUTE_MS);
    await bob.call("remindOfMessage", { params, body: { remindAt, note: "Look at it" } });
    const open = async () => (await listOpen(bob)).find(({ messageId }) => messageId === id);
    expect(await open()).toMatchObject({ remindAt, status: "open" });
    await dueNow();
    expect(await countTold(bob)).toBe(0);
    app.clock.advance(20 * MINUTE_MS);
    await dueNow();
    await dueNow();
    expect(await countTold(bob)).toBe(1);
    await expect.poll(() => feedOf(bob)).toHaveLength(1);
    expect(await listJobs()).toContain(remindAt);
    const [notification] = await feedOf(bob);
    expect(notification).toMatchObject({
      url: `/chat/${slug}?message=${id}`,
      facts: { note: "Look at it", title: slug },
    });
    expect(await open()).toMatchObject({ remindAt: null, status: "open" });
    // With its message it is gone from the feed, too.
    await world.alice.call("deleteMessage", { params });
    expect(await feedOf(bob)).toEqual([]);
  });

  it("is dropped where its person lost the room, and with what is done", async () => {
    const { bob } = world;
    const before = await countTold(bob);
    for (const end of ["lost", "done"] as const) {
      const { slug, id, params } = await aScene();
      await bob.call("remindOfMessage", { params, body: { remindAt: inMs(2 * MINUTE_MS) } });
      if (end === "done")
        await bob.call("updateSaved", { params: { messageId: id }, body: { status: "done" } });
      else {
        await makePrivate(slug);
        await removeBob(slug);
      }
    }
    app.clock.advance(2 * MINUTE_MS);
    await dueNow();
    expect(await countTold(bob)).toBe(before);
    expect((await bob.call("listReminders", {})).results).toEqual([]);
  });

  // The clocks of Lisbon go forward on 28 March and back on 31 October 2027.
  it.each([
    [
      "daily",
      "Europe/Lisbon",
      "2027-03-26T09:00:00Z",
      ["2027-03-27T09:00:00Z", "2027-03-28T08:00:00Z"],
    ],
    [
      "daily",
      "Europe/Lisbon",
      "2027-03-27T01:30:00Z",
      ["2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"],
    ],
    ["weekly", "Europe/Lisbon", "2027-10-29T08:00:00Z", ["2027-11-05T09:00:00Z"]],
    ["weekly", "Asia/Tokyo", "2027-10-29T08:00:00Z", ["2027-11-05T08:00:00Z"]],
  ] as const)("comes round %s in %s after %s", async (repeat, timeZone, first, next) => {
    const { alice } = world;
    const body = { note: "Tea", remindAt: inMs(MINUTE_MS), repeat, timeZone };
    const { id } = await alice.call("createReminder", { body });
    await query(
      "update reminders set due_at = $2, clock = ($2::timestamptz at time zone time_zone)::time where id = $1",
      id,
      first,
    );
    const { db, live, jobs } = { db: app.database.kysely, live: app.app.live, jobs: app.jobs };
    for (const at of [first, ...next].slice(0, -1)) {
      const clock = { now: () => new Date(at), steadyMs: () => 0 };
      await remindDue({ db, live, jobs, clock });
    }
    const { results } = await alice.call("listReminders", {});
    const last = new Date(next.at(-1) ?? "").toISOString();
    expect(results.map(({ remindAt }) => remindAt)).toEqual([last]);
    expect(await listJobs()).toContain(last);
    await alice.call("deleteReminder", { params: { id } });
  });

  it.each<[string, EndpointName, () => object]>([
    ["remindAt", "createReminder", () => ({ remindAt: inMs(MINUTE_MS - 1) })],
    ["remindAt", "createReminder", () => ({ remindAt: inMs(365 * DAY_MS + 1) })],
    ["timeZone", "createReminder", () => ({ timeZone: "Middle/Earth" })],
    ["note", "createReminder", () => ({ note: "\u200b" })],
    ["remindAt", "remindOfMessage", () => ({ remindAt: inMs(-MINUTE_MS) })],
  ])("refuses a wrong %s (%s)", async (field, name, change) => {
    const { params } = await aScene();
    const body = { note: "Tea", remindAt: inMs(DAY_MS), ...change() };
    const call = name === "createReminder" ? { body } : { params, body };
    const refused = await world.bob.refusal(name, call);
    expect(refused).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: [{ path: field }] },
    });
  });
});
