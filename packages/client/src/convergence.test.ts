import type { RoomEventFrame } from "@colbin/protocol";
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  nat,
  property,
  record,
  type Arbitrary,
} from "fast-check";
import { expect, it } from "vitest";
import { openWhenKnown } from "../test/general.ts";
import { toRoomId } from "../test/fake-room.ts";
import { alice, bob, person } from "../test/people.ts";
import { snapshotOf, withListOf, withPagesOf } from "../test/snapshots.ts";
import { keepingBrowser, world, type World } from "../test/world.ts";
import { initialChatState, type ChatState } from "./chat-state.ts";
import { confirmedState } from "./selectors.ts";
import { applyEvent, headOf } from "./state.ts";

const slugs = ["one", "two"] as const;
const guests = [person("Carol", 3), person("Dave", 4)];

const kinds = ["says", "notes", "comes", "goes", "edits", "deletes", "reacts"] as const;

interface Happening {
  readonly kind: (typeof kinds)[number];
  readonly slug: (typeof slugs)[number];
  readonly who: number;
  /** Which message is changed, from the newest one on. */
  readonly which: number;
}

const happening: Arbitrary<Happening> = record({
  kind: constantFrom(...kinds, "says", "says", "edits", "edits"),
  slug: constantFrom(...slugs),
  who: integer({ min: 0, max: 1 }),
  which: integer({ min: 0, max: 2 }),
});

/** The fate of one frame in the network. */
const fate = constantFrom("arrives", "arrives", "twice", "late", "lost");

function happen(
  { server }: Pick<World, "server">,
  { kind, slug, who, which }: Happening,
  at: number,
): void {
  const room = server.rooms.get(slug);
  const author = [alice, bob][who] ?? bob;
  const guest = guests[who] ?? bob;
  const changeable = room?.messages().filter((each) => each.msgNo !== null && !each.isDeleted);
  const message = changeable?.at(-1 - which);
  if (!room) throw new Error("The rooms are there from the start");
  server.publish(room, () => {
    if (kind === "says") room.send(author, `message ${at}`, `temp_${slug}_${at}`);
    else if (kind === "notes") room.note(author, `line ${at}`);
    else if (kind === "comes" && !room.members.has(guest.id)) room.enter(guest);
    else if (kind === "goes" && room.members.has(guest.id)) room.leave(guest);
    else if (kind === "edits" && message) room.edit(message.id, `text ${at}`);
    else if (kind === "deletes" && message) room.delete(message.id);
    else if (kind === "reacts" && message) room.react(author, message.id, { emoji: "👍" });
  });
}

it("gives by events the state that a fresh snapshot has, live or replayed, also when each comes twice", () => {
  assert(
    property(array(happening, { maxLength: 40 }), nat(), nat(), (happenings, one, other) => {
      const { server } = world();
      const rooms = slugs.map((slug) => server.room(slug, alice, bob));
      const [listedAt, readAt] = [one, other].map((each) => each % (happenings.length + 1));
      let before: ChatState = { ...initialChatState, currentUser: alice };
      for (let at = 0; at <= happenings.length; at += 1) {
        if (at === listedAt) before = withListOf(before, rooms);
        if (at === readAt) before = withPagesOf(before, rooms);
        const next = happenings[at];
        if (next) happen({ server }, next, at);
      }
      const fresh = confirmedState(snapshotOf(alice, rooms));
      for (const kind of ["live", "replayed"] as const) {
        const frames = rooms.flatMap((room) => {
          const head = headOf(before, room.roomId);
          const entries = kind === "live" ? room.log.slice(head) : room.replay(head ?? 0);
          return entries.map((entry): RoomEventFrame => room.toFrame(entry));
        });
        const once = frames.reduce((state, frame) => applyEvent(state, frame), before);
        const twice = frames.reduce((state, frame) => applyEvent(state, frame), once);
        expect(confirmedState(once)).toEqual(fresh);
        expect(twice).toBe(once);
      }
    }),
    { numRuns: 300 },
  );
});

it("converges through doubled, reordered, delayed and lost frames, cut connections and reloads", async () => {
  const step = record({
    happening,
    fate,
    cut: integer({ min: 0, max: 19 }),
    reads: integer({ min: 0, max: 7 }),
  });
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const { server, time, connected, tab } = world();
      const rooms = slugs.map((slug) => server.room(slug, alice, bob));
      const browser = keepingBrowser(server);
      let { chat, account } = await connected(alice, browser);
      // One room is opened, and read again now and then; the other is only subscribed to.
      await chat.rooms.open(toRoomId("one"));
      const close = () => {
        chat.close();
        account.close();
      };
      const reload = async () => {
        close();
        ({ chat, account } = tab(browser));
        await chat.whenRestored();
        chat.connection.connect();
        openWhenKnown(chat, "one");
      };
      let now: (typeof steps)[number]["fate"] = "arrives";
      server.deliver = (socket, frame) => {
        const send = () => server.sendNow(socket, frame);
        if (frame.type !== "SERVER_ROOM_EVENT") send();
        else if (now === "twice") {
          send();
          send();
        } else if (now === "late") server.time.startTimer(send, 150);
        else if (now === "arrives") send();
      };
      server.onCall = ({ path }) => {
        const room = now === "late" && path.endsWith("/one/messages") && server.rooms.get("one");
        if (!room) return undefined;
        const reply = { status: 200, body: room.toPage(50) };
        return new Promise((resolve) => {
          server.time.startTimer(() => resolve(reply), 150);
        });
      };
      for (const [at, each] of steps.entries()) {
        now = each.fate;
        happen({ server }, each.happening, at);
        if (each.cut === 0) server.cutAll();
        if (each.cut === 1) await reload();
        if (each.reads === 0) void chat.rooms.reload(toRoomId("one"));
        await time.advance(each.cut * 10);
      }
      now = "arrives";
      // An event that was lost at the very end shows by the next event, or by the list of the next connection.
      for (const room of rooms) server.publish(room, () => room.note(bob, "the last one"));
      await time.advance(60_000);
      const fresh = snapshotOf(alice, rooms);
      const { subscriptions, order, totalUnread, messages } = confirmedState(
        chat.store.getSnapshot(),
      );
      const expected = confirmedState(fresh);
      expect(subscriptions).toEqual(expected.subscriptions);
      expect(order).toEqual(expected.order);
      expect(totalUnread).toBe(expected.totalUnread);
      expect([...messages.keys()]).toEqual([toRoomId("one")]);
      expect(messages.get(toRoomId("one"))).toEqual(expected.messages.get(toRoomId("one")));
      close();
      expect(time.waiting).toBe(0);
    }),
    { numRuns: 500 },
  );
});
