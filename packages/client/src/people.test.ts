import type { ClientFrame, PersonState } from "@colbin/protocol";
import { expect, it } from "vitest";
import { alice, bob, person } from "../test/people.ts";
import { world } from "../test/world.ts";

const carol = person("Carol", 3);

const online = ({ id, fullName }: typeof bob): PersonState => ({
  userId: id,
  fullName,
  avatar_url: null,
  presence: "online",
  lastSeen: null,
  customStatus: null,
});

/** The server answers with everybody who is watched; whom it was asked for is written down. */
async function watching() {
  const { server, time, connected } = world();
  const asked: (readonly string[])[] = [];
  const answer = { fails: false };
  server.onFrame = (socket, frame: ClientFrame) => {
    if (frame.type !== "CLIENT_WATCH_PEOPLE") return false;
    asked.push(frame.userIds);
    const people = [bob, carol].filter(({ id }) => frame.userIds.includes(id)).map(online);
    const { requestId } = frame;
    if (!answer.fails)
      server.sendNow(socket, { type: "SERVER_PEOPLE_UPDATE", requestId, isComplete: true, people });
    return true;
  };
  const tab = await connected(alice);
  const known = () => [...tab.chat.store.getSnapshot().people.values()];
  return { server, time, tab, asked, answer, known };
}

it("asks once for all who come onto the screen together, and again when others do", async () => {
  const { time, tab, asked, known } = await watching();
  const stopBob = tab.chat.people.watch([bob.id]);
  const stops = [tab.chat.people.watch([bob.id, carol.id]), tab.chat.people.watch([bob.id])];
  await time.advance(200);
  expect(asked).toEqual([[bob.id, carol.id]]);
  expect(known()).toEqual([online(bob), online(carol)]);
  stopBob();
  await time.advance(200);
  expect(asked).toHaveLength(1);
  for (const stop of stops) stop();
  await time.advance(200);
  expect(asked).toHaveLength(2);
  expect(known()).toEqual([]);
});

it("takes changes of some, and forgets whom it is not shown any more", async () => {
  const { server, time, tab, known } = await watching();
  tab.chat.people.watch([bob.id, carol.id]);
  await time.advance(200);
  const away = { ...online(bob), presence: "away" } as const;
  const [socket] = server.open;
  if (!socket) throw new Error("There is a connection");
  const type = "SERVER_PEOPLE_UPDATE";
  server.sendNow(socket, { type, isComplete: false, people: [away] });
  await time.settle();
  expect(known()).toEqual([away, online(carol)]);
  server.sendNow(socket, { type, isComplete: true, people: [away] });
  await time.settle();
  expect(known()).toEqual([away]);
});

it("asks a new connection for the same, and again after a failure", async () => {
  const { server, time, tab, asked, answer } = await watching();
  tab.chat.people.watch([bob.id]);
  await time.advance(200);
  answer.fails = true;
  server.cutAll();
  await time.advance(10_000);
  expect(asked).toHaveLength(2);
  answer.fails = false;
  await time.advance(60_000);
  expect(asked).toEqual([[bob.id], [bob.id], [bob.id]]);
});

it("watches the 200 who came last", async () => {
  const { time, tab, asked } = await watching();
  for (let number = 1; number <= 201; number += 1) tab.chat.people.watch([person("P", number).id]);
  await time.advance(200);
  expect(asked.map((ids) => [ids.length, ids[0]])).toEqual([[200, person("P", 2).id]]);
});

it("tells of activity once a minute, and what happened without a connection with the next one", async () => {
  const { server, time, tab } = await watching();
  const told = () => server.frames("CLIENT_ACTIVITY").length;
  tab.chat.people.noteActive();
  tab.chat.people.noteActive();
  await time.advance(59_000);
  tab.chat.people.noteActive();
  await time.settle();
  expect(told()).toBe(1);
  await time.advance(1_000);
  server.cutAll();
  await time.settle();
  tab.chat.people.noteActive();
  await time.advance(10_000);
  expect(told()).toBe(2);
});
