import {
  applyEvent,
  confirmedState,
  initialChatState,
  withMessagePage,
  withSubscriptions,
  withUnreadCount,
  type ChatState,
} from "@colbin/client";
import { events, type EventName, type RoomEventFrame } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestClient } from "#server/platform/realtime/test-client.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { connect } from "./socket.ts";
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

/** What makes an event of each kind; total over the registry. */
const acts: { readonly [N in EventName]: (scene: Scene) => Promise<unknown> } = {
  message_new: ({ world, slug }) =>
    world.alice.call("sendMessage", { params: { slug }, body: { content: "something new" } }),
  participant_changed: ({ world, slug }) =>
    world.carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } }),
  user_typing: async ({ alice, slug }) => {
    alice.send({ type: "CLIENT_TYPING", roomSlug: slug, isTyping: true });
    await alice.fence();
  },
};

let app: TestApp;
let world: World;
let rooms = 0;

beforeAll(async () => {
  app = await startTestApp();
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
  return { slug, world, alice: await connect(app, world.alice) };
}

/** Lists and the page of the room, as the client loads them. */
async function snapshotOf(person: Person, slug: string): Promise<ChatState> {
  const { results } = await person.call("listMyRooms", {});
  const page = await person.call("listMessages", { params: { slug }, query: {} });
  const state = { ...initialChatState, currentUser: person.user };
  return withMessagePage(withSubscriptions(state, results), slug, page);
}

/** What the socket received, through the reducers: twice and from the start, since repetition must do no harm. */
function applyReceived(state: ChatState, client: TestClient, slug: string): ChatState {
  return [...client.frames, ...client.frames].reduce<ChatState>((next, frame) => {
    if (frame.type === "SERVER_UNREAD_COUNT_UPDATE") return withUnreadCount(next, frame);
    if (frame.type !== "SERVER_ROOM_EVENT" || frame["sessionRoomSlug"] !== slug) return next;
    return applyEvent(next, frame);
  }, state);
}

const viewers = {
  "the one who acts": { of: (each: World) => each.alice, isPreview: false },
  "somebody else in the room": { of: (each: World) => each.bob, isPreview: false },
  "somebody who previews the room": { of: (each: World) => each.mallory, isPreview: true },
} as const;

describe.each(Object.keys(events) as EventName[])("%s", (name) => {
  it.each(Object.entries(viewers))(
    "leaves %s with what a fresh snapshot says",
    async (_viewer, { of, isPreview }) => {
      const scene = await aScene();
      const person = of(world);
      const client = await connect(app, person);
      if (isPreview) {
        client.send({
          type: "CLIENT_SUBSCRIBE_ROOMS",
          requestId: "preview",
          sessionRoomSlugs: [scene.slug],
        });
        await client.reply("preview");
      }
      const before = await snapshotOf(person, scene.slug);

      await acts[name](scene);
      // A last event that everybody gets: after it, everything that the act made has arrived.
      const body = { content: `marker ${scene.slug}` };
      await world.bob.call("sendMessage", { params: { slug: scene.slug }, body });
      await client.until((frame) => JSON.stringify(frame).includes(body.content));

      const isOfAct = (frame: { readonly [key: string]: unknown }): boolean =>
        frame["event"] === name && frame["sessionRoomSlug"] === scene.slug;
      const isHeard = events[name].durable || (!isPreview && person !== world.alice);
      // Typing is not in the log: it may come after the marker.
      if (isHeard) await client.until(isOfAct);
      expect(client.frames.some(isOfAct)).toBe(isHeard);
      const after = applyReceived(before, client, scene.slug);
      const fresh = await snapshotOf(person, scene.slug);
      expect(confirmedState(after)).toEqual(confirmedState(fresh));
      expect(after.pages.get(scene.slug)?.headSeq).toBe(fresh.pages.get(scene.slug)?.headSeq);
    },
  );
});

it("a connection cut in the middle makes no difference", async () => {
  const scene = await aScene();
  const first = await connect(app, world.bob);
  const before = await snapshotOf(world.bob, scene.slug);
  await acts.message_new(scene);
  await first.until((frame) => JSON.stringify(frame).includes("something new"));
  const middle = applyReceived(before, first, scene.slug);
  first.ws.terminate();
  await acts.participant_changed(scene);
  await acts.message_new(scene);

  const { logEpoch } = first.frames[0] as unknown as { logEpoch: string };
  const headSeq = middle.pages.get(scene.slug)?.headSeq ?? 0;
  const second = await connect(app, world.bob, { logEpoch, rooms: { [scene.slug]: headSeq } });
  const replay = second.frames.find(({ type }) => type === "SERVER_MESSAGE_HISTORY") as unknown as {
    events: RoomEventFrame[];
  };
  const address = { type: "SERVER_ROOM_EVENT", sessionRoomSlug: scene.slug } as const;
  const after = replay.events.reduce(
    (state, event) => applyEvent(state, { ...event, ...address }),
    middle,
  );
  expect(confirmedState(after)).toEqual(confirmedState(await snapshotOf(world.bob, scene.slug)));
});
