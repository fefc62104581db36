import type { ClientFrame, EndpointName, Subscription, UserId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, setMember, switchTo } from "#test/organizations.ts";
import type { Received } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import {
  createRoomOf,
  createWorld,
  openBrowser,
  signIn,
  toRequest,
  type Person,
  type World,
} from "#test/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
  // Everybody but mallory knows the others from a room.
  await createRoomOf(world.alice, world.bob, world.carol);
});
afterAll(() => app.close());

const direct = (person: Person, other: Person) =>
  person.call("openDirect", { body: { userId: other.user.id } });

const say = (person: Person, slug: string, content: string) =>
  person.call("sendMessage", { params: { slug }, body: { content } });

async function conversationsOf(person: Person): Promise<Subscription[]> {
  return (await person.call("listMyConversations", {})).results;
}

const slugsOf = async (person: Person) =>
  (await conversationsOf(person)).map(({ sessionRoomSlug }) => sessionRoomSlug);

function isListed(slug: string) {
  return ({ type, ...frame }: Received): boolean =>
    type === "SERVER_SUBSCRIPTION_UPDATE" &&
    ((frame["changed"] ?? []) as Subscription[]).some((each) => each.sessionRoomSlug === slug);
}

function isSaid(content: string) {
  return (frame: Received): boolean =>
    frame["event"] === "message_new" && JSON.stringify(frame).includes(content);
}

/** Somebody new, whom nobody shares a room with. */
let strangers = 0;
async function aStranger(): Promise<Person> {
  strangers += 1;
  return signIn(openBrowser(app.app.http.app), `stranger-${strangers}@example.org`);
}

const block = (person: Person, other: Person) =>
  person.call("blockUser", { params: { sessionUserId: other.user.id } });
const unblock = (person: Person, other: Person) =>
  person.call("unblockUser", { params: { sessionUserId: other.user.id } });

