import { RECEIPTS_PUSH_MAX, type FrameOf } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApp } from "#test/harness.ts";
import { createOrganization, enter, setMember, switchTo } from "#test/organizations.ts";
import type { TestClient } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { listStatements } from "#test/statements.ts";
import { startTwoServers, type TwoServers } from "#test/two-servers.ts";
import { createRoomOf, type Person } from "#test/world.ts";

/* Two servers on one database: authors watch at the other one than that at which people read. */

let servers: TwoServers;
let one: TestApp;
let two: TestApp;
/** New ones for each test; ann writes, the others read. */
let ann: Person;
let ben: Person;
let cat: Person;

beforeAll(async () => {
  servers = await startTwoServers({ receiptPushMs: 20 });
  ({ one, two } = servers);
});
afterAll(() => servers.close());
beforeEach(async () => {
  [ann, ben, cat] = [await enter(one, "Ann"), await enter(one, "Ben"), await enter(one, "Cat")];
});

type Told = NonNullable<FrameOf<"SERVER_RECEIPTS_UPDATE">["message"]>;
type Sent = Awaited<ReturnType<typeof say>>;

/** A message of ann in a room of all three. */
async function say() {
  const slug = await createRoomOf(ann, ben, cat);
  const { message } = await ann.call("sendMessage", { params: { slug }, body: { content: "hi" } });
  return { slug, id: message.id, seq: message.seq };
}

const read = (person: Person, { slug, id }: Sent) =>
  person.call("markSeen", { params: { slug, id } });

async function ask(client: TestClient, sent: Sent | null): Promise<Record<string, unknown>> {
  const requestId = `watch-${Math.random()}`;
  const message = sent && { sessionRoomSlug: sent.slug, messageId: sent.id };
  client.send({ type: "CLIENT_WATCH_RECEIPTS", requestId, message });
  return client.reply(requestId);
}

/** Opens a socket of ann that watches the message. */
async function watch(sent: Sent) {
  const client = await connect(two, ann);
  expect(await ask(client, sent)).toMatchObject({
    message: { messageId: sent.id, isPushed: true },
  });
  client.frames.length = 0;
  return client;
}

const toldTo = (client: TestClient): Told[] =>
  client.frames.flatMap((frame) =>
    frame.type === "SERVER_RECEIPTS_UPDATE" ? [frame["message"] as Told] : [],
  );

/** The socket is told that it is so: how far the message has come, and who has read it. */
async function expectTold(client: TestClient, status: string, ...readers: Person[]): Promise<void> {
  const ids = readers.map(({ user }) => user.id);
  await client.until((frame) => {
    const message = frame["message"] as Told | undefined;
    return (
      frame.type === "SERVER_RECEIPTS_UPDATE" &&
      message?.status === status &&
      message.readers.map(({ userId }) => userId).join() === ids.join()
    );
  });
}

const choose = (person: Person, preferences: object) =>
  person.call("updateMe", { body: { preferences } });

/** The app of a person says at the first server that it has the message. */
async function acknowledge(person: Person, { slug, seq }: Sent): Promise<void> {
  const client = await connect(one, person);
  client.send({ type: "ping", heads: { [slug]: seq } });
  await client.fence();
  client.ws.close();
}

describe("a message that its author watches", () => {
  it("is told to be delivered, read by some, and seen, each once", async () => {
    const sent = await say();
    const client = await watch(sent);
    await acknowledge(ben, sent);
    await expectTold(client, "delivered");
    await read(ben, sent);
    await read(ben, sent);
    await expectTold(client, "delivered", ben);
    // An answer is a sign of reading.
    await cat.call("sendMessage", { params: { slug: sent.slug }, body: { content: "hello" } });
    await expectTold(client, "seen", ben, cat);
    expect(toldTo(client)).toHaveLength(3);
  });

  it("is known to be delivered where that was said of the room before it was watched", async () => {
    const sent = await say();
    const client = await watch(sent);
    const { message } = await ann.call("sendMessage", {
      params: { slug: sent.slug },
      body: { content: "and this" },
    });
    const next = { slug: sent.slug, id: message.id, seq: message.seq };
    await acknowledge(ben, next);
    await expectTold(client, "delivered");
    expect(await ask(client, next)).toMatchObject({ message: { status: "delivered" } });
  });

  it("is told to the socket that watches, as long as it does, and no other one costs a statement", async () => {
    const [sent, other] = [await say(), await say()];
    const control = await watch(sent);
    const clients = await Promise.all([watch(sent), watch(sent), connect(two, ann)]);
    expect(await ask(clients[0], null)).toMatchObject({ message: null });
    await ask(clients[1], other);
    for (const client of clients) client.frames.length = 0;
    await read(ben, sent);
    await expectTold(control, "delivered", ben);
    expect(clients.flatMap(toldTo)).toEqual([]);
    control.ws.close();
    await ask(clients[1], null);
    const statements = await listStatements(two.database, () => read(cat, sent));
    expect(statements.filter(({ text }) => text.includes("has_read"))).toEqual([]);
  });

  it("is not told to an author who does not read the room any more", async () => {
    const sent = await say();
    const { slug } = sent;
    const { message } = await ben.call("sendMessage", {
      params: { slug },
      body: { content: "ho" },
    });
    const client = await watch(sent);
    const control = await connect(two, ben);
    await ask(control, { slug, id: message.id, seq: message.seq });
    const change = "update rooms set access_type = 'PRIVATE' where slug = $1";
    await one.database.pool.query(change, [slug]);
    await one.database.pool.query("delete from participants where user_id = $1", [ann.user.id]);
    await read(cat, { slug, id: message.id, seq: message.seq });
    await expectTold(control, "seen", cat);
    expect(toldTo(client)).toEqual([]);
  });

  it("is read again within a minute, so that a lost hint costs no more", async () => {
    const sent = await say();
    const client = await watch(sent);
    await one.database.pool.query("update participants set read_msg_no = 1 where user_id = $1", [
      ben.user.id,
    ]);
    one.clock.advance(60_000);
    await expectTold(client, "delivered", ben);
  });
});

