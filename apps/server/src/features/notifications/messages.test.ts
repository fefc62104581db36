import type { CallOf, MessageId, Notification, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
let slug: string;
/** Of alice. */
let rootId: MessageId;

beforeAll(async () => {
  app = await startTestApp({ environment: { SEND_RATE: "100000" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());
beforeEach(async () => {
  slug = await createRoomOf(world.alice, world.bob);
  rootId = (await send(world.alice, "the root")).id;
  await world.alice.call("markAllNotificationsRead", {
    body: { before: new Date().toISOString() },
  });
});

type Body = Partial<CallOf<"sendMessage">["body"]>;

async function send(person: Person, content: string, body: Body = {}) {
  return (await person.call("sendMessage", { params: { slug }, body: { content, ...body } }))
    .message;
}

const at = ({ user: { id } }: Person) => `<@${id}>`;
const reply = (person: Person, content: string, body: Body = {}) =>
  send(person, content, { threadId: rootId, ...body });
const react = (person: Person, id: MessageId, emoji = "👍") =>
  person.call("addReaction", { params: { slug, id }, body: { emoji } });

/** Unread in the feed of a person, of this test's room; the newest first. */
async function told(person: Person): Promise<Notification[]> {
  await app.app.followers.settled();
  const { results } = await person.call("listNotifications", { query: { tab: "unread" } });
  return results.filter(
    ({ facts }) => "sessionRoomSlug" in facts && facts.sessionRoomSlug === slug,
  );
}

const summaryOf = (rows: readonly Notification[]) =>
  rows.map(({ type, count, actors }) =>
    [type, count, ...actors.map(({ fullName }) => fullName)].join(" "),
  );

interface Case {
  readonly name: string;
  readonly happens: () => Promise<unknown>;
  /** The rows of alice. */
  readonly rows: readonly string[];
}

const setLevel = (level: "all" | "mentions" | "none", muted = false) =>
  world.alice.call("updateNotificationSettings", { params: { slug }, body: { level, muted } });

test.each<Case>([
  {
    name: "a mention",
    happens: () => send(world.bob, `${at(world.alice)} look`),
    rows: ["MESSAGE_MENTION 1 Bob"],
  },
  {
    name: "a plain message",
    happens: () => send(world.bob, "hello"),
    rows: [],
  },
  {
    name: "a mention of oneself",
    happens: () => send(world.alice, `${at(world.alice)} note`),
    rows: [],
  },
  {
    name: "replies of a thread, in one row",
    happens: async () => {
      await reply(world.bob, "one");
      await reply(world.bob, "two");
    },
    rows: ["MESSAGE_REPLY 2 Bob"],
  },
  {
    name: "a mention in a thread, which is no reply as well",
    happens: () => reply(world.bob, `${at(world.alice)} here`),
    rows: ["MESSAGE_MENTION 1 Bob"],
  },
  {
    name: "a reply in a thread that is not followed any more",
    happens: async () => {
      await reply(world.bob, "one");
      await told(world.alice);
      await world.alice.call("markThreadRead", {
        params: { slug, id: rootId },
        body: { lastReadReplyId: (await reply(world.bob, "two")).id },
      });
      await world.alice.call("unfollowThread", { params: { slug, id: rootId } });
      await reply(world.bob, "three");
      await expect.poll(() => told(world.alice)).toEqual([]);
    },
    rows: [],
  },
  {
    name: "reactions of two people, as they are",
    happens: async () => {
      await react(world.bob, rootId);
      await react(world.bob, rootId, "🎉");
      await react(world.alice, rootId);
    },
    rows: ["MESSAGE_REACTION 1 Bob"],
  },
  {
    name: "a reaction that was taken back",
    happens: async () => {
      await react(world.bob, rootId);
      expect(summaryOf(await told(world.alice))).toHaveLength(1);
      const input = { params: { slug, id: rootId }, body: { emoji: "👍" } };
      await world.bob.call("removeReaction", input);
    },
    rows: [],
  },
  {
    name: "a message to everybody",
    happens: () => send(world.bob, "<@all> lunch"),
    rows: ["MESSAGE_MENTION 1 Bob"],
  },
  {
    name: "a message to everybody that names the person too",
    happens: () => send(world.bob, `<@all> ${at(world.alice)} lunch`),
    rows: ["MESSAGE_MENTION 1 Bob"],
  },
  {
    name: "a mention that was deleted",
    happens: async () => {
      const { id } = await send(world.bob, `${at(world.alice)} look`);
      expect(await told(world.alice)).toHaveLength(1);
      await world.bob.call("deleteMessage", { params: { slug, id } });
    },
    rows: [],
  },
  {
    name: "the last reply of two, deleted",
    happens: async () => {
      await reply(world.bob, "one");
      const { id } = await reply(world.bob, "two");
      await told(world.alice);
      await world.bob.call("deleteMessage", { params: { slug, id } });
    },
    rows: ["MESSAGE_REPLY 1 Bob"],
  },
  {
    name: "a mention that an edit adds, once",
    happens: async () => {
      const { id } = await send(world.bob, "look");
      const edit = (content: string) =>
        world.bob.call("editMessage", { params: { slug, id }, body: { content } });
      await edit(`${at(world.alice)} look`);
      await told(world.alice);
      await edit(`${at(world.alice)} look here`);
    },
    rows: ["MESSAGE_MENTION 1 Bob"],
  },
  {
    name: "a mention in a muted room",
    happens: async () => {
      await setLevel("mentions", true);
      await send(world.bob, `${at(world.alice)} look`);
    },
    rows: ["MESSAGE_MENTION 1 Bob"],
  },
  {
    name: "a message to everybody, a reply and a reaction in a muted room",
    happens: async () => {
      await setLevel("mentions", true);
      await send(world.bob, "<@all> lunch");
      await reply(world.bob, "one");
      await react(world.bob, rootId);
    },
    rows: [],
  },
  {
    name: "a mention in a room of which nothing is wanted",
    happens: async () => {
      await setLevel("none");
      await send(world.bob, `${at(world.alice)} look`);
      await reply(world.bob, "one");
    },
    rows: ["MESSAGE_MENTION 1 Bob"],
  },
  {
    name: "a mention that was read in the room",
    happens: async () => {
      const { id } = await send(world.bob, `${at(world.alice)} look`);
      expect(await told(world.alice)).toHaveLength(1);
      await world.alice.call("markRead", { params: { slug }, body: { lastReadMessageId: id } });
      await expect.poll(() => told(world.alice)).toEqual([]);
    },
    rows: [],
  },
  {
    name: "a message to everybody that was read before the feed",
    happens: async () => {
      const { id } = await send(world.bob, "<@all> lunch");
      await world.alice.call("markRead", { params: { slug }, body: { lastReadMessageId: id } });
    },
    rows: [],
  },
])("$name", async ({ happens, rows }) => {
  await happens();
  expect(summaryOf(await told(world.alice))).toEqual(rows);
  const { unreadCount } = await world.alice.call("getUnreadNotifications", {});
  expect(unreadCount).toBe(rows.length);
});

test("a mention comes to every socket with its words, and goes with the person's place in the room", async () => {
  const socket = await connect(app, world.alice);
  await send(world.bob, `${at(world.alice)} look`);
  const frame = await socket.until(({ type }) => type === "SERVER_NOTIFICATION");
  expect(frame).toMatchObject({ notificationType: "MESSAGE_MENTION", body: "@Alice look" });
  expect(await told(world.alice)).toHaveLength(1);
  await world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  await send(world.bob, `${at(world.carol)} look`);
  expect(await told(world.carol)).toHaveLength(1);
  await world.carol.call("leaveRoom", { params: { slug } });
  expect(await told(world.carol)).toEqual([]);
});

test("owners of a room that is not open to everybody are told who joined, in one row", async () => {
  await app.app.followers.settled();
  await app.database.pool.query("update rooms set access_type = 'PROTECTED' where slug = $1", [
    slug,
  ]);
  await world.alice.call("setAccessLevel", {
    params: { slug, participantId: world.bob.user.id },
    body: { accessLevel: "ADMIN" },
  });
  for (const person of [world.carol, world.mallory]) {
    await person.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const { results } = await world.bob.call("listAccessRequests", { params: { slug }, query: {} });
    for (const { id } of results) await world.bob.call("approveAccessRequest", { params: { id } });
  }
  const rows = await told(world.alice);
  expect(summaryOf(rows.filter(({ type }) => type === "PARTICIPANT_JOINED"))).toEqual([
    "PARTICIPANT_JOINED 2 Mallory Carol",
  ]);
  expect(await told(world.bob)).toEqual([]);
});

const choose = (person: Person, type: "ROOM_LEFT", isOn: boolean) =>
  person.call("updateNotificationPreferences", {
    body: { channels: [{ type, channel: "IN_APP", isOn }] },
  });

test("everybody in a room is told that it is over, as long as it is, where they want that", async () => {
  await world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  await choose(world.carol, "ROOM_LEFT", false);
  const socket = await connect(app, world.bob);
  const params = { slug };
  const rows = async () => {
    const each = [];
    for (const person of [world.alice, world.bob, world.carol])
      each.push(summaryOf(await told(person)));
    return each;
  };

  await world.alice.call("archiveRoom", { params });
  expect(await rows()).toEqual([[], ["ROOM_LEFT 1 Alice"], []]);
  expect(
    await socket.until(({ notificationType }) => notificationType === "ROOM_LEFT"),
  ).toMatchObject({ url: `/chat/${slug}`, body: "It can still be read." });
  await world.alice.call("unarchiveRoom", { params });
  expect(await rows()).toEqual([[], [], []]);
  await world.alice.call("deleteRoom", { params });
  expect(await rows()).toEqual([[], ["ROOM_LEFT 2 Alice"], []]);
  await choose(world.carol, "ROOM_LEFT", true);
});

test("everybody is told once of an announcement, by those who lead, five times a day", async () => {
  const announce = (person: Person, workspaceId: WorkspaceId | null) =>
    person.call("announce", { body: { text: "Closed on Friday", workspaceId } });
  await expect(announce(world.bob, null)).rejects.toThrow("FORBIDDEN");
  const socket = await connect(app, world.bob);
  await announce(world.alice, null);
  await socket.until(({ event }) => event === "notifications_shared");
  const tellings = async (person: Person) => {
    const { results } = await person.call("listNotifications", { query: {} });
    return results.filter(({ type }) => type === "SYSTEM_ANNOUNCEMENT").length;
  };
  expect([
    await tellings(world.bob),
    await tellings(world.bob),
    await tellings(world.alice),
  ]).toEqual([1, 1, 0]);
  for (let n = 0; n < 4; n += 1) await announce(world.alice, null);
  await expect(announce(world.alice, null)).rejects.toThrow("RATE_LIMITED");
});

test("a person is told why they were, and were not, notified of a message", async () => {
  const why = async (content: string) => {
    const { id: messageId } = await send(world.bob, content);
    await told(world.alice);
    const query = { sessionRoomSlug: slug, messageId };
    const { type, decisions } = await world.alice.call("getNotificationDecision", { query });
    return [
      type,
      ...decisions.map(({ channel, result, reason }) => [channel, result, reason].join(" ")),
    ];
  };
  expect(await why("hello")).toEqual([
    "MESSAGE_NEW",
    "IN_APP skip CHANNEL_OFF",
    "PUSH skip CHANNEL_OFF",
    "EMAIL skip CHANNEL_OFF",
  ]);
  expect(await why(`${at(world.alice)} look`)).toEqual([
    "MESSAGE_MENTION",
    "IN_APP send SENT",
    "PUSH skip CHANNEL_OFF",
    "EMAIL hold EMAIL_WAIT",
  ]);
  await setLevel("mentions", true);
  expect(await why("<@all> look")).toEqual([
    "MESSAGE_MENTION",
    "IN_APP skip ROOM_MUTED",
    "PUSH skip CHANNEL_OFF",
    "EMAIL skip CHANNEL_OFF",
  ]);
});

test("mails of a batch wait in one job, which leaves one for each person who has not read it", async () => {
  const { alice, bob, carol } = world;
  await carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  await app.app.followers.settled();
  await app.app.followers.close();
  const text = `${at(alice)} ${at(carol)} look`;
  const named = [await send(bob, text), await send(bob, text)].map(({ id }) => id);
  await app.app.followers.settled();
  const { pool } = app.database;
  const { rows: waiting } = await pool.query<{ cause: string }>(
    `select d.cause from notification_deliveries d join notifications n on n.id = d.notification_id and n.message_id::text = d.cause
      where d.channel = 'EMAIL' and d.cause = any ($1) and n.user_id = d.user_id`,
    [named],
  );
  const causes = [...named, ...named].toSorted();
  expect(waiting.map(({ cause }) => cause).toSorted()).toEqual(causes);
  const { rows: jobs } = await pool.query<{ data: { causes: { cause: string }[] } }>(
    "select data from jobs.job where name = 'notifications.mails' and data::text like $1",
    [`%${named[0]}%`],
  );
  expect(jobs.map(({ data }) => data.causes.map(({ cause }) => cause).toSorted())).toEqual([
    causes,
  ]);
  await alice.call("markAllNotificationsRead", { body: { before: new Date().toISOString() } });
  await app.app.workers.find(({ kind }) => kind.name === "notifications.mails")?.run(jobs[0]?.data);
  const { rows: left } = await pool.query(
    "select distinct data ->> 'userId' as who from jobs.job where name = 'notifications.mail' and data ->> 'cause' = any ($1)",
    [named],
  );
  expect(left).toEqual([{ who: carol.user.id }]);
});