describe("a direct room", () => {
  it("is one of the pair, called as the other is, whoever opens it and however often at once", async () => {
    const opened = await Promise.all([
      direct(world.alice, world.bob),
      direct(world.bob, world.alice),
      world.alice.call("openDirect", { body: { username: "@Bob" } }),
      direct(world.alice, world.bob),
    ]);
    const [first] = opened;
    expect(new Set(opened.map(({ roomId }) => roomId)).size).toBe(1);
    expect(first).toMatchObject({ roomType: "direct", accessType: "PRIVATE", role: "WRITE" });
    expect(first).toMatchObject({ roomName: "Bob", memberCount: 2 });
    const { id: sessionUserId, fullName, username, avatar_url } = world.bob.user;
    expect(first.participants).toEqual([{ sessionUserId, fullName, username, avatar_url }]);
    const params = { slug: first.sessionRoomSlug };
    expect((await world.bob.call("getRoom", { params })).roomName).toBe("Alice");
    expect((await world.alice.call("listMyRooms", {})).results).not.toContainEqual(
      expect.objectContaining({ roomType: "direct" }),
    );
  });

  it("is seen by the other side with the first message, on all their devices, and heard from then on", async () => {
    const { sessionRoomSlug: slug } = await direct(world.alice, world.carol);
    expect(await slugsOf(world.carol)).not.toContain(slug);
    const carol = await connect(app, world.carol);
    expect(JSON.stringify(carol.frames)).not.toContain(slug);
    await say(world.alice, slug, "first of all");
    await carol.until(isListed(slug));
    await carol.until(isSaid("first of all"));
    await say(world.alice, slug, "and then");
    await carol.until(isSaid("and then"));
    const [listed] = await conversationsOf(world.carol);
    expect(listed).toMatchObject({ roomName: "Alice", unreadCount: 2, mentionCount: 2 });
  });

  it.each(["leaveRoom", "archiveRoom"] as const)(
    "is hidden by %s, and comes back with the next message",
    async (call) => {
      const { sessionRoomSlug: slug } = await direct(world.alice, world.bob);
      await say(world.alice, slug, "before");
      const bob = await connect(app, world.bob);
      await world.bob.call(call, { params: { slug } });
      expect(await slugsOf(world.bob)).not.toContain(slug);
      expect(await slugsOf(world.alice)).toContain(slug);
      const again = `again after ${call}`;
      await say(world.alice, slug, again);
      await bob.until(isListed(slug));
      await bob.until(isSaid(again));
      expect(await slugsOf(world.bob)).toContain(slug);
      await world.bob.call(call, { params: { slug } });
      expect(await slugsOf(world.bob)).not.toContain(slug);
    },
  );

  it.each([
    ["their block", () => block(world.bob, world.alice), () => unblock(world.bob, world.alice)],
    ["one's own block", () => block(world.alice, world.bob), () => unblock(world.alice, world.bob)],
    [
      "the end of the account",
      () => app.database.pool.query(`update users set is_blocked = true where username = 'bob'`),
      () => app.database.pool.query(`update users set is_blocked = false where username = 'bob'`),
    ],
  ] as const)("is cut by %s: nothing new is said, what was said stays", async (_, cut, mend) => {
    const { sessionRoomSlug: slug } = await direct(world.alice, world.bob);
    const { message } = await say(world.alice, slug, "in peace");
    const socket = await connect(app, world.alice);
    await cut();
    const params = { slug, id: message.id };
    const refusals = [
      await world.alice.refusal("sendMessage", { params, body: { content: "Are you there?" } }),
      await world.alice.refusal("editMessage", { params, body: { content: "changed" } }),
      await world.alice.refusal("addReaction", { params, body: { emoji: "👍" } }),
      await world.alice.refusal("openDirect", { body: { userId: world.bob.user.id } }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => "DM_NOT_POSSIBLE"));
    const requestId = "cut";
    const content = "by the channel";
    const frame = { type: "CLIENT_SEND_MESSAGE", requestId, sessionRoomSlug: slug, content };
    socket.send(frame as unknown as ClientFrame);
    expect(await socket.reply(requestId)).toMatchObject({ code: "DM_NOT_POSSIBLE" });
    const { messages } = await world.alice.call("listMessages", { params, query: {} });
    expect(messages.map((each) => each.content)).toContain("in peace");
    await mend();
    await say(world.alice, slug, "mended");
  });

  it("is not begun with somebody who is blocked, or unknown", async () => {
    const [one, other] = [await aStranger(), await aStranger()];
    const open = async (body: { userId?: UserId; username?: string }) =>
      (await one.refusal("openDirect", { body })).code;
    await app.database.pool.query(`delete from participants where user_id = $1`, [one.user.id]);
    expect(await open({ userId: other.user.id })).toBe("USER_NOT_FOUND");
    expect(await open({ username: "no-such-person" })).toBe("USER_NOT_FOUND");
    expect(await open({})).toBe("BAD_REQUEST");
    await app.database.pool.query(
      `insert into user_blocks (blocker_id, blocked_id, created_at) values ($1, $2, now())`,
      [other.user.id, one.user.id],
    );
    expect(await open({ username: other.user.username })).toBe("DM_NOT_POSSIBLE");
  });

  it("is begun with ten strangers a day at most", async () => {
    const one = await aStranger();
    await app.database.pool.query(
      `insert into rooms (workspace_id, slug, title, room_type, access_type, created_by, created_at, is_to_stranger)
       select w.id, 'strange-' || n, '', 'direct', 'PRIVATE', $1, $2, true
       from workspaces w, generate_series(1, 10) n where w.kind = 'personal'`,
      [one.user.id, app.clock.now()],
    );
    const body = { username: (await aStranger()).user.username };
    expect((await one.refusal("openDirect", { body })).code).toBe("DM_LIMIT_REACHED");
    await app.database.pool.query(
      `update rooms set created_at = created_at - interval '1 day' where created_by = $1`,
      [one.user.id],
    );
    expect((await one.call("openDirect", { body })).roomType).toBe("direct");
  });

  it("in an organization is there for its members alone, and outlasts somebody's absence", async () => {
    const orgId = await createOrganization(app);
    const [one, other] = [await aStranger(), await aStranger()];
    for (const person of [one, other]) {
      await setMember(app, orgId, person.user.id);
      await switchTo(app, person, orgId);
    }
    const { roomId, sessionRoomSlug: slug } = await direct(one, other);
    await say(one, slug, "colleague");
    const outsider = await aStranger();
    const body = { userId: outsider.user.id };
    expect((await one.refusal("openDirect", { body })).code).toBe("USER_NOT_FOUND");
    await setMember(app, orgId, other.user.id, { status: "SUSPENDED" });
    const refusal = await one.refusal("openDirect", { body: { userId: other.user.id } });
    expect(refusal).toMatchObject({ code: "DM_NOT_POSSIBLE", details: { sessionRoomSlug: slug } });
    await setMember(app, orgId, other.user.id);
    expect((await direct(one, other)).roomId).toBe(roomId);
  });
});