const block = (person: Person, { user }: Person) =>
  person.call("blockUser", { params: { sessionUserId: user.id } });

it.each<[string, () => Promise<unknown>, string, () => Person[]]>([
  ["the reader tells nobody", () => choose(ben, { readReceipts: false }), "delivered", () => [cat]],
  ["the author tells nobody", () => choose(ann, { readReceipts: false }), "delivered", () => []],
  ["the reader blocks the author", () => block(ben, ann), "seen", () => [cat]],
  ["the author blocks the reader", () => block(ann, ben), "seen", () => [cat]],
])("is told of no reading where %s, from then on", async (_case, act, status, toReaders) => {
  const sent = await say();
  for (const person of [ben, cat]) await read(person, sent);
  const client = await watch(sent);
  await act();
  await expectTold(client, status, ...toReaders());
});

it("is told of no reading where the organization does not want it", async () => {
  const orgId = await createOrganization(one);
  for (const [person, role] of [
    [ann, "OWNER"],
    [ben, "MEMBER"],
    [cat, "MEMBER"],
  ] as const) {
    await setMember(one, orgId, person.user.id, { role });
    await switchTo(one, person, orgId);
  }
  const sent = await say();
  await read(ben, sent);
  const client = await watch(sent);
  const set = (readReceipts: boolean) =>
    ann.call("updateSettings", { params: { orgId }, body: { readReceipts } });
  await set(false);
  await expectTold(client, "delivered");
  await set(true);
  await expectTold(client, "delivered", ben);
});

it("is not believed of an invisible person, nor of one who is not in the room, that they have a message", async () => {
  const sent = await say();
  const stranger = await enter(one, "Stranger");
  await choose(ben, { invisible: true });
  for (const person of [ben, stranger, ann]) await acknowledge(person, sent);
  const client = await watch(sent);
  for (const person of [ben, stranger, ann]) await acknowledge(person, sent);
  expect(await ask(client, sent)).toMatchObject({ message: { status: "sent" } });
  await acknowledge(cat, sent);
  await expectTold(client, "delivered");
});

it("is only told when asked in a room of more than RECEIPTS_PUSH_MAX others", async () => {
  const sent = await say();
  const add = (count: number) =>
    one.database.pool.query(
      `with made as (
        insert into users (full_name, username)
        select 'Other', 'others-' || $2 || '-' || n from generate_series(1, $2::integer) n returning id
      )
      insert into participants (room_id, user_id, access_level, access_status, join_method)
      select p.room_id, made.id, p.access_level, p.access_status, p.join_method from made, participants p
      join rooms r on r.id = p.room_id where r.slug = $1 and p.user_id = $3`,
      [sent.slug, count, ben.user.id],
    );
  await add(RECEIPTS_PUSH_MAX - 2);
  const client = await watch(sent);
  await add(1);
  await read(ben, sent);
  expect(await client.until(({ type }) => type === "SERVER_RECEIPTS_UPDATE")).toMatchObject({
    message: { isPushed: false, readCount: 1 },
  });
  client.frames.length = 0;
  const statements = await listStatements(two.database, () => read(cat, sent));
  expect(statements.filter(({ text }) => text.includes("has_read"))).toEqual([]);
  expect(await ask(client, sent)).toMatchObject({ message: { isPushed: false, readCount: 2 } });
});
