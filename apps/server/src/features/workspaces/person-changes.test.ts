import { randomUUID } from "node:crypto";
import type {
  MemberStatus,
  RoomId,
  Subscription,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Received, TestClient } from "#test/realtime/test-client.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, setMember, switchTo } from "#test/organizations.ts";
import { connect, logEpochOf } from "#test/socket.ts";
import { createRoomOf, openBrowser, signIn, type Person } from "#test/world.ts";
import {
  forgetPersonChanges,
  readPersonChanges,
  recordPersonChange,
} from "./workspaces.service.ts";

/* What changes for one person in a workspace reaches their open sockets: by refreshActor, and by the sweep without a hint. */

const SECOND_MS = 1_000;

let app: TestApp;
let organization: WorkspaceId;
let alice: Person;
let bob: Person;
let slug: string;
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSIONS_PER_ACCOUNT: "1000" } });
});
afterAll(() => app.close());

beforeEach(async () => {
  organization = await createOrganization(app);
  [alice, bob] = [await enter("alice"), await enter("bob")];
  slug = await createRoomOf(alice, bob);
});

async function enter(name: string): Promise<Person> {
  const person = await signIn(openBrowser(app.app.http.app), `${name}-${randomUUID()}@example.org`);
  await setMember(app, organization, person.user.id);
  await switchTo(app, person, organization);
  return person;
}

/** As the calls for members will: the row, then the change, last lock of all. */
async function change(
  person: Person,
  to: { role?: WorkspaceRole; status?: MemberStatus },
): Promise<void> {
  const { role = "MEMBER", status = "ACTIVE" } = to;
  const userId = person.user.id;
  const workspaceId = organization;
  await app.database.kysely.transaction().execute(async (tx) => {
    const ofPerson = tx.updateTable("workspace_members").where("user_id", "=", userId);
    await ofPerson.set({ role, status }).where("workspace_id", "=", workspaceId).execute();
    await recordPersonChange(tx, [{ workspaceId, userId }]);
  });
}

function send(content: string): Promise<unknown> {
  return alice.call("sendMessage", { params: { slug }, body: { content } });
}

function contentsOf(socket: TestClient): unknown[] {
  return socket.frames.flatMap(({ message }) =>
    message ? [(message as { readonly content: string }).content] : [],
  );
}

test("suspending a member ends their sockets of that workspace within a second, and no others", async () => {
  const elsewhere = await signIn(
    openBrowser(app.app.http.app),
    `carol-${randomUUID()}@example.org`,
  );
  const [his, hers, personal] = [
    await connect(app, bob),
    await connect(app, alice),
    await connect(app, elsewhere),
  ];
  await send("before");
  await his.until(({ message }) => message !== undefined);
  const start = performance.now();
  await change(bob, { status: "SUSPENDED" });
  app.app.live.refreshActor(bob.user.id);
  expect(await his.closed).toEqual({ code: 4003, reason: "WORKSPACE_ACCESS_LOST" });
  expect(performance.now() - start).toBeLessThan(SECOND_MS);
  await send("after");
  await hers.until((frame) => JSON.stringify(frame).includes("after"));
  expect(contentsOf(his)).not.toContain("after");
  await personal.fence();
  expect(await bob.refusal("listRooms", { query: {} })).toMatchObject({
    code: "WORKSPACE_ACCESS_LOST",
  });
  await change(bob, {});
  await bob.call("getRoom", { params: { slug } });
});

test("a new role counts for the next command on an open socket", async () => {
  const other = await createRoomOf(alice);
  const his = await connect(app, bob);
  const preview = (requestId: string) => {
    his.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId, sessionRoomSlugs: [other] });
    return his.reply(requestId);
  };
  expect(await preview("as a member")).toMatchObject({ type: "SERVER_SUBSCRIPTION_UPDATE" });
  await change(bob, { role: "GUEST" });
  expect(await preview("as a guest")).toMatchObject({ code: "ROOMS_NOT_FOUND" });
  app.app.live.refreshActor(bob.user.id);
  await his.until(({ type }) => type === "SERVER_PERSONAL_EVENT");
  expect(await preview("as a guest still")).toMatchObject({ code: "ROOMS_NOT_FOUND" });
});

test.each([
  ["with all their rooms", false],
  ["with that room alone where the change names it", true],
])(
  "whoever was let into a room without a hint hears it after the next look, %s",
  async (_, isNamed) => {
    const [quiet, other] = [await createRoomOf(alice), await createRoomOf(alice)];
    const { kysely: db, pool } = app.database;
    const letIn = async (into: string) => {
      const { rows } = await pool.query<{ roomId: RoomId }>(
        `insert into participants (room_id, user_id, access_level, access_status, join_method)
          select id, $2, 'WRITE', 'ACCEPTED', 'DIRECT' from rooms where slug = $1 returning room_id as "roomId"`,
        [into, bob.user.id],
      );
      return rows;
    };
    await letIn(quiet);
    const his = await connect(app, bob);
    const rows = await letIn(other);
    const who = { workspaceId: organization, userId: bob.user.id };
    const places = rows.map(({ roomId }) => (isNamed ? { ...who, roomId } : who));
    await db.transaction().execute((tx) => recordPersonChange(tx, places));
    const slugsIn = (frame: Received): string[] => {
      const list = (frame[isNamed ? "changed" : "subscriptions"] ?? []) as Subscription[];
      return list.map(({ sessionRoomSlug }) => sessionRoomSlug);
    };
    const told = await his.until((frame) => slugsIn(frame).includes(other));
    expect(slugsIn(told).includes(quiet)).toBe(!isNamed);
    await his.until(({ event }) => event === "reload");
    await alice.call("sendMessage", { params: { slug: other }, body: { content: "welcome" } });
    const heard = await his.until(({ message }) => message !== undefined);
    expect(heard).toMatchObject({ sessionRoomSlug: other, message: { content: "welcome" } });
  },
);

