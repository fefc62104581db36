import type { CurrentUser, Message } from "@colbin/protocol";
import { array, assert, asyncProperty, constantFrom, integer, nat, record } from "fast-check";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { answerCall, refusal } from "../test/fake-calls.ts";
import type { FakeServer } from "../test/fake-server.ts";
import { alice, bob, person } from "../test/people.ts";
import { snapshotOf } from "../test/snapshots.ts";
import { browser, world, type Tab } from "../test/world.ts";
import { hasReacted } from "./reducers/reactions.ts";
import { confirmedState, visibleMessages } from "./selectors.ts";
import type { VisibleMessage } from "./visible-message.ts";

/** Alice and Bob in general, where Alice has written; she has it open. */
async function general() {
  const all = world();
  const room = all.server.room("general", alice, bob);
  const { message } = room.send(alice, "hello", "temp_0");
  const shared = browser();
  const tab = await all.connected(alice, shared);
  await tab.chat.rooms.open(toRoomId("general"));
  return { ...all, room, tab, shared, id: message.id };
}

function shown({ chat }: Tab): VisibleMessage | undefined {
  return visibleMessages(chat.store.getSnapshot(), toRoomId("general"))[0];
}

function reactionsOf(tab: Tab): string[] {
  return (shown(tab)?.reactions ?? []).map(
    ({ emoji, userNames }) => `${emoji} ${userNames.join()}`,
  );
}

it("shows what was edited, deleted and reacted to at once, and keeps it when the server has it", async () => {
  const { server, time, tab, room, id } = await general();
  server.isDown = true;
  void tab.chat.messages.edit(toRoomId("general"), id, " changed ");
  expect(shown(tab)).toMatchObject({ content: "changed", isEdited: true, status: "sending" });
  void tab.chat.messages.react(toRoomId("general"), id, "👍");
  expect(reactionsOf(tab)).toEqual(["👍 Alice"]);
  server.isDown = false;
  await time.advance(60_000);
  expect(shown(tab)).toMatchObject({ content: "changed", isEdited: true, status: "sent" });
  expect(room.message(id)).toMatchObject({ content: "changed", reactions: [{ count: 1 }] });
  void tab.chat.messages.react(toRoomId("general"), id, "👍");
  expect(reactionsOf(tab)).toEqual([]);
  void tab.chat.messages.remove(toRoomId("general"), id);
  expect(shown(tab)).toMatchObject({ content: "", isDeleted: true });
  await time.settle();
  expect(room.message(id)).toMatchObject({ isDeleted: true, reactions: [] });
  expect(tab.chat.store.getSnapshot().pending.size).toBe(0);
});

it("takes back what was refused for good, says so, and keeps the text of an edit", async () => {
  const { server, time, tab, id } = await general();
  const refused: string[] = [];
  tab.chat.messages.onTakenBack(({ kind }, { code }) => refused.push(`${kind} ${code}`));
  server.onCall = ({ path }) =>
    path.includes(`/messages/${id}`) ? refusal(403, "MESSAGE_SEND_NOT_ALLOWED") : undefined;
  await tab.chat.messages.remove(toRoomId("general"), id);
  await tab.chat.messages.react(toRoomId("general"), id, "👍");
  await tab.chat.messages.edit(toRoomId("general"), id, "changed");
  await time.settle();
  expect(refused).toEqual(["delete MESSAGE_SEND_NOT_ALLOWED", "react MESSAGE_SEND_NOT_ALLOWED"]);
  expect(shown(tab)).toMatchObject({
    content: "hello",
    reactions: [],
    failedEdit: { content: "changed", failure: { code: "MESSAGE_SEND_NOT_ALLOWED" } },
  });
  server.onCall = () => undefined;
  await tab.chat.messages.retry(shown(tab)?.failedEdit?.clientMessageId ?? "");
  await time.settle();
  expect(shown(tab)).toMatchObject({ content: "changed", failedEdit: null });
  const keys = server
    .calls("/session-room/general/messages")
    .filter(({ method }) => method === "PUT")
    .map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(2);
});

