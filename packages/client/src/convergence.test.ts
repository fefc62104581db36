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
import { alice, bob, person } from "../test/people.ts";
import { snapshotOf } from "../test/snapshots.ts";
import { world, type World } from "../test/world.ts";
import { confirmedState } from "./selectors.ts";
import { applyEvent } from "./state.ts";

const slugs = ["one", "two"] as const;
const guests = [person("Carol", 3), person("Dave", 4)];

interface Happening {
  readonly kind: "says" | "notes" | "comes" | "goes";
  readonly slug: (typeof slugs)[number];
  readonly who: number;
}

const happening: Arbitrary<Happening> = record({
  kind: constantFrom("says", "says", "says", "notes", "comes", "goes"),
  slug: constantFrom(...slugs),
  who: integer({ min: 0, max: 1 }),
});

/** What the network does with one frame. */
const fate = constantFrom("arrives", "arrives", "twice", "late", "lost");

function happen(
  { server }: Pick<World, "server">,
  { kind, slug, who }: Happening,
  at: number,
): void {
  const room = server.rooms.get(slug);
  const author = [alice, bob][who] ?? bob;
  const guest = guests[who] ?? bob;
  if (!room) throw new Error("The rooms are there from the start");
  server.publish(room, () => {
    if (kind === "says") room.send(author, `message ${at}`, `temp_${slug}_${at}`);
    else if (kind === "notes") room.note(author, `line ${at}`);
    else if (kind === "comes" && !room.members.has(guest.id)) room.enter(guest);
    else if (kind === "goes" && room.members.has(guest.id)) room.leave(guest);
  });
}

it("gives by events the state that a fresh snapshot has, also when each comes twice", () => {
  assert(
    property(array(happening, { maxLength: 40 }), nat(), (happenings, cut) => {
      const { server } = world();
      const rooms = slugs.map((slug) => server.room(slug, alice, bob));
      const middle = cut % (happenings.length + 1);
      happenings.slice(0, middle).forEach((each, at) => happen({ server }, each, at));
      const before = snapshotOf(alice, rooms);
      const heads = rooms.map((room) => room.headSeq);
      happenings.slice(middle).forEach((each, at) => happen({ server }, each, middle + at));
      const frames = rooms.flatMap((room, at) =>
        room.log.slice(heads[at]).map((entry): RoomEventFrame => room.toFrame(entry)),
      );
      const once = frames.reduce((state, frame) => applyEvent(state, frame), before);
      const twice = frames.reduce((state, frame) => applyEvent(state, frame), once);
      const fresh = confirmedState(snapshotOf(alice, rooms));
      expect(confirmedState(once)).toEqual(fresh);
      expect(twice).toBe(once);
    }),
    { numRuns: 300 },
  );
});

it("converges through doubled, reordered, delayed and lost frames and cut connections", async () => {
  const step = record({ happening, fate, cut: integer({ min: 0, max: 19 }) });
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const { server, time, connected } = world();
      const rooms = slugs.map((slug) => server.room(slug, alice, bob));
      const { chat, account } = await connected(alice);
      // One room is opened, the other only subscribed to.
      await chat.rooms.open("one");
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
      for (const [at, each] of steps.entries()) {
        now = each.fate;
        happen({ server }, each.happening, at);
        if (each.cut === 0) server.cutAll();
        await time.advance(each.cut * 10);
      }
      now = "arrives";
      // What was lost at the very end shows by the next event, or by the list of the next connection.
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
      expect([...messages.keys()]).toEqual(["one"]);
      expect(messages.get("one")).toEqual(expected.messages.get("one"));
      chat.close();
      account.close();
      expect(time.waiting).toBe(0);
    }),
    { numRuns: 60 },
  );
});
