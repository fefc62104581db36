import { randomUUID } from "node:crypto";
import {
  applyEvent,
  confirmedState,
  initialChatState,
  roomKeyOf,
  withMessagePage,
  withOwnVote,
  withChangedRooms,
  withFollowedThreads,
  withSubscriptions,
  withThreadState,
  withUnreadCount,
  type ChatState,
} from "@colbin/client";
import {
  events,
  type CallOf,
  type EventName,
  type MessageId,
  type RoomEventEntry,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogReads, readReplays } from "#server/features/log/log-reader.service.ts";
import type { RoomAddress } from "#server/features/log/log.service.ts";
import { hydration } from "#server/registries.ts";
import type { TestClient } from "./realtime/test-client.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { connect } from "./socket.ts";
import { sendFiles } from "./uploads.ts";
import { createWorld, type Person, type World } from "./world.ts";

/*
 * Snapshot + events = fresh snapshot, for every kind of event and every kind of viewer. A viewer takes a snapshot,
 * something happens, the events that they receive go through the real reducers of the client, and the result must be what
 * a fresh snapshot says. A kind of event without an act does not compile.
 */

interface Scene {
  readonly slug: string;
  readonly world: World;
  readonly alice: TestClient;
}

interface Act {
  /** What happens, after "somebody". */
  readonly name: string;
  /** Before the snapshots are taken. */
  readonly prepare?: (scene: Scene) => Promise<unknown>;
  readonly run: (scene: Scene) => Promise<unknown>;
  /** The act takes carol out of the room, or lets her in. */
  readonly carol?: "goes" | "comes";
}

const join: Act["run"] = ({ world, slug }) =>
  world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
const leave: Act["run"] = ({ world, slug }) => world.carol.call("leaveRoom", { params: { slug } });
const remove =
  (ban: boolean): Act["run"] =>
  ({ world, slug }) => {
    const params = { slug, participantId: world.carol.user.id };
    return world.alice.call("removeParticipant", { params, body: { ban } });
  };

/** Bob wrote last in each scene. */
async function lastMessage({ world, slug }: Scene): Promise<{ slug: string; id: string }> {
  const { messages } = await world.bob.call("listMessages", { params: { slug }, query: {} });
  const last = messages.findLast(({ authorId }) => authorId === world.bob.user.id);
  return { slug, id: last?.id ?? "" };
}
const editLast =
  (content: string): Act["run"] =>
  async (scene) =>
    scene.world.bob.call("editMessage", { params: await lastMessage(scene), body: { content } });
const forwardLast: Act["run"] = async (scene) => {
  const body = { targetSlug: scene.slug };
  await scene.world.bob.call("forwardMessage", { params: await lastMessage(scene), body });
};
/** Bob quotes what he said last, and mentions Alice. */
const sayMore: Act["run"] = async (scene) => {
  const { slug, id } = await lastMessage(scene);
  const { alice, bob } = scene.world;
  const metadata = { quote: { messageId: id as MessageId } };
  const body = { content: `<@${alice.user.id}> as I said`, metadata };
  await bob.call("sendMessage", { params: { slug }, body });
};
/** Alice has a message sent that she wrote before. */
const sendScheduled: Act["run"] = async ({ world: { alice }, slug: sessionRoomSlug }) => {
  const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const clientMessageId = `temp_${randomUUID()}`;
  const body = { sessionRoomSlug, content: "for later", sendAt, clientMessageId };
  const { id } = await alice.call("scheduleMessage", { body });
  await alice.call("sendScheduledMessage", { params: { id } });
};
const deleteLast: Act["run"] = async (scene) =>
  scene.world.bob.call("deleteMessage", { params: await lastMessage(scene) });

const quoteLast: Act["run"] = async (scene) => {
  const { slug, id } = await lastMessage(scene);
  const body = { content: "as above", metadata: { quote: { messageId: id as MessageId } } };
  await scene.world.alice.call("sendMessage", { params: { slug }, body });
};

const pinLast =
  (call: "pinMessage" | "unpinMessage"): Act["run"] =>
  async (scene) =>
    scene.world.alice.call(call, { params: await lastMessage(scene) });

const react =
  (call: "addReaction" | "removeReaction", emoji: string): Act["run"] =>
  async (scene) =>
    scene.world.alice.call(call, { params: await lastMessage(scene), body: { emoji } });