it.each([
  { now: "- [ ] a\n- [ ] b\n- [ ] b", result: "- [ ] a\n- [ ] b\n- [x] b" },
  { now: "To do:\n- [x] a\n- [ ] b\n- [x] b", result: "To do:\n- [x] a\n- [ ] b\n- [x] b" },
  { now: "More:\n- [ ] b\n- [x] c\n- [ ] b", result: "More:\n- [ ] b\n- [x] c\n- [x] b" },
  { now: "- [ ] a\n- [ ] b", result: "- [ ] a\n- [ ] b", isRefused: true },
])("ticks a task of $now, edited in another tab", async ({ now, result, isRefused = false }) => {
  const { server, time, tab, room } = await general();
  server.publish(room, () => void room.send(alice, "- [ ] a\n- [ ] b\n- [ ] b", "temp_tasks"));
  await time.settle();
  const [, { id }] = room.messages() as [Message, Message];
  const refused: string[] = [];
  tab.chat.messages.onTakenBack(({ kind }, { code }) => refused.push(`${kind} ${code}`));
  // Only after the first try has read the message.
  server.onCall = ({ method }) => {
    if (method === "PUT" && !room.message(id).isEdited && now !== room.message(id).content)
      server.publish(room, () => room.edit(id, now));
    return undefined;
  };
  await tab.chat.messages.tick(toRoomId("general"), id, "- [ ] a\n- [ ] b\n- [".length);
  await time.settle();
  expect(room.message(id).content).toBe(result);
  expect(refused).toEqual(isRefused ? ["tick MESSAGE_REVISION_CONFLICT"] : []);
  expect(tab.chat.store.getSnapshot().pending.size).toBe(0);
});

it("goes on showing the text of a refused edit when the message is gone, and a newer edit takes its place", async () => {
  const { server, time, tab, room, id } = await general();
  server.onCall = ({ path }) =>
    path.includes(`/messages/${id}`) ? refusal(403, "MESSAGE_SEND_NOT_ALLOWED") : undefined;
  await tab.chat.messages.edit(toRoomId("general"), id, "changed");
  await time.settle();
  server.onCall = () => undefined;
  await tab.chat.messages.edit(toRoomId("general"), id, "changed again");
  await time.settle();
  expect(shown(tab)).toMatchObject({ content: "changed again", failedEdit: null });
  server.onCall = ({ path }) =>
    path.includes(`/messages/${id}`) ? refusal(410, "MESSAGE_DELETED") : undefined;
  await tab.chat.messages.edit(toRoomId("general"), id, "too late");
  server.publish(room, () => room.delete(id));
  await time.settle();
  expect(shown(tab)).toMatchObject({ isDeleted: true, failedEdit: { content: "too late" } });
});

it("knows the own reaction where others are named, from the page and from what is done since", async () => {
  const { server, time, tab, room, id } = await general();
  const crowd = Array.from({ length: 3 }, (_, at) => person(`Somebody ${at}`, 10 + at));
  for (const each of crowd) room.react(each, id, { emoji: "👍" });
  room.react(alice, id, { emoji: "👍" });
  const cut = (message: Message): Message => ({
    ...message,
    reactions: message.reactions.map((each) => ({ ...each, users: each.users.slice(0, 1) })),
  });
  server.onCall = ({ method, path }) => {
    if (method !== "GET" || !path.endsWith("/messages")) return undefined;
    const page = room.toPage(50);
    const personal = { [id]: { ownReactions: ["👍"] } };
    return { status: 200, body: { ...page, messages: page.messages.map(cut), personal } };
  };
  const isOwn = () => {
    const message = shown(tab);
    return message && hasReacted(message, "👍", alice.id);
  };
  await tab.chat.rooms.reload(toRoomId("general"));
  expect(shown(tab)?.reactions).toMatchObject([{ count: 4, users: [crowd[0]?.id] }]);
  expect(isOwn()).toBe(true);
  void tab.chat.messages.react(toRoomId("general"), id, "👍");
  expect(isOwn()).toBe(false);
  expect(shown(tab)?.reactions).toMatchObject([{ count: 3 }]);
  await time.settle();
  expect(room.message(id).reactions).toMatchObject([{ count: 3 }]);
  expect(isOwn()).toBe(false);
});

it("asks the server for nothing that changes nothing", async () => {
  const { server, tab, id } = await general();
  const before = server.requests.length;
  await tab.chat.messages.edit(toRoomId("general"), id, "hello ");
  await tab.chat.messages.edit(toRoomId("general"), id, " ");
  await tab.chat.messages.react(toRoomId("general"), id, "no emoji");
  expect(server.requests).toHaveLength(before);
});

