import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestClient } from "#test/realtime/test-client.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import {
  createRoomOf,
  createWorld,
  openBrowser,
  signIn,
  type Person,
  type World,
} from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function say(person: Person, slug: string, content: string): Promise<number> {
  const { message } = await person.call("sendMessage", { params: { slug }, body: { content } });
  return message.seq;
}

function remove(person: Person, slug: string, target: Person, body: { ban?: boolean } = {}) {
  const params = { slug, participantId: target.user.id };
  return person.call("removeParticipant", { params, body });
}

async function join(person: Person, slug: string) {
  const { results } = await person.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  return results[0];
}

async function rowsOf(slug: string) {
  const { rows } = await app.database.pool.query<Record<string, unknown>>(
    `select u.username, p.access_status, p.is_banned, p.left_seq, r.member_count, r.status from participants p
      join rooms r on r.id = p.room_id join users u on u.id = p.user_id where r.slug = $1 order by u.username`,
    [slug],
  );
  return rows;
}

async function setLevel(slug: string, person: Person, level: string): Promise<void> {
  await app.database.pool.query(
    `update participants p set access_level = $3 from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    [slug, person.user.id, level],
  );
}

function hasRoom(slug: string) {
  return (frame: object): boolean => JSON.stringify(frame).includes(`"sessionRoomSlug":"${slug}"`);
}

/** The list without the room, which every change of the own place ends with. */
function untilGone(client: TestClient, slug: string) {
  const before = client.frames.filter(hasRoom(slug)).length;
  expect(before).toBeGreaterThan(0);
  return client.until(
    (frame) => frame.type === "SERVER_SUBSCRIPTION_UPDATE" && !hasRoom(slug)(frame),
  );
}

describe("leaving a room", () => {
  it("is told to everybody, and is the last that the person gets on any socket", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const alice = await connect(app, world.alice);
    const [phone, laptop] = [await connect(app, world.bob), await connect(app, world.bob)];

    const { seq, ...departure } = await world.bob.call("leaveRoom", { params: { slug } });
    await say(world.alice, slug, "behind bob’s back");

    expect(departure).toMatchObject({ sessionRoomSlug: slug, accessStatus: "IDLE" });
    const changed = await alice.until((frame) => frame["event"] === "participant_changed");
    expect(changed).toMatchObject({ seq, accessStatus: "IDLE", userName: "Bob", memberCount: 1 });
    const line = await alice.until((frame) => JSON.stringify(frame).includes("Bob left"));
    expect(line).toMatchObject({ message: { metadata: { system: { kind: "left" } } } });
    for (const client of [phone, laptop]) {
      await untilGone(client, slug);
      await client.fence();
      expect(client.seqs(slug)).toEqual([seq]);
    }
    expect(await rowsOf(slug)).toMatchObject([
      { username: "alice", access_status: "ACCEPTED", left_seq: null, member_count: 1 },
      { username: "bob", access_status: "IDLE", left_seq: seq, is_banned: false },
    ]);
    expect((await world.bob.call("listMyRooms", {})).results.filter(hasRoom(slug))).toEqual([]);
  });

  it("is not for the last owner who can act, whoever else is one", async () => {
    const slug = await createRoomOf(world.alice, world.mallory, world.carol);
    await setLevel(slug, world.mallory, "OWNER");
    // Of somebody without a socket: the block of a person ends the sessions behind their sockets for good.
    const block = (isBlocked: boolean) =>
      app.database.pool.query("update users set is_blocked = $2 where id = $1", [
        world.mallory.user.id,
        isBlocked,
      ]);
    await block(true);
    const refused = await world.alice.refusal("leaveRoom", { params: { slug } });
    expect(refused.code).toBe("ROOM_LAST_OWNER");
    await block(false);
    await world.alice.call("leaveRoom", { params: { slug } });
  });

  it("and coming back counts nothing that was marked as unread before", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const params = { slug };
    const { message } = await world.alice.call("sendMessage", { params, body: { content: "one" } });
    await world.bob.call("markUnread", { params, body: { fromMessageId: message.id } });
    await world.bob.call("leaveRoom", { params });
    await say(world.alice, slug, "two");
    await join(world.bob, slug);
    const [mine] = (await world.bob.call("listMyRooms", {})).results.filter(hasRoom(slug));
    expect(mine?.unreadCount).toBe(0);
  });

  it("leaves no line, as coming does not, in a room that wants none", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const body = { settings: { joinLeaveLines: false } };
    await world.alice.call("updateRoom", { params: { slug }, body });
    const { sessionRoomSlug: other } = await world.alice.call("createRoom", {
      body: { title: "Full of lines", privacy: "public" },
    });
    for (const room of [slug, other]) {
      await join(world.carol, room);
      await world.carol.call("leaveRoom", { params: { slug: room } });
    }
    const told = async (room: string) => {
      const reply = await world.alice.call("listMessages", { params: { slug: room }, query: {} });
      return reply.messages
        .map(({ content }) => content)
        .filter((text) => text.startsWith("Carol"));
    };
    expect(await told(slug)).toEqual([]);
    expect(await told(other)).toEqual(["Carol joined", "Carol left"]);
  });

  it("twice is refused, and so is writing afterwards", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const bob = await connect(app, world.bob);
    await world.bob.call("leaveRoom", { params: { slug } });
    const again = await world.bob.refusal("leaveRoom", { params: { slug } });
    const send = { params: { slug }, body: { content: "still here?" } };
    expect(again.code).toBe("NOT_A_PARTICIPANT");
    expect((await world.bob.refusal("sendMessage", send)).code).toBe("NOT_SUBSCRIBED");
    bob.send({
      type: "CLIENT_SEND_MESSAGE",
      requestId: "r",
      sessionRoomSlug: slug,
      clientMessageId: `temp_${randomUUID()}`,
      content: "still here?",
    });
    expect(await bob.reply("r")).toMatchObject({ code: "NOT_SUBSCRIBED" });
  });

  it("is not for the last owner while others are in, and closes a room that nobody is left in", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const refused = await world.alice.refusal("leaveRoom", { params: { slug } });
    expect(refused).toMatchObject({ code: "ROOM_LAST_OWNER", status: 409 });
    await setLevel(slug, world.bob, "OWNER");
    await world.alice.call("leaveRoom", { params: { slug } });
    await world.bob.call("leaveRoom", { params: { slug } });
    expect(await rowsOf(slug)).toMatchObject([
      { access_status: "IDLE", status: "INACTIVE", member_count: 0 },
      { access_status: "IDLE" },
    ]);
    expect((await world.bob.refusal("getRoom", { params: { slug } })).code).toBe("ROOM_NOT_FOUND");
    expect(await join(world.bob, slug)).toMatchObject({ outcome: "created" });
  });

  it("leaves no line in general, which stays when everybody has gone", async () => {
    for (const person of [world.carol, world.mallory]) await join(person, "general");
    const carol = await connect(app, world.carol);
    for (const person of [world.carol, world.mallory])
      await person.call("leaveRoom", { params: { slug: "general" } });
    await untilGone(carol, "general");
    const card = await world.carol.call("getRoom", { params: { slug: "general" } });
    expect(card).toMatchObject({ status: "ACTIVE", memberCount: 0, accessStatus: "IDLE" });
    const page = await world.carol.call("listMessages", { params: { slug: "general" }, query: {} });
    expect(page.messages).toEqual([]);
    expect(await join(world.carol, "general")).toMatchObject({ outcome: "joined" });
  });

  it("only hides a direct room, which both stay in", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await app.database.pool.query(
      `update rooms set room_type = 'direct', access_type = 'PRIVATE' where slug = $1`,
      [slug],
    );
    const departure = await world.bob.call("leaveRoom", { params: { slug } });
    expect(departure).toEqual({
      sessionRoomSlug: slug,
      userId: world.bob.user.id,
      accessStatus: "ACCEPTED",
    });
    const { results } = await world.bob.call("listSubscriptions", {});
    expect(results.filter(hasRoom(slug))).toEqual([]);
    await say(world.bob, slug, "and yet I can write");
  });

  it("and coming back begins at the end, with everything readable", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await world.bob.call("leaveRoom", { params: { slug } });
    await say(world.alice, slug, "missed");
    expect(await join(world.bob, slug)).toMatchObject({ outcome: "joined" });
    const [mine] = (await world.bob.call("listMyRooms", {})).results.filter(hasRoom(slug));
    expect(mine).toMatchObject({ unreadCount: 0, memberCount: 2 });
    expect(await rowsOf(slug)).toMatchObject([{}, { access_status: "ACCEPTED", left_seq: null }]);
  });

  it("by all owners at once is one after the other, and closes the room", async () => {
    const people = [world.alice, world.bob, world.carol, world.mallory];
    const slug = await createRoomOf(...people);
    for (const person of people) await setLevel(slug, person, "OWNER");
    await Promise.all(people.map((each) => each.call("leaveRoom", { params: { slug } })));
    const gone = { access_status: "IDLE", member_count: 0, status: "INACTIVE" };
    expect(await rowsOf(slug)).toMatchObject([gone, gone, gone, gone]);
  });
});

describe("removing somebody", () => {
  it("ends their events with the removal, on every socket, and is told to the others", async () => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    const carol = await connect(app, world.carol);
    const [phone, laptop] = [await connect(app, world.bob), await connect(app, world.bob)];

    const { seq } = await remove(world.alice, slug, world.bob);
    await say(world.alice, slug, "behind bob’s back");

    const changed = await carol.until((frame) => frame["event"] === "participant_changed");
    expect(changed).toMatchObject({
      seq,
      userName: "Bob",
      accessStatus: "REMOVED",
      memberCount: 2,
    });
    const line = await carol.until((frame) => JSON.stringify(frame).includes("Alice removed Bob"));
    expect(line).toMatchObject({
      message: { metadata: { system: { kind: "removed", targetIds: [world.bob.user.id] } } },
    });
    for (const client of [phone, laptop]) {
      await untilGone(client, slug);
      await client.fence();
      expect(client.seqs(slug)).toEqual([seq]);
      await client.until(({ notificationType }) => notificationType === "ROOM_LEFT");
    }
    expect(await join(world.bob, slug)).toMatchObject({ outcome: "joined" });
  });

  it("with a ban keeps them out, and from reading", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const bob = await connect(app, world.bob);
    await remove(world.alice, slug, world.bob, { ban: true });
    expect(await join(world.bob, slug)).toMatchObject({ outcome: "refused", code: "ROOM_BANNED" });
    const params = { slug };
    expect((await world.bob.refusal("listMessages", { params, query: {} })).code).toBe(
      "NOT_A_PARTICIPANT",
    );
    bob.send({ type: "CLIENT_SUBSCRIBE_ROOMS", requestId: "r", sessionRoomSlugs: [slug] });
    expect(await bob.reply("r")).toMatchObject({ code: "ROOMS_NOT_FOUND" });
    expect(await rowsOf(slug)).toMatchObject([{}, { access_status: "REMOVED", is_banned: true }]);
  });

  it("stands in the audit with its reason, which the room does not see", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const alice = await connect(app, world.alice);
    const params = { slug, participantId: world.bob.user.id };
    const body = { reason: "Sold us magic beans" };
    await world.alice.call("removeParticipant", { params, body });
    await alice.until((frame) => JSON.stringify(frame).includes("Alice removed Bob"));
    expect(JSON.stringify(alice.frames)).not.toContain("magic beans");
    const { rows } = await app.database.pool.query(
      `select actor_id, target_id, reason, details from audit_events
        where kind = 'participant removed' and reason is not null`,
    );
    expect(rows).toMatchObject([
      {
        actor_id: world.alice.user.id,
        target_id: world.bob.user.id,
        reason: body.reason,
        details: { ban: false },
      },
    ]);
  });

  it.each([
    ["ADMIN", "OWNER", "ACCESS_LEVEL_TOO_LOW"],
    ["ADMIN", "ADMIN", "ACCESS_LEVEL_TOO_LOW"],
    ["ADMIN", "WRITE", undefined],
    ["OWNER", "OWNER", "ACCESS_LEVEL_TOO_LOW"],
    ["OWNER", "ADMIN", undefined],
    ["WRITE", "READ", "ACCESS_LEVEL_TOO_LOW"],
  ])("by the level %s from the level %s: %s", async (own, other, code) => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    await setLevel(slug, world.bob, own);
    await setLevel(slug, world.carol, other);
    const params = { slug, participantId: world.carol.user.id };
    const input = { params, body: {} };
    if (code === undefined) await world.bob.call("removeParticipant", input);
    else expect((await world.bob.refusal("removeParticipant", input)).code).toBe(code);
    const status = code === undefined ? "REMOVED" : "ACCEPTED";
    expect(await rowsOf(slug)).toMatchObject([{}, {}, { access_status: status }]);
  });

  it("is refused for oneself, for strangers, for texts that are no id, and for who is out already", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const codeFor = async (participantId: string) => {
      const input = { params: { slug, participantId }, body: {} };
      return (await world.alice.refusal("removeParticipant", input)).code;
    };
    expect(await codeFor(world.alice.user.id)).toBe("ACCESS_LEVEL_TOO_LOW");
    expect(await codeFor(world.mallory.user.id)).toBe("PARTICIPANT_NOT_FOUND");
    expect(await codeFor("bob")).toBe("PARTICIPANT_NOT_FOUND");
    await remove(world.alice, slug, world.bob);
    expect(await codeFor(world.bob.user.id)).toBe("PARTICIPANT_STATUS_CONFLICT");
  });

  it("is refused in an archived room, which may still be left", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await app.database.pool.query(`update rooms set status = 'ARCHIVED' where slug = $1`, [slug]);
    const input = { params: { slug, participantId: world.bob.user.id }, body: {} };
    const refused = await world.alice.refusal("removeParticipant", input);
    expect(refused.code).toBe("ROOM_ARCHIVED");
    await world.bob.call("leaveRoom", { params: { slug } });
  });
});

describe("hiding a room", () => {
  it("ends its live events on every socket and takes it from the lists; the place in it stays", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const [phone, laptop] = [await connect(app, world.bob), await connect(app, world.bob)];
    const body = { sessionRoomSlugs: [slug, "no-such-room"] };

    const { results } = await world.bob.call("unsubscribeRooms", { body });

    expect(results.filter(hasRoom(slug))).toEqual([]);
    await say(world.alice, slug, "not heard");
    for (const client of [phone, laptop]) {
      await untilGone(client, slug);
      await client.fence();
      expect(client.seqs(slug)).toEqual([]);
    }
    const summary = await world.bob.call("getUnreadSummary", {});
    expect(summary.rooms.filter(hasRoom(slug))).toEqual([]);
    await say(world.bob, slug, "still in");
    await phone.subscribe(slug);
    const shown = (await world.bob.call("listSubscriptions", {})).results.filter(hasRoom(slug));
    expect(shown).toMatchObject([{ unreadCount: 0, memberCount: 2 }]);
  });

  it("takes 1 to 200 addresses", async () => {
    const codeFor = async (sessionRoomSlugs: string[]) =>
      (await world.bob.refusal("unsubscribeRooms", { body: { sessionRoomSlugs } })).code;
    expect(await codeFor([])).toBe("BAD_REQUEST");
    expect(await codeFor(Array.from({ length: 201 }, () => "x"))).toBe("BAD_REQUEST");
  });
});

it("what is unread is counted by REST as over the socket", async () => {
  const slug = await createRoomOf(world.alice, world.bob);
  await say(world.alice, slug, "one");
  await say(world.alice, slug, "two");
  const bob = await connect(app, world.bob);
  bob.send({ type: "CLIENT_GET_UNREAD_SUMMARY", requestId: "r" });
  const { type: _type, requestId: _requestId, ...told } = await bob.reply("r");
  const summary = await world.bob.call("getUnreadSummary", {});
  expect(told).toEqual(summary);
  expect(summary.rooms.filter(hasRoom(slug))).toMatchObject([
    { unreadCount: 2, lastMessage: { text: "two" } },
  ]);
});

it("an account that was ever in a room stays, and one that was not may go", async () => {
  const writer = await signIn(openBrowser(app.app.http.app), "writer@example.org");
  const idler = await signIn(openBrowser(app.app.http.app), "idler@example.org");
  const slug = await createRoomOf(world.alice);
  await join(writer, slug);
  await say(writer, slug, "I was here");
  await writer.call("leaveRoom", { params: { slug } });
  const erase = ({ user }: Person) =>
    app.database.pool.query("delete from users where id = $1", [user.id]);
  await expect(erase(writer)).rejects.toMatchObject({ constraint: "participants_user_id_fkey" });
  expect((await erase(idler)).rowCount).toBe(1);
});