const answer =
  (how: { readonly alsoSendToRoom?: boolean; readonly content?: string }): Act["run"] =>
  async (scene) => {
    const { slug, id } = await lastMessage(scene);
    const body = { content: "an answer", threadId: id as MessageId, ...how };
    return scene.world.alice.call("sendMessage", { params: { slug }, body });
  };

const answerBob: Act["run"] = (scene) =>
  answer({ content: `<@${scene.world.bob.user.id}>` })(scene);

const mention =
  (textOf: (scene: Scene) => string): Act["run"] =>
  (scene) => {
    const { slug, world } = scene;
    return world.alice.call("sendMessage", { params: { slug }, body: { content: textOf(scene) } });
  };

const update =
  (body: CallOf<"updateRoom">["body"]): Act["run"] =>
  ({ world, slug }) =>
    world.alice.call("updateRoom", { params: { slug }, body });

/** All that was said until now was said so many days ago, and has been read: numbers that change without an event come when they come. */
const age: Act["run"] = async ({ slug, world }) => {
  await world.alice.call("markAllRead", { body: { sessionRoomSlugs: [slug] } });
  await app.database.pool.query(
    `update messages m set created_at = m.created_at - interval '40 days'
      from rooms r where r.id = m.room_id and r.slug = $1`,
    [slug],
  );
};
const sendFile: Act["run"] = ({ world, slug }) =>
  sendFiles(world.alice, slug, { name: "a.txt", bytes: Buffer.from("a") });
const deleteOwnFile: Act["run"] = async ({ world, slug }) => {
  const { results } = await world.alice.call("listFilesOfRoom", { params: { slug }, query: {} });
  for (const { id } of results) await world.alice.call("deleteFile", { params: { id } });
};
const growOld: Act["run"] = async (scene) => [await age(scene), await answer({})(scene)];
const quoteOld: Act["run"] = async (scene) => [await age(scene), await quoteLast(scene)];
const growPinned: Act["run"] = async (scene) => [
  await pinLast("pinMessage")(scene),
  await age(scene),
];
const purge: Act["run"] = async (scene) => {
  const { slug, world } = scene;
  const settings = { messageRetentionDays: 30 };
  await world.alice.call("updateRoom", { params: { slug }, body: { settings } });
  await app.app.workers.find(({ kind }) => kind.name === "retention.purge")?.run({});
};

const lastPoll = async ({ world: { alice }, slug }: Scene) => {
  const { messages } = await alice.call("listMessages", { params: { slug }, query: {} });
  return { slug, id: messages.findLast(({ poll }) => poll)?.id ?? "" };
};
const ask =
  (anonymous: boolean): Act["run"] =>
  ({ world, slug }) => {
    const poll = { options: ["Yes", "No"], multiple: false, anonymous };
    const body = { content: "Shall we?", metadata: { poll } };
    return world.bob.call("sendMessage", { params: { slug }, body });
  };
/** Alice votes, and the room is told of it. */
const vote: Act["run"] = async (scene) => {
  const params = await lastPoll(scene);
  await scene.world.alice.call("votePoll", { params, body: { optionIds: ["2"] } });
  await scene.alice.until(({ event }) => event === "message_edited");
};
const close: Act["run"] = async (scene) => {
  await scene.world.bob.call("closePoll", { params: await lastPoll(scene) });
};