it("the room of one's own is one, with nobody else in it", async () => {
  const [one, again] = [
    await direct(world.alice, world.alice),
    await direct(world.alice, world.alice),
  ];
  expect(one).toMatchObject({ roomType: "saved", participants: [], memberCount: 1 });
  expect(again.roomId).toBe(one.roomId);
  await say(world.alice, one.sessionRoomSlug, "do not forget");
  const params = { slug: one.sessionRoomSlug };
  expect((await world.bob.refusal("getRoom", { params })).code).toBe("ROOM_NOT_FOUND");
  expect((await world.alice.refusal("deleteRoom", { params })).status).toBeGreaterThanOrEqual(400);
});

describe("a group", () => {
  const group = (person: Person, others: readonly Person[], name?: string) =>
    person.call("createGroup", {
      body: { userIds: others.map(({ user }) => user.id), ...(name !== undefined && { name }) },
    });

  it("without a name is one of its people, in whatever order, also for several at once", async () => {
    const { alice, bob, carol } = world;
    const socket = await connect(app, carol);
    const made = await Promise.all([
      group(alice, [bob, carol]),
      group(bob, [carol, alice]),
      group(carol, [alice, bob, bob, carol]),
    ]);
    const [first] = made;
    expect(new Set(made.map(({ roomId }) => roomId)).size).toBe(1);
    expect(first).toMatchObject({ roomType: "group", roomName: "Bob, Carol", memberCount: 3 });
    await socket.until(isListed(first.sessionRoomSlug));
    await say(alice, first.sessionRoomSlug, "all of you");
    await socket.until(isSaid("all of you"));

    const params = { slug: first.sessionRoomSlug };
    const leaver = (await conversationsOf(bob)).find(({ roomId }) => roomId === first.roomId);
    await (leaver?.role === "OWNER" ? carol : bob).call("leaveRoom", { params });
    const next = await group(alice, [bob, carol]);
    expect(next.roomId).not.toBe(first.roomId);
    expect(next.lastMsgNo).toBe(0);
  });

  it.each(["updateRoom", "archiveRoom", "deleteRoom"] as const)(
    "without a name is no more that of its people after %s",
    async (act) => {
      const { alice, bob, carol } = world;
      const one = await group(alice, [bob, carol]);
      const owner = one.role === "OWNER" ? alice : bob;
      const params = { slug: one.sessionRoomSlug };
      await app.database.pool.query(
        "update participants set access_level = 'OWNER' where room_id = $1 and user_id = $2",
        [one.roomId, owner.user.id],
      );
      await (act === "updateRoom"
        ? owner.call(act, { params, body: { title: "Trip" } })
        : owner.call(act, { params }));
      expect((await group(alice, [bob, carol])).roomId).not.toBe(one.roomId);
    },
  );

  it("with a name is always a new one, led by who made it", async () => {
    const others = [world.bob, world.carol];
    const [one, other] = [
      await group(world.alice, others, "Lunch"),
      await group(world.alice, others, "Lunch"),
    ];
    expect(one).toMatchObject({ roomName: "Lunch", role: "OWNER" });
    expect(other.roomId).not.toBe(one.roomId);
  });

  it.each([
    ["too few", () => [world.bob], "GROUP_SIZE_INVALID"],
    [
      "too many",
      () => Array.from({ length: 9 }, (_, n) => ({ user: { id: idOf(n) } })),
      "GROUP_SIZE_INVALID",
    ],
    ["somebody unknown", () => [world.bob, { user: { id: idOf(1) } }], "USER_NOT_FOUND"],
  ] as const)("of %s is refused", async (_, others, code) => {
    const userIds = others().map(({ user }) => user.id);
    expect((await world.alice.refusal("createGroup", { body: { userIds } })).code).toBe(code);
  });

  it("with a name takes others up to nine, without one nobody", async () => {
    const { alice, bob, carol } = world;
    const named = await group(alice, [bob, carol], "Open");
    const unnamed = await group(alice, [bob, carol]);
    const invite = { userIds: [idOf(1)] };
    const to = ({ sessionRoomSlug: slug }: Subscription) => ({ params: { slug }, body: invite });
    const { results } = await alice.call("inviteToRoom", to(named));
    expect(results).toMatchObject([{ outcome: "notFound" }]);
    expect((await alice.refusal("inviteToRoom", to(unnamed))).code).toBe("ROOM_TYPE_NOT_SUPPORTED");
    expect((await bob.refusal("inviteToRoom", to(named))).code).toBe("ACCESS_LEVEL_TOO_LOW");
    await app.database.pool.query(`update rooms set member_count = 9 where id = $1`, [
      named.roomId,
    ]);
    expect((await alice.refusal("inviteToRoom", to(named))).code).toBe("GROUP_SIZE_INVALID");
  });

  it("brings nobody together who are blocked", async () => {
    await block(world.carol, world.bob);
    const userIds = [world.alice.user.id, world.carol.user.id];
    const body = { userIds, name: "Tricky" };
    expect((await world.bob.refusal("createGroup", { body })).code).toBe("DM_NOT_POSSIBLE");
    await unblock(world.carol, world.bob);
  });
});

