import type { MessageId, Receipts } from "@colbin/protocol";
import { expect, it } from "vitest";
import { alice } from "../test/people.ts";
import { world } from "../test/world.ts";

const idOf = (number: number) => `01890000-0000-7000-8000-00000000000${number}` as MessageId;
const [first, second] = [idOf(1), idOf(2)];
const sent: Receipts = { status: "sent", total: 2, readCount: 0, readers: [] };

/** The server answers each watch with `sent`; which message it was asked for is written down. */
async function watching() {
  const { server, time, connected } = world();
  const asked: (MessageId | undefined)[] = [];
  const answer = { fails: false, isPushed: true };
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_WATCH_RECEIPTS") return false;
    const messageId = frame.message?.messageId as MessageId | undefined;
    asked.push(messageId);
    const { requestId } = frame;
    const { fails, isPushed } = answer;
    const message = messageId ? { messageId, isPushed, ...sent } : null;
    if (!fails) server.sendNow(socket, { type: "SERVER_RECEIPTS_UPDATE", requestId, message });
    return true;
  };
  const tab = await connected(alice);
  const watch = (messageId: MessageId) => tab.chat.receipts.watch("general", messageId);
  const known = (messageId: MessageId) => tab.chat.store.getSnapshot().receipts.get(messageId);
  return { server, time, asked, answer, watch, known };
}

it("watches the message that the mark stays with, and keeps what is told of it", async () => {
  const { server, time, asked, watch, known } = await watching();
  watch(first)();
  const stop = watch(second);
  await time.advance(200);
  expect(asked).toEqual([second]);
  expect(known(second)).toMatchObject(sent);
  const [socket] = server.open;
  if (!socket) throw new Error("There is a connection");
  const message = { ...sent, status: "delivered", messageId: second, isPushed: true } as const;
  server.sendNow(socket, { type: "SERVER_RECEIPTS_UPDATE", message });
  await time.settle();
  expect(known(second)).toMatchObject({ status: "delivered" });
  stop();
  await time.advance(1_000);
  watch(first);
  await time.advance(200);
  expect(asked).toEqual([second, first]);
  expect(known(second)).toMatchObject({ status: "delivered" });
});

it("ends when no mark is shown any more", async () => {
  const { time, asked, watch } = await watching();
  const stop = watch(first);
  await time.advance(200);
  stop();
  await time.advance(60_000);
  expect(asked).toEqual([first, undefined]);
});

it("asks a new connection for the same, and a minute after a failure", async () => {
  const { server, time, asked, answer, watch } = await watching();
  watch(first);
  await time.advance(200);
  answer.fails = true;
  server.cutAll();
  await time.advance(10_000);
  expect(asked).toEqual([first, first]);
  answer.fails = false;
  await time.advance(70_000);
  expect(asked).toEqual([first, first, first]);
});

it("asks once a minute where nothing is pushed, as long as the mark is shown", async () => {
  const { time, asked, answer, watch } = await watching();
  answer.isPushed = false;
  const stop = watch(first);
  await time.advance(200);
  await time.advance(60_000);
  expect(asked).toEqual([first, first]);
  stop();
  await time.advance(120_000);
  expect(asked).toEqual([first, first]);
});

it("keeps what it knew of the 50 messages that were told of last", async () => {
  const { server, time, known } = await watching();
  const [socket] = server.open;
  if (!socket) throw new Error("There is a connection");
  const id = (number: number) => `${idOf(1).slice(0, -2)}${number + 10}` as MessageId;
  for (let number = 0; number <= 50; number += 1) {
    const message = { ...sent, messageId: id(number), isPushed: true };
    server.sendNow(socket, { type: "SERVER_RECEIPTS_UPDATE", message });
  }
  await time.settle();
  expect([known(id(0)), known(id(1)), known(id(50))]).toMatchObject([undefined, sent, sent]);
});