/** What makes an event of each kind, in every way that there is; total over the registry. */
const acts: { readonly [N in EventName]: readonly [Act, ...Act[]] } = {
  message_new: [
    {
      name: "writes",
      run: ({ world, slug }) =>
        world.alice.call("sendMessage", { params: { slug }, body: { content: "something new" } }),
    },
    { name: "answers", run: answer({}) },
    { name: "answers again", prepare: answer({}), run: answer({}) },
    { name: "answers in the room as well", run: answer({ alsoSendToRoom: true }) },
    { name: "mentions a person in a thread", run: answerBob },
    { name: "mentions a person in a thread again", prepare: answerBob, run: answerBob },
    { name: "mentions everybody in a thread", run: answer({ content: "<@all>" }) },
    {
      name: "writes silently",
      run: ({ world, slug }) =>
        world.alice.call("sendMessage", {
          params: { slug },
          body: { content: "hush", silent: true },
        }),
    },
    { name: "mentions a person", run: mention(({ world }) => `<@${world.bob.user.id}>`) },
    { name: "mentions everybody", run: mention(() => "<@all>") },
    { name: "asks in a poll", run: ask(false) },
    { name: "sends a file", run: sendFile },
    { name: "has a scheduled message sent", run: sendScheduled },
    {
      name: "has a scheduled message sent behind unread ones",
      prepare: sayMore,
      run: sendScheduled,
    },
  ],
  message_edited: [
    { name: "edits the last message", run: editLast("changed") },
    { name: "edits a message that is quoted", prepare: quoteLast, run: editLast("changed") },
    {
      name: "edits a message that was edited before",
      prepare: editLast("changed"),
      run: editLast("changed again"),
    },
    { name: "votes in a poll", prepare: ask(false), run: vote },
    { name: "votes in an anonymous poll", prepare: ask(true), run: vote },
    { name: "closes a poll", prepare: ask(false), run: close },
    { name: "deletes a file", prepare: sendFile, run: deleteOwnFile },
  ],
  message_deleted: [
    { name: "deletes the last message", run: deleteLast },
    { name: "deletes a message that is quoted", prepare: quoteLast, run: deleteLast },
    { name: "deletes a message that was edited", prepare: editLast("changed"), run: deleteLast },
    { name: "deletes a message with a quote and a mention", prepare: sayMore, run: deleteLast },
    { name: "deletes a forwarded message", prepare: forwardLast, run: deleteLast },
    { name: "deletes a message with a file", prepare: sendFile, run: deleteLast },
    { name: "deletes a poll", prepare: ask(true), run: deleteLast },
  ],
  messages_purged: [
    { name: "deletes what is old", prepare: age, run: purge },
    { name: "deletes what is old but for a pin", prepare: growPinned, run: purge },
    { name: "deletes what is old but for a thread that goes on", prepare: growOld, run: purge },
    { name: "deletes what is quoted", prepare: quoteOld, run: purge },
  ],
  reaction_added: [
    { name: "reacts", run: react("addReaction", "👍") },
    {
      name: "reacts with what was there, and another",
      prepare: react("addReaction", "👍"),
      run: (scene) => Promise.all(["👍", "🎉"].map((emoji) => react("addReaction", emoji)(scene))),
    },
  ],
  reaction_removed: [
    {
      name: "takes a reaction back",
      prepare: react("addReaction", "👍"),
      run: react("removeReaction", "👍"),
    },
  ],
  message_pinned: [
    { name: "pins the last message", run: pinLast("pinMessage") },
    { name: "unpins it", prepare: pinLast("pinMessage"), run: pinLast("unpinMessage") },
    { name: "deletes a pinned message", prepare: pinLast("pinMessage"), run: deleteLast },
  ],
  participant_changed: [
    { name: "joins", run: join, carol: "comes" },
    {
      name: "gets another level",
      prepare: join,
      run: ({ world, slug }) =>
        world.alice.call("setAccessLevel", {
          params: { slug, participantId: world.carol.user.id },
          body: { accessLevel: "READ" },
        }),
    },
    { name: "leaves", prepare: join, run: leave, carol: "goes" },
    { name: "is removed", prepare: join, run: remove(false), carol: "goes" },
    { name: "is removed and banned", prepare: join, run: remove(true), carol: "goes" },
    {
      name: "comes back",
      prepare: async (scene) => [await join(scene), await leave(scene)],
      run: join,
      carol: "comes",
    },
  ],
  room_updated: [
    { name: "renames the room", run: update({ title: "Maps", description: "All of them" }) },
    { name: "changes what the room chose", run: update({ settings: { pinnedBy: "ADMIN" } }) },
    {
      name: "gives it a picture",
      run: ({ world, slug }) => world.alice.call("setRoomAvatar", { params: { slug } }),
    },
  ],
  user_typing: [
    {
      name: "types",
      run: async ({ alice, slug }) => {
        alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
        await alice.fence();
      },
    },
  ],
};

let app: TestApp;
let world: World;
let rooms = 0;