/** More of what its people may do (rules-rooms 56; test/conversation-permissions.test.ts): for direct, saved, and a group by its OWNER and by WRITE. */
const matrix = [
  ["changeAccessType", { body: { accessType: "PUBLIC" } }, "nnnn"],
  ["changeRoomDomain", { body: { organizationDomain: "example.org" } }, "nnnn"],
  ["requestAccess", { body: { accessLevel: "ADMIN" } }, "nnyn"],
  ["inviteToRoom", { body: { userIds: [idOf(1)] } }, "nnyn"],
  ["addParticipant", { body: { userId: idOf(1) } }, "nnnn"],
] as const satisfies readonly (readonly [EndpointName, object, string])[];

it.each(matrix)("%s is for whom the matrix says", async (name, input, verdicts) => {
  const { alice, bob, carol } = world;
  const userIds = [bob.user.id, carol.user.id];
  const group = await alice.call("createGroup", { body: { userIds, name: "Matrix" } });
  const may = async (person: Person, { sessionRoomSlug: slug }: Subscription) => {
    const request = toRequest(name, { ...input, params: { slug } });
    return (await person.send(request)).status < 400 ? "y" : "n";
  };
  const own = await may(alice, await direct(alice, alice));
  const two = await may(alice, await direct(alice, bob));
  // The OWNER comes last: they may end it.
  const writer = await may(bob, group);
  expect(`${two}${own}${await may(alice, group)}${writer}`).toBe(verdicts);
});

function idOf(n: number): UserId {
  return `01930000-0000-7000-8000-00000000000${n}` as UserId;
}