test("what was meant for another workspace does nothing in this one", async () => {
  const elsewhere = await createOrganization(app);
  const socket = await connect(app, alice);
  const head = async () => {
    const ofRoom = "select last_seq from rooms where slug = $1";
    const { rows } = await app.database.pool.query<{ last_seq: number }>(ofRoom, [slug]);
    return rows;
  };
  const before = await head();
  const options = { headers: { "workspace-id": elsewhere } };
  const refusal = { code: "WORKSPACE_CHANGED", details: { workspaceId: organization } };
  const input = { params: { slug }, body: { content: "to others" } };
  expect(await alice.refusal("sendMessage", input, options)).toMatchObject(refusal);
  const sendTo = (workspaceId: WorkspaceId, requestId: string) => {
    const clientMessageId = `temp_${randomUUID()}`;
    const message = { content: "to others", messageType: "text", metadata: {} } as const;
    const address = { requestId, workspaceId, sessionRoomSlug: slug, clientMessageId };
    socket.send({ type: "CLIENT_SEND_MESSAGE", ...address, ...message });
    return socket.reply(requestId);
  };
  expect(await sendTo(elsewhere, "there")).toMatchObject({ ...refusal, retryable: false });
  expect(await head()).toEqual(before);
  expect(await sendTo(organization, "here")).toMatchObject({ event: "message_new" });
});

test("a resume of another workspace replays nothing", async () => {
  const socket = await connect(app, alice);
  const logEpoch = logEpochOf(socket);
  const replayed = async (workspaceId: WorkspaceId) => {
    const again = await connect(app, alice, { logEpoch, workspaceId, rooms: { [slug]: 0 } });
    return again.frames.some(({ type }) => type === "SERVER_MESSAGE_HISTORY");
  };
  expect(await replayed(organization)).toBe(true);
  expect(await replayed(await createOrganization(app))).toBe(false);
});

test("a switch of the session closes its sockets in the other workspace, which is no sign-out", async () => {
  const socket = await connect(app, bob);
  const elsewhere = await createOrganization(app);
  await setMember(app, elsewhere, bob.user.id);
  await switchTo(app, bob, elsewhere);
  app.app.live.refreshActor(bob.user.id);
  expect(await socket.closed).toEqual({ code: 4009, reason: "WORKSPACE_CHANGED" });
  await connect(app, bob);
});

test("a frame for a person reaches their sockets in every workspace", async () => {
  const again = await signIn(openBrowser(app.app.http.app), bob.user.email ?? "");
  const sockets = [await connect(app, bob), await connect(app, again)];
  const frame = { type: "SERVER_PERSONAL_EVENT", event: "reload", data: {} } as const;
  app.app.live.sendToPerson(bob.user.id, frame);
  for (const socket of sockets) {
    const got = await socket.until(({ type }) => type === "SERVER_PERSONAL_EVENT");
    expect(got).toEqual(frame);
  }
});

test("what a person has read is told in its workspace alone", async () => {
  const again = await signIn(openBrowser(app.app.http.app), bob.user.email ?? "");
  const other = await createOrganization(app);
  await setMember(app, other, bob.user.id);
  await switchTo(app, again, other);
  const [here, elsewhere] = [await connect(app, bob), await connect(app, again)];
  const { message } = await alice.call("sendMessage", { params: { slug }, body: { content: "a" } });
  await bob.call("markRead", { params: { slug }, body: { lastReadMessageId: message.id } });
  const isTold = ({ type }: Received) => type === "SERVER_UNREAD_COUNT_UPDATE";
  await here.until(isTold);
  await elsewhere.fence();
  expect(elsewhere.frames.some(isTold)).toBe(false);
});

test("who is further behind than the log reaches treats everybody as changed", async () => {
  const { kysely: db } = app.database;
  const read = async (rev: number) =>
    (await readPersonChanges(db, new Map([[organization, rev]]))).get(organization);
  await change(bob, {});
  const { rev = 0 } = (await read(0)) ?? {};
  await change(alice, {});
  expect(await read(rev)).toEqual({
    rev: rev + 1,
    people: new Map([[alice.user.id, "everything"]]),
    rooms: new Set(),
  });
  await forgetPersonChanges(db, new Date(Date.now() + 25 * 60 * 60_000));
  const rooms = new Set();
  expect(await read(rev)).toEqual({ rev: rev + 1, people: "everybody", rooms });
  expect(await read(rev + 1)).toEqual({ rev: rev + 1, people: new Map(), rooms });
});

test("changes that come at once are numbered in a row, and none ends in a deadlock with what refers to the workspace", async () => {
  const { kysely } = app.database;
  const readRev = async () =>
    (await readPersonChanges(kysely, new Map([[organization, undefined]]))).get(organization)?.rev;
  const before = (await readRev()) ?? 0;
  const who = [{ workspaceId: organization, userId: bob.user.id }];
  const record = (n: number) =>
    kysely.transaction().execute(async (tx) => {
      // As the reference of a session that is moved there.
      if (n % 2 === 0)
        await sql`select 1 from workspaces where id = ${organization} for key share`.execute(tx);
      await recordPersonChange(tx, who);
    });
  // As many at once as there are connections to wait for, or some would wait for longer than is allowed.
  const writers = Array.from({ length: 30 }, async (_, first) => {
    for (let n = first; n < 600; n += 30) await record(n);
  });
  await Promise.all(writers);
  expect(await readRev()).toBe(before + 600);
});
