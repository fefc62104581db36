import type {
  MessageId,
  SavedChanged,
  SavedMark,
  SavedMessage,
  WorkspaceId,
} from "@colbin/protocol";
import { expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { toRoomId } from "../test/fake-room.ts";
import { alice, bob } from "../test/people.ts";
import { world } from "../test/world.ts";
import { createSaved } from "./saved.ts";
import { threadMessages } from "./selectors.ts";
import { createThreads } from "./threads.ts";

const open: SavedMark = { status: "open", remindAt: null };
const roomId = toRoomId("general");

/** Alice is in general with three messages of Bob; the server keeps those that she has saved. */
async function general() {
  const all = world();
  const { server, time } = all;
  const room = server.room("general", alice, bob);
  const ids = ["one", "two", "three"].map(
    (text) => room.send(bob, text, `temp_${text}`).message.id,
  );
  const kept = new Map<string, SavedMark>();
  let rev = 0;
  const toSaved = (messageId: string) => {
    const message = { id: messageId, content: "text", isDeleted: false };
    return { messageId, roomId, message, ...open } as SavedMessage;
  };
  server.onCall = ({ method, path }) => {
    const results = [...kept.keys()].map(toSaved);
    if (path === "/saved")
      return { status: 200, body: { results, nextCursor: null, openCount: results.length } };
    if (path.endsWith("/messages/saved"))
      return { status: 200, body: { results, totalResults: results.length, hasMore: false } };
    const id = /(?:messages|saved)\/([^/]+)(?:\/save)?$/.exec(path)?.[1];
    if (id === undefined) return undefined;
    if (method === "POST") kept.set(id, open);
    else kept.delete(id);
    return { status: 200, body: toSaved(id) };
  };
  const tab = await all.connected(alice);
  await tab.chat.rooms.open(roomId);
  const saved = createSaved(tab.chat.lists);
  saved.list.open("open");
  await time.settle();
  const ofList = () => saved.list.of(tab.chat.store.getSnapshot(), "open");
  return {
    ...all,
    ...tab,
    room,
    ids,
    kept,
    saved,
    marks: () =>
      tab.chat.store
        .getSnapshot()
        .messages.get(roomId)
        ?.flatMap(({ id, personal }) => (personal?.saved ? [ids.indexOf(id)] : [])),
    shown: () => ofList()?.results,
    list: () => [
      ofList()?.results?.map(({ messageId }) => ids.indexOf(messageId)),
      ofList()?.total,
    ],
    /** Another device has saved it, or taken it out. */
    tell: (at: number, isSaved: boolean, number: number = rev + 1): Promise<void> => {
      const messageId = ids[at] as MessageId;
      if (isSaved) kept.set(messageId, open);
      else kept.delete(messageId);
      rev = number;
      const message = { messageId, roomId, saved: isSaved ? open : null };
      const data: SavedChanged = { workspaceId: "workspace" as WorkspaceId, message };
      for (const socket of server.open)
        server.sendNow(socket, {
          type: "SERVER_PERSONAL_EVENT",
          event: "saved_changed",
          rev,
          data,
        });
      return time.settle();
    },
  };
}

it("marks a message at once, and takes the mark back where it is refused", async () => {
  const { saved, ids, marks, server, time, kept } = await general();
  const done = saved.set(roomId, ids[0] as MessageId, true);
  expect(marks()).toEqual([0]);
  await done;
  expect([...kept.keys()]).toEqual([ids[0]]);
  const { onCall } = server;
  server.onCall = () => refusal(409, "SAVED_LIMIT_REACHED");
  const refused = saved.set(roomId, ids[1] as MessageId, true);
  expect(marks()).toEqual([0, 1]);
  await expect(refused).rejects.toMatchObject({ code: "SAVED_LIMIT_REACHED" });
  await time.settle();
  expect(marks()).toEqual([0]);
  server.onCall = onCall;
  // The last wish counts, however fast they follow.
  await Promise.all([true, false, true].map((is) => saved.set(roomId, ids[2] as MessageId, is)));
  expect(marks()).toEqual([0, 2]);
  expect(kept.has(String(ids[2]))).toBe(true);
});

it("follows another device, also where its news was lost", async () => {
  const { tell, marks, list, kept, ids, server } = await general();
  await tell(0, true);
  await tell(2, true);
  expect([marks(), list()]).toEqual([
    [0, 2],
    [[0, 2], 2],
  ]);
  await tell(0, false);
  expect([marks(), list()]).toEqual([[2], [[2], 1]]);
  // Two changes of which nothing is heard, and the one behind them.
  kept.delete(String(ids[2]));
  kept.set(String(ids[0]), open);
  server.requests.length = 0;
  await tell(1, true, 6);
  expect([marks(), list()]).toEqual([
    [0, 1],
    [[0, 1], 2],
  ]);
  expect(server.calls("/session-room/general/messages/saved")).toHaveLength(1);
});

it("reads again what is saved of a reply that stands in its thread alone", async () => {
  const { tell, kept, server, room, chat } = await general();
  const { message: root } = room.send(bob, "root", "temp_root");
  const reply = { ...root, id: "reply-1" as MessageId, threadId: root.id, replyNo: 1, msgNo: null };
  const { onCall } = server;
  const state = { roomId, rootId: root.id, isFollowing: true, readReplyNo: 1, lastReplyNo: 1 };
  const ends = { hasMore: false, hasNewer: false, headSeq: 0, state };
  server.onCall = (call) =>
    call.path.endsWith("/thread")
      ? { status: 200, body: { root, messages: [reply], ...ends } }
      : onCall?.(call);
  await createThreads(chat.threadHost).open(roomId, root.id);
  kept.set(reply.id, open);
  await tell(1, true, 6);
  const [shown] = threadMessages(chat.store.getSnapshot(), root.id).slice(-1);
  expect(shown).toMatchObject({ id: reply.id, personal: { saved: open } });
});

it("keeps a stub of a message that is deleted, and its number", async () => {
  const { tell, list, shown, room, server, ids, time } = await general();
  await tell(0, true);
  server.publish(room, () => room.delete(ids[0] as MessageId));
  await time.settle();
  expect(list()).toEqual([[0], 1]);
  expect(shown()).toMatchObject([{ message: { content: "", isDeleted: true } }]);
});
