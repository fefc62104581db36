import { randomUUID } from "node:crypto";
import type { Message } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const temp = (): string => `temp_${randomUUID()}`;

const aRoom = (): Promise<string> => createRoomOf(world.alice, world.bob);

async function countMessages(slug: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from messages m join rooms r on r.id = m.room_id where r.slug = $1 and m.type = 'text'`,
    [slug],
  );
  return rows[0]?.count ?? 0;
}

/** Questions that something costs before the writer's own; the least of several times, since others ask, too. */
async function countQuestions(act: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  const pools = [app.database.pool, app.database.lookups];
  for (let time = 0; time < 5; time += 1) {
    let count = 0;
    const add = (): void => void (count += 1);
    for (const pool of pools) pool.on("acquire", add);
    await act();
    for (const pool of pools) pool.off("acquire", add);
    counts.push(count);
  }
  return Math.min(...counts);
}

describe("sending", () => {
  it("writes the message, answers the sender and reaches everybody in the room, over either door", async () => {
    const slug = await aRoom();
    const bob = await connect(app, world.bob);
    const alice = await connect(app, world.alice);

    const clientMessageId = temp();
    alice.send({
      type: "CLIENT_SEND_MESSAGE",
      requestId: "r1",
      sessionRoomSlug: slug,
      clientMessageId,
      content: " Hi ",
    });
    const mine = await alice.reply("r1");
    const theirs = await bob.until((frame) => frame["clientMessageId"] === clientMessageId);

    expect(mine).toMatchObject({
      event: "message_new",
      clientMessageId,
      message: { content: "Hi", authorName: "Alice" },
    });
    expect(theirs["message"]).toEqual(mine["message"]);
    expect(theirs["requestId"]).toBeUndefined();

    const { message } = await world.bob.call("sendMessage", {
      params: { slug },
      body: { content: "Hello" },
    });
    const live = await alice.until(
      (frame) => (frame["message"] as Message | undefined)?.id === message.id,
    );
    expect(live["message"]).toEqual(message);
    const page = await world.alice.call("listMessages", { params: { slug }, query: {} });
    expect(page.messages.slice(-2)).toEqual([mine["message"], message]);
    expect(message.msgNo).toBe(2);
  });

  it("keeps one order for all: seq without gaps, numbers for messages only", async () => {
    const slug = await aRoom();
    const bodies = Array.from({ length: 40 }, (_, place) => ({ content: `m${place}` }));
    const sent = await Promise.all(
      bodies.map((body, place) =>
        (place % 2 ? world.alice : world.bob).call("sendMessage", { params: { slug }, body }),
      ),
    );
    const bySeq = sent.map(({ message }) => message).toSorted((a, b) => a.seq - b.seq);
    const [first] = bySeq;
    expect(bySeq.map(({ seq }) => seq - (first?.seq ?? 0))).toEqual(bySeq.map((_, place) => place));
    expect(bySeq.map(({ msgNo }) => msgNo)).toEqual(bySeq.map((_, place) => place + 1));
    expect(bySeq.map(({ createdAt }) => createdAt)).toEqual(
      bySeq.map(({ createdAt }) => createdAt).toSorted(),
    );
  });

  it("advances the own read position and nobody else’s", async () => {
    const slug = await aRoom();
    await world.alice.call("sendMessage", { params: { slug }, body: { content: "a" } });
    const unread = async (person: typeof world.alice): Promise<number | undefined> => {
      const { results } = await person.call("listMyRooms", {});
      return results.find((each) => each.sessionRoomSlug === slug)?.unreadCount;
    };
    expect([await unread(world.alice), await unread(world.bob)]).toEqual([0, 1]);
  });

  it("by a socket that hears the room asks the database nothing before the batch", async () => {
    const slug = await aRoom();
    const alice = await connect(app, world.alice);
    const say = async () => {
      const requestId = randomUUID();
      alice.send({
        type: "CLIENT_SEND_MESSAGE",
        requestId,
        sessionRoomSlug: slug,
        content: "a",
      });
      expect(await alice.reply(requestId)).toMatchObject({ event: "message_new" });
    };
    expect(await countQuestions(say)).toBe(0);
  });
});

describe("the same send again", () => {
  it("is the first message, whatever the door and however often at once", async () => {
    const slug = await aRoom();
    const alice = await connect(app, world.alice);
    const body = { content: "once", clientMessageId: temp() };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => world.alice.call("sendMessage", { params: { slug }, body })),
    );
    alice.send({ type: "CLIENT_SEND_MESSAGE", requestId: "again", sessionRoomSlug: slug, ...body });
    const frame = await alice.reply("again");

    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    expect(answers.filter(({ duplicate }) => duplicate === true)).toHaveLength(3);
    expect(frame).toMatchObject({ duplicate: true, message: { id: answers[0]?.message.id } });
    expect(await countMessages(slug)).toBe(1);
  });

  it("answers 201 for the new one and 200 for the repeated one", async () => {
    const slug = await aRoom();
    const input = { params: { slug }, body: { content: "a", clientMessageId: temp() } };
    const as = world.alice.tokens.access.token;
    expect((await app.request("sendMessage", input, { as })).statusCode).toBe(201);
    expect((await app.request("sendMessage", input, { as })).statusCode).toBe(200);
  });

  it("with another content is a conflict", async () => {
    const slug = await aRoom();
    const clientMessageId = temp();
    await world.alice.call("sendMessage", {
      params: { slug },
      body: { content: "a", clientMessageId },
    });
    const refusal = await world.alice.refusal("sendMessage", {
      params: { slug },
      body: { content: "b", clientMessageId },
    });
    expect(refusal.code).toBe("IDEMPOTENCY_CONFLICT");
    expect(await countMessages(slug)).toBe(1);
  });

  it("is another message for another author, and in another room", async () => {
    const [one, other] = [await aRoom(), await aRoom()];
    const body = { content: "a", clientMessageId: temp() };
    await world.alice.call("sendMessage", { params: { slug: one }, body });
    await world.bob.call("sendMessage", { params: { slug: one }, body });
    await world.alice.call("sendMessage", { params: { slug: other }, body });
    expect([await countMessages(one), await countMessages(other)]).toEqual([2, 1]);
  });

  it("is told from a new one after its author has gone, too, and tells nothing of what followed", async () => {
    const slug = await aRoom();
    const call = { params: { slug }, body: { content: "a", clientMessageId: temp() } };
    const { message } = await world.bob.call("sendMessage", call);
    const params = { slug, id: message.id };
    await world.alice.call("addReaction", { params, body: { emoji: "👍" } });
    const repeat = () => world.bob.call("sendMessage", call);
    expect((await repeat()).message.reactions).toHaveLength(1);
    await world.bob.call("leaveRoom", { params: { slug } });
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    const again = await repeat();
    expect(again).toMatchObject({ duplicate: true, message: { id: message.id, reactions: [] } });
  });
});

describe("a refused send", () => {
  it.each([
    ["MESSAGE_EMPTY", { content: " \u200B " }],
    ["MESSAGE_TOO_LONG", { content: "x".repeat(10_001) }],
    ["MESSAGE_TYPE_NOT_ALLOWED", { content: "x", type: "system" as const }],
    ["VALIDATION_ERROR", { content: "x", clientMessageId: "temp_1" }],
  ])("says %s and writes nothing", async (code, body) => {
    const slug = await aRoom();
    const refusal = await world.alice.refusal("sendMessage", { params: { slug }, body });
    expect(refusal.code).toBe(code);
    expect(await countMessages(slug)).toBe(0);
  });

  it("from outside a PUBLIC room is NOT_SUBSCRIBED", async () => {
    const slug = await aRoom();
    const refusal = await world.mallory.refusal("sendMessage", {
      params: { slug },
      body: { content: "a" },
    });
    expect(refusal).toMatchObject({ code: "NOT_SUBSCRIBED", status: 403 });
  });

  it("from outside a PRIVATE room does not tell that there is one", async () => {
    const slug = await aRoom();
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    const hidden = await world.mallory.refusal("sendMessage", {
      params: { slug },
      body: { content: "a" },
    });
    const absent = await world.mallory.refusal("sendMessage", {
      params: { slug: "nowhere" },
      body: { content: "a" },
    });
    expect(hidden).toEqual(absent);
  });

  it("from outside a PRIVATE room asks the database as often as one to a room that is not there", async () => {
    const slug = await aRoom();
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    const send = (to: string) => () =>
      world.mallory.refusal("sendMessage", { params: { slug: to }, body: { content: "a" } });
    expect(await countQuestions(send(slug))).toBe(await countQuestions(send("nowhere")));
  });

  it.each([
    ["ROOM_ARCHIVED", `update rooms set status = 'ARCHIVED' where slug = $1`],
    ["ROOM_NOT_FOUND", `update rooms set status = 'DELETED' where slug = $1`],
    [
      "MESSAGE_SEND_NOT_ALLOWED",
      `update participants p set access_level = 'READ' from rooms r where r.id = p.room_id and r.slug = $1`,
    ],
    [
      "NOT_SUBSCRIBED",
      `update participants p set access_status = 'REMOVED' from rooms r where r.id = p.room_id and r.slug = $1`,
    ],
  ])("is judged as things are at the moment of writing: %s", async (code, change) => {
    const slug = await aRoom();
    const alice = await connect(app, world.alice);
    await world.alice.call("sendMessage", { params: { slug }, body: { content: "before" } });
    await app.database.pool.query(change, [slug]);

    const refusal = await world.alice.refusal("sendMessage", {
      params: { slug },
      body: { content: "after" },
    });
    alice.send({
      type: "CLIENT_SEND_MESSAGE",
      requestId: "r",
      sessionRoomSlug: slug,
      content: "after",
    });
    const frame = await alice.reply("r");

    expect(refusal.code).toBe(code);
    expect(frame).toMatchObject({
      type: "SERVER_MULTI_ROOM_ERROR",
      code: code === "ROOM_NOT_FOUND" ? "MULTI_ROOM_NOT_FOUND" : code,
      retryable: false,
    });
    expect(await countMessages(slug)).toBe(1);
  });
});

describe("how fast one person may send", () => {
  it("is one limit for both doors, and nobody else’s", async () => {
    await using narrow = await startTestApp({ environment: { SEND_RATE: "1", SEND_BURST: "4" } });
    const { alice, bob } = await createWorld(narrow.app.http.app);
    const slug = await createRoomOf(alice, bob);
    const socket = await connect(narrow, alice);
    const params = { slug };
    const frame = (requestId: string) =>
      ({ type: "CLIENT_SEND_MESSAGE", requestId, sessionRoomSlug: slug, content: "a" }) as const;
    await alice.call("sendMessage", { params, body: { content: "a" } });
    socket.send(frame("second"));
    await socket.reply("second");
    await alice.call("sendMessage", { params, body: { content: "a" } });
    socket.send(frame("fourth"));
    expect((await socket.reply("fourth")).type).toBe("SERVER_ROOM_EVENT");
    socket.send(frame("fifth"));
    expect(await socket.reply("fifth")).toMatchObject({
      code: "RATE_LIMITED",
      retryable: true,
      retryAfterMs: 1_000,
    });
    const refused = await alice.refusal("sendMessage", { params, body: { content: "a" } });
    expect(refused).toMatchObject({ code: "RATE_LIMITED", status: 429 });
    await bob.call("sendMessage", { params, body: { content: "a" } });
    narrow.clock.advance(1_000);
    await alice.call("sendMessage", { params, body: { content: "a" } });
  });
});

describe("reading", () => {
  it("pages backwards and forwards without a message twice or missing", async () => {
    const slug = await aRoom();
    for (let place = 0; place < 25; place += 1) {
      await world.alice.call("sendMessage", { params: { slug }, body: { content: `m${place}` } });
    }
    const all = await world.alice.call("listMessages", { params: { slug }, query: { limit: 100 } });
    const backwards: Message[] = [];
    let before: string | undefined;
    do {
      const page = await world.bob.call("listMessages", {
        params: { slug },
        query: { limit: 10, before },
      });
      backwards.unshift(...page.messages);
      before = page.nextCursor ?? undefined;
    } while (before !== undefined);
    expect(backwards).toEqual(all.messages);

    const [first] = all.messages;
    const after = await world.bob.call("listMessages", {
      params: { slug },
      query: { limit: 100, after: first?.id },
    });
    expect(after.messages).toEqual(all.messages.slice(1));
    const middle = all.messages[12];
    const around = await world.bob.call("listMessages", {
      params: { slug },
      query: { limit: 6, around: middle?.id },
    });
    expect(around.messages).toEqual(all.messages.slice(9, 15));
    expect(around.headSeq).toBe(all.messages.at(-1)?.seq);
  });

  it("around a number is found among lines without one and changes, and says whether newer ones follow", async () => {
    const slug = await aRoom();
    const params = { slug };
    const say = (content: string) => world.alice.call("sendMessage", { params, body: { content } });
    const first = await say("1");
    for (const content of ["2", "3"]) await say(content);
    await world.alice.call("editMessage", {
      params: { slug, id: first.message.id },
      body: { content: "1!" },
    });
    await world.bob.call("leaveRoom", { params });
    for (const content of ["4", "5", "6", "7"]) await say(content);
    const around = async (msgNo: number) => {
      const query = { limit: 4, around: `no_${msgNo}` };
      const { messages, hasNewer } = await world.alice.call("listMessages", { params, query });
      return { numbers: messages.map((each) => each.msgNo), hasNewer };
    };
    expect(await around(1)).toMatchObject({ numbers: expect.arrayContaining([1, 2]) as number[] });
    expect(await around(4)).toEqual({ numbers: [3, null, 4, 5], hasNewer: true });
    expect(await around(5)).toEqual({ numbers: [null, 4, 5, 6], hasNewer: true });
    expect(await around(6)).toEqual({ numbers: [4, 5, 6, 7], hasNewer: false });
    expect(await around(99)).toMatchObject({ hasNewer: false });
  });

  it("around and before a time is found by when messages were written, whatever changes between them", async () => {
    const slug = await aRoom();
    const params = { slug };
    const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;
    const ids: string[] = [];
    for (const at of [day(1), day(1), day(3), day(3), day(6)]) {
      const { message } = await world.alice.call("sendMessage", { params, body: { content: at } });
      const body = { emoji: "👍" };
      await world.bob.call("addReaction", { params: { slug, id: message.id }, body });
      const update = "update messages set created_at = $2 where id = $1";
      await app.database.pool.query(update, [message.id, at]);
      ids.push(message.id);
    }
    // The line of the room's beginning is of now, as all that follows would be.
    await app.database.pool.query(
      "update messages set created_at = $2 where type = 'system' and room_id = (select id from rooms where slug = $1)",
      [slug, day(1)],
    );
    const list = async (query: { before: string } | { around: string }) => {
      const page = await world.alice.call("listMessages", {
        params,
        query: { limit: 2, ...query },
      });
      return page.messages.map(({ id }) => ids.indexOf(id));
    };
    expect(await list({ around: `at_${day(3)}` })).toEqual([1, 2]);
    expect(await list({ around: "at_2026-03-02T10:00:00Z" })).toEqual([1, 2]);
    expect(await list({ around: `at_${day(4)}` })).toEqual([3, 4]);
    expect(await list({ around: `at_${day(7)}` })).toEqual([4]);
    expect(await list({ before: `at_${day(3)}` })).toEqual([0, 1]);
    expect(await list({ around: "at_1970-01-01T00:00:00Z" })).toContain(-1);
    for (const around of ["at_", "at_yesterday", "at_2026-13-01T00:00:00Z", "at_2026-03-01"])
      expect(
        await world.alice.refusal("listMessages", { params, query: { around } }),
      ).toMatchObject({ code: "CURSOR_INVALID" });
  });

  it("around a message alone leads on to the older ones", async () => {
    const slug = await aRoom();
    for (const content of ["a", "b", "c"])
      await world.alice.call("sendMessage", { params: { slug }, body: { content } });
    const all = await world.alice.call("listMessages", { params: { slug }, query: {} });
    const [older, middle] = all.messages.slice(-3);
    const params = { slug };
    const query = { limit: 1, around: middle?.id };
    const page = await world.alice.call("listMessages", { params, query });
    expect(page.messages).toEqual([middle]);
    const before = page.nextCursor ?? undefined;
    const next = await world.alice.call("listMessages", { params, query: { limit: 1, before } });
    expect(next.messages).toEqual([older]);
  });

  it("is open to members of a PUBLIC room before they join", async () => {
    const slug = await aRoom();
    await world.alice.call("sendMessage", { params: { slug }, body: { content: "hello" } });
    const page = await world.mallory.call("listMessages", { params: { slug }, query: {} });
    expect(page.messages.at(-1)?.content).toBe("hello");
  });

  it("is closed to them in a PROTECTED room, which they see, and in a PRIVATE one, which they do not", async () => {
    const slug = await aRoom();
    const read = (): ReturnType<typeof world.mallory.refusal> =>
      world.mallory.refusal("listMessages", { params: { slug }, query: {} });
    await app.database.pool.query(`update rooms set access_type = 'PROTECTED' where slug = $1`, [
      slug,
    ]);
    expect((await read()).code).toBe("NOT_A_PARTICIPANT");
    await app.database.pool.query(`update rooms set access_type = 'PRIVATE' where slug = $1`, [
      slug,
    ]);
    expect((await read()).code).toBe("ROOM_NOT_FOUND");
  });

  it.each([
    [{ before: randomUUID() }, "MESSAGE_NOT_FOUND"],
    [{ before: "nonsense" }, "MESSAGE_NOT_FOUND"],
    [{ before: "seq_!" }, "CURSOR_INVALID"],
    [{ limit: 0 }, "VALIDATION_ERROR"],
    [{ limit: 101 }, "VALIDATION_ERROR"],
    [{ before: "seq_1", after: "seq_2" }, "BAD_REQUEST"],
  ])("refuses %j with %s", async (query, code) => {
    const slug = await aRoom();
    expect((await world.alice.refusal("listMessages", { params: { slug }, query })).code).toBe(
      code,
    );
  });
});