beforeAll(async () => {
  app = await startTestApp({ environment: { FRAME_BURST: "100000" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function aScene(): Promise<Scene> {
  rooms += 1;
  const slug = `room-${rooms}`;
  for (const person of [world.alice, world.bob]) {
    await person.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    await person.call("sendMessage", {
      params: { slug },
      body: { content: `from ${person.user.username}` },
    });
  }
  // Nobody makes so many rooms in a day.
  await app.database.pool.query(`update rooms set created_at = now() - interval '2 days'`);
  return { slug, world, alice: await connect(app, world.alice) };
}

/** Lists and, unless the room is closed to the person, its page, as the client loads them. */
async function snapshotOf(person: Person, slug: string | undefined): Promise<ChatState> {
  const { results } = await person.call("listMyRooms", {});
  const followed = await person.call("listFollowedThreads", {});
  const state = { ...initialChatState, currentUser: person.user };
  const listed = withFollowedThreads(withSubscriptions(state, results), followed.results);
  if (slug === undefined) return listed;
  const page = await person.call("listMessages", { params: { slug }, query: {} });
  const [message] = page.messages;
  if (!message) throw new Error("Somebody has written in the room");
  // A person who only looks at the room has its address from its card.
  const addresses = new Map([...listed.addresses, [slug, message.roomId] as const]);
  return withMessagePage({ ...listed, addresses }, message.roomId, page);
}

function pageOf(state: ChatState, slug: string) {
  return state.pages.get(roomKeyOf(state, slug));
}

/** What the socket received, through the reducers: twice and from the start, since repetition must do no harm. */
function applyReceived(state: ChatState, client: TestClient, slug: string): ChatState {
  let newest = Number.NEGATIVE_INFINITY;
  return [...client.frames, ...client.frames].reduce<ChatState>((next, frame) => {
    if (frame.type === "SERVER_UNREAD_COUNT_UPDATE") return withUnreadCount(next, frame);
    if (frame.type === "SERVER_PERSONAL_EVENT" && frame.event === "thread_changed")
      return withThreadState(next, frame.data);
    if (frame.type === "SERVER_PERSONAL_EVENT" && frame.event === "poll_voted")
      return withOwnVote(next, frame.data);
    if (frame.type === "SERVER_SUBSCRIPTION_UPDATE") {
      // An older list than one before is dropped by the client.
      if (frame.rev < newest) return next;
      newest = frame.rev;
      const { subscriptions, changed = [], removed = [] } = frame;
      if (subscriptions) return withSubscriptions(next, subscriptions);
      const gone = removed.map((address) => roomKeyOf(next, address));
      return withChangedRooms(next, changed, gone);
    }
    if (frame.type !== "SERVER_ROOM_EVENT" || frame["sessionRoomSlug"] !== slug) return next;
    return applyEvent(next, frame);
  }, state);
}

/** The log as it is told to who comes back: all of it, what the snapshot lacks, and as a node fills a gap. */
async function readLog(slug: string, headSeq: number): Promise<readonly RoomEventEntry[][]> {
  const { kysely, pool } = app.database;
  const { rows } = await pool.query<RoomAddress>(
    `select id, slug, workspace_id as "workspaceId" from rooms where slug = $1`,
    [slug],
  );
  const places = rows.flatMap((room) => [0, headSeq].map((afterSeq) => ({ room, afterSeq })));
  const replays = await readReplays(kysely, hydration, places);
  const [room] = rows;
  if (!room) throw new Error("The scene has a room");
  const gap = await createLogReads(kysely, hydration)(room.id, headSeq, 500);
  return [
    // A client loads the room again where the log does not tell all of it.
    ...replays.flatMap(({ isTruncated, events: told }) => (isTruncated ? [] : [[...told]])),
    gap.map(({ name, seq, data }) => ({ event: name, seq, ...data }) as RoomEventEntry),
  ];
}

function applyLog(state: ChatState, sessionRoomSlug: string, log: readonly RoomEventEntry[]) {
  const address = { type: "SERVER_ROOM_EVENT", sessionRoomSlug } as const;
  return log.reduce((next, event) => applyEvent(next, { ...event, ...address }), state);
}

/** What the log alone tells of messages. */
function shownOf(state: ChatState, slug: string) {
  const { messages, subscriptions } = confirmedState(state);
  const roomId = roomKeyOf(state, slug);
  // The log is the same for all: a person is told of the own vote by an event of theirs.
  const shown = messages.get(roomId)?.map((message) => ({ ...message, personal: undefined }));
  return { messages: shown, last: subscriptions.get(roomId)?.lastMessage };
}

async function preview(client: TestClient, slug: string): Promise<void> {
  const type = "CLIENT_SUBSCRIBE_ROOMS";
  client.send({ type, requestId: "preview", sessionRoomSlugs: [slug] });
  await client.reply("preview");
}

const viewers = {
  "the one who acts": { of: (each: World) => each.alice, isPreview: false },
  "somebody else in the room": { of: (each: World) => each.bob, isPreview: false },
  "somebody who previews the room": { of: (each: World) => each.mallory, isPreview: true },
} as const;

const everyAct = (Object.keys(events) as EventName[]).flatMap((name) =>
  acts[name].map((act) => ({ event: name, act })),
);

describe.each(everyAct)("$event: somebody $act.name", ({ event: name, act }) => {
  it.each(Object.entries(viewers))(
    "leaves %s with what a fresh snapshot says",
    async (_viewer, { of, isPreview }) => {
      const scene = await aScene();
      await act.prepare?.(scene);
      const person = of(world);
      const client = await connect(app, person);
      if (isPreview) await preview(client, scene.slug);
      const before = await snapshotOf(person, scene.slug);
      const headSeq = pageOf(before, scene.slug)?.headSeq ?? 0;

      await act.run(scene);
      // A last event that everybody gets: after it, everything that the act made has arrived.
      const body = { content: `marker ${scene.slug}` };
      await world.bob.call("sendMessage", { params: { slug: scene.slug }, body });
      await client.until((frame) => JSON.stringify(frame).includes(body.content));

      const isOfAct = (frame: { readonly [key: string]: unknown }): boolean =>
        frame["event"] === name &&
        frame["sessionRoomSlug"] === scene.slug &&
        (frame["seq"] === undefined || Number(frame["seq"]) > headSeq);
      const isHeard = events[name].durable || (!isPreview && person !== world.alice);
      // Typing is not in the log: it may come after the marker.
      if (isHeard) await client.until(isOfAct);
      expect(client.frames.some(isOfAct)).toBe(isHeard);
      const after = applyReceived(before, client, scene.slug);
      const fresh = await snapshotOf(person, scene.slug);
      expect(confirmedState(after)).toEqual(confirmedState(fresh));
      expect(after.threadMentions).toEqual(fresh.threadMentions);
      expect(pageOf(after, scene.slug)?.headSeq).toBe(pageOf(fresh, scene.slug)?.headSeq);
      for (const log of await readLog(scene.slug, headSeq))
        expect(shownOf(applyLog(before, scene.slug, log), scene.slug)).toEqual(
          shownOf(fresh, scene.slug),
        );
    },
  );

  if (!act.carol) return;
  it(`leaves the one who ${act.carol} with what a fresh snapshot says`, async () => {
    const scene = await aScene();
    await act.prepare?.(scene);
    const client = await connect(app, world.carol);
    const before = await snapshotOf(world.carol, scene.slug);
    if (act.carol === "comes") await preview(client, scene.slug);

    await act.run(scene);
    const body = { content: `marker ${scene.slug}` };
    await world.bob.call("sendMessage", { params: { slug: scene.slug }, body });
    const isMarker = (frame: object): boolean => JSON.stringify(frame).includes(body.content);
    if (act.carol === "comes") await client.until(isMarker);
    // The list that follows the change of the own place.
    const count = act.carol === "comes" ? 3 : 2;
    const isList = ({ type }: { readonly type: string }): boolean =>
      type === "SERVER_SUBSCRIPTION_UPDATE";
    await client.until(() => client.frames.filter(isList).length >= count);
    await client.fence();

    expect(client.frames.some(isMarker)).toBe(act.carol === "comes");
    const after = applyReceived(before, client, scene.slug);
    // Who is out keeps nothing of the room: looking at it again begins anew.
    const fresh = await snapshotOf(world.carol, act.carol === "comes" ? scene.slug : undefined);
    expect(confirmedState(after)).toEqual(confirmedState(fresh));
    const isIn = after.subscriptions.has(roomKeyOf(after, scene.slug));
    expect(isIn).toBe(act.carol === "comes");
    expect(pageOf(after, scene.slug) !== undefined).toBe(act.carol === "comes");
  });
});

it("a connection cut in the middle makes no difference", async () => {
  const scene = await aScene();
  const first = await connect(app, world.bob);
  const before = await snapshotOf(world.bob, scene.slug);
  await acts.message_new[0].run(scene);
  await first.until((frame) => JSON.stringify(frame).includes("something new"));
  const middle = applyReceived(before, first, scene.slug);
  first.ws.terminate();
  await acts.participant_changed[0].run(scene);
  await acts.message_new[0].run(scene);

  const { logEpoch } = first.frames[0] as unknown as { logEpoch: string };
  const headSeq = pageOf(middle, scene.slug)?.headSeq ?? 0;
  const second = await connect(app, world.bob, { logEpoch, rooms: { [scene.slug]: headSeq } });
  const replay = second.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY") as unknown as {
    events: RoomEventEntry[];
  };
  const after = applyLog(middle, scene.slug, replay.events);
  expect(confirmedState(after)).toEqual(confirmedState(await snapshotOf(world.bob, scene.slug)));
});