type Fault = (typeof faults)[number];

/** The behaviour of the server and the network from now on. */
function setFault(server: FakeServer, fault: Fault): void {
  server.isDown = fault === "down";
  server.onCall = (request) => {
    if (request.method === "GET") return undefined;
    if (fault === "refused" && request.path.includes("/messages/"))
      return refusal(403, "MESSAGE_SEND_NOT_ALLOWED");
    if (fault !== "answers lost") return undefined;
    answerCall(server, request);
    return Promise.reject(new TypeError("fetch failed"));
  };
  server.deliver = (socket, frame) => {
    if (fault !== "answers lost") server.sendNow(socket, frame);
  };
}

/** False where there is nothing of their own to do it to. */
function act(tab: Tab, user: CurrentUser, { kind, which, text }: Act): boolean {
  const { messages, store } = tab.chat;
  const own = visibleMessages(store.getSnapshot(), toRoomId("general")).filter(
    (each) => each.authorId === user.id && each.clientMessageId === null,
  );
  const target = own.at(-1 - which)?.id;
  if (kind === "send") void messages.send(toRoomId("general"), text);
  else if (target === undefined) return false;
  else if (kind === "edit") void messages.edit(toRoomId("general"), target, text);
  else if (kind === "remove") void messages.remove(toRoomId("general"), target);
  else if (kind === "react") void messages.react(toRoomId("general"), target, "👍");
  else void messages.markRead(toRoomId("general"), target).catch(() => undefined);
  return true;
}

interface Act {
  readonly kind: (typeof acts)[number];
  readonly which: number;
  readonly text: string;
}

const acts = ["send", "edit", "remove", "react", "read"] as const;
const faults = ["none", "none", "cut", "down", "answers lost", "refused", "reload"] as const;

it("leaves all tabs of two people with what the server has, and loses nothing that was written", async () => {
  const step = record({
    kind: constantFrom(...acts),
    fault: constantFrom(...faults),
    who: nat({ max: 3 }),
    which: nat({ max: 3 }),
    pauseMs: integer({ min: 0, max: 8_000 }),
  });
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const { server, time, connected } = world();
      const room = server.room("general", alice, bob);
      room.send(alice, "the first", "temp_a");
      room.send(bob, "the second", "temp_b");
      const places = [alice, bob].flatMap((user) => {
        const shared = browser();
        return [
          { user, shared },
          { user, shared },
        ];
      });
      const open = async ({ user, shared }: (typeof places)[number]): Promise<Tab> => {
        const tab = await connected(user, shared);
        await tab.chat.rooms.open(toRoomId("general"));
        return tab;
      };
      const tabs = await Promise.all(places.map(open));
      const written: string[] = [];
      for (const [at, { kind, fault, who, which, pauseMs }] of steps.entries()) {
        const place = places[who];
        const tab = tabs[who];
        if (!place || !tab) throw new Error("Four tabs");
        setFault(server, fault);
        if (!act(tab, place.user, { kind, which, text: `text ${at}` })) continue;
        await time.settle();
        if (kind === "send") written.push(`text ${at}`);
        if (fault === "cut") server.cutAll();
        if (fault === "reload") {
          tab.chat.close();
          tab.account.close();
          tabs[who] = await open(place);
        }
        await time.advance(pauseMs);
      }
      setFault(server, "none");
      server.cutAll();
      await time.advance(300_000);
      const sent = room.log.flatMap((entry) =>
        entry.event === "message_new" && entry.clientMessageId ? [entry.clientMessageId] : [],
      );
      expect(new Set(sent).size).toBe(sent.length);
      expect(sent).toHaveLength(written.length + 2);
      for (const [at, { user }] of places.entries()) {
        const state = tabs[at]?.chat.store.getSnapshot();
        if (!state) throw new Error("Four tabs");
        // Only a refused edit stays, with its text, until its author decides.
        const left = [...state.pending.values()].flat();
        expect(left.every(({ kind, failure }) => kind === "edit" && failure !== null)).toBe(true);
        const fresh = confirmedState(snapshotOf(user, [room]));
        expect(confirmedState(state).messages).toEqual(fresh.messages);
        expect(confirmedState(state).subscriptions).toEqual(fresh.subscriptions);
      }
      for (const { chat, account } of tabs) {
        chat.close();
        account.close();
      }
    }),
    { numRuns: 1_000 },
  );
});
