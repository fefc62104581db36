import type { FoundMessages, InputOf } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { purgeDeleted } from "#server/features/deletions/deletions.service.ts";
import { setFilling } from "./indexing.service.ts";
import { upload } from "#test/uploads.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
/** A room of Alice and Bob with one message of each text, the odd ones by Bob. */
let slug: string;
const texts = [
  "The tile server is slow in São Paulo",
  "Zoom 12: cache `max-age` for a day",
  "東京タワーの近くで会いましょう",
  "See https://maps.example/tiles for 100 % of it",
  "ΣΊΣΥΦΟΣ rolled out; **tile** caches are warm",
  "서울 지하철 노선도",
  "naïve_plan v2.0 (draft)",
];
const ids: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  // More than a search looks for, none of them in a room of Alice or Bob.
  await query(
    "insert into users (username, full_name) select 'bob' || n, 'Bob Elsewhere' from generate_series(1, 150) n",
  );
  world = await createWorld(app.app.http.app);
  slug = await createRoomOf(world.alice, world.bob);
  for (const [at, content] of texts.entries()) {
    const author = at % 2 === 0 ? world.alice : world.bob;
    ids.push(
      (await author.call("sendMessage", { params: { slug }, body: { content } })).message.id,
    );
  }
});
afterAll(() => app.close());

const query = (text: string, ...values: unknown[]) => app.database.pool.query(text, values);
const settled = () => app.app.followers.settled();
type Asked = Omit<InputOf<"searchMessages">["query"], "query">;
async function find(text: string, person: Person = world.alice, asked: Partial<Asked> = {}) {
  await settled();
  return person.call("searchMessages", { params: { slug }, query: { query: text, ...asked } });
}
/** Places in `texts`, newest first. */
const placesOf = ({ messages }: Pick<FoundMessages, "messages">) =>
  messages.map(({ id }) => ids.indexOf(id));

describe("the search of a room", () => {
  it.each<[string, number[]]>([
    ["TILE", [4, 3, 0]],
    ["tile server", [0]],
    ['"tile s"', [0]],
    ["tile -server", [4, 3]],
    ["sao paulo", [0]],
    ["ile ser", [0]],
    ["京", [2]],
    ["東京タワー", [2]],
    ["京東", []],
    ["会いましょう", [2]],
    ["지하철", [5]],
    ["서울 지하철", [5]],
    ["σίσυφος", [4]],
    ["naive_plan", [6]],
    ["v2.0", [6]],
    ["100 %", [3]],
    ["%tile%", []],
    ["12:", [1]],
    ["has:link", [3]],
    ["has:code", [1]],
    ["-has:code tile", [4, 3, 0]],
    ["from:me tile", [4, 0]],
    ["from:bob", [5, 3, 1]],
    ['-from:"bob" tile', [4, 0]],
    ["colour:red", []],
    ["from:me on:0001-01-01", []],
    ["from:me -on:9998-12-31", [6, 4, 2, 0]],
    ["has:link -has:link", []],
  ])("finds %s", async (text, places) => {
    expect(placesOf(await find(text))).toEqual(places);
  });

  it("finds what people wrote whose name matches", async () => {
    const { fullName } = world.bob.user;
    expect(placesOf(await find(fullName.toUpperCase()))).toEqual([5, 3, 1]);
  });

  it("tells where, how many, and in pages", async () => {
    const first = await find("tile", world.bob, { limit: 2 });
    expect(first).toMatchObject({ total: 3, hasMore: true });
    const [newest] = first.messages;
    const ranges = (newest && first.ranges[newest.id]) ?? [];
    expect(ranges.map(([from, to]) => newest?.content.slice(from, to))).toEqual(["tile"]);
    const rest = await find("tile", world.bob, { limit: 2, skip: 2 });
    expect([placesOf(rest), rest.total, rest.hasMore]).toEqual([[0], 3, false]);
    const page = await world.bob.call("listMessages", {
      params: { slug },
      query: { search: "tile", limit: 2 },
    });
    expect([placesOf(page), page.hasMore]).toEqual([[3, 4], true]);
    const before = { search: "tile", before: page.nextCursor ?? "" };
    const older = await world.bob.call("listMessages", { params: { slug }, query: before });
    expect([placesOf(older), older.hasMore, older.nextCursor]).toEqual([[0], false, null]);
  });

  it.each(["a", "-tile", '""', "x ".repeat(30)])("refuses %s", async (text) => {
    const asked = { params: { slug }, query: { query: text } };
    expect(await world.alice.refusal("searchMessages", asked)).toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});

describe("a message that changes", () => {
  it("is found by its new text only, and not at all once deleted", async () => {
    const params = { slug, id: ids[6] ?? "" };
    await world.alice.call("editMessage", { params, body: { content: "an honest plan" } });
    expect(placesOf(await find("naive_plan"))).toEqual([]);
    expect(placesOf(await find("honest"))).toEqual([6]);
    expect(placesOf(await find("is:edited"))).toEqual([6]);
    // Before the table knows of it, too.
    await world.alice.call("deleteMessage", { params });
    const asked = { params: { slug }, query: { query: "honest" } };
    expect(placesOf(await world.alice.call("searchMessages", asked))).toEqual([]);
    expect(placesOf(await find("honest"))).toEqual([]);
    expect(placesOf(await find("from:me"))).toEqual([4, 2, 0]);
    const { rows } = await query("select from message_search where lines like '%honest%'");
    expect(rows).toEqual([]);
  });
});

describe("filters by lists and days", () => {
  it("find pinned, saved and answered messages, and mentions", async () => {
    const at = (place: number) => ({ params: { slug, id: ids[place] ?? "" } });
    await world.alice.call("pinMessage", at(0));
    await world.alice.call("saveMessage", at(3));
    const reply = { content: "a reply", threadId: ids[1] };
    await world.bob.call("sendMessage", { params: { slug }, body: reply });
    expect(placesOf(await find("is:pinned"))).toEqual([0]);
    expect(placesOf(await find("is:saved tile"))).toEqual([3]);
    expect(placesOf(await find("is:saved", world.bob))).toEqual([]);
    expect(placesOf(await find("is:thread zoom"))).toEqual([1]);
    const mention = { content: `<@${world.alice.user.id}> look` };
    const sent = await world.bob.call("sendMessage", { params: { slug }, body: mention });
    const found = await find("mentions:me");
    expect(found.messages.map(({ id }) => id)).toEqual([sent.message.id]);
    const words = await find(`look ${world.alice.user.fullName}`);
    expect(words.messages.map(({ id }) => id)).toEqual([sent.message.id]);
  });

  it("find the days of the person", async () => {
    await query("update messages set created_at = '2026-03-01 23:30+00' where id = $1", ids[0]);
    await query(
      "update message_search set times[1] = '2026-03-01 23:30+00', first_at = '2026-03-01 23:30+00' where $1 = any (ids)",
      ids[0],
    );
    const zone = async (timezone: string) => {
      const preferences = { timezone };
      await world.alice.call("updateMe", { body: { preferences } });
    };
    await zone("UTC");
    expect(placesOf(await find("on:2026-03-01"))).toEqual([0]);
    expect(placesOf(await find("tile before:2026-03-02"))).toEqual([0]);
    expect(placesOf(await find("tile after:2026-03-01"))).toEqual([4, 3]);
    await zone("Europe/Berlin");
    expect(placesOf(await find("on:2026-03-02"))).toEqual([0]);
    expect(placesOf(await find("tile before:2026-03-02"))).toEqual([]);
  });
});

describe("messages with files", () => {
  const found = async (asked: string, person: Person = world.alice) =>
    (await find(asked, person)).messages.map(({ content }) => content);

  it("are found by filters, by the names of the files, and no more by those that are deleted", async () => {
    const { alice, bob } = world;
    const send = async (content: string, name: string, bytes: Buffer) => {
      const { id } = await upload(alice, { name, bytes, roomSlug: slug });
      const metadata = { files: [{ fileId: id }] };
      const body = { content, type: "file" as const, metadata };
      await alice.call("sendMessage", { params: { slug }, body });
      return id;
    };
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const id = await send("the shore at noon", "Küste.png", png);
    await send("", "stilt.txt", Buffer.from("a"));
    const cases: [string, string[]][] = [
      ["has:file", ["stilt.txt", "the shore at noon"]],
      ["has:image", ["the shore at noon"]],
      ["has:file -has:image", ["stilt.txt"]],
      ["kuste.png", ["the shore at noon"]],
      ["shore kuste", ["the shore at noon"]],
      ["stilt", ["stilt.txt"]],
    ];
    for (const [asked, contents] of cases)
      expect([asked, await found(asked, bob)]).toEqual([asked, contents]);
    await alice.call("renameFile", { params: { id }, body: { name: "Strand.png" } });
    expect([await found("kuste.png"), await found("strand.png")]).toEqual([
      [],
      ["the shore at noon"],
    ]);
    await alice.call("deleteFile", { params: { id } });
    expect(await found("strand.png")).toEqual([]);
    expect(await found("has:image")).toEqual([]);
    expect(await found("has:file")).toEqual(["stilt.txt"]);
    expect(await found("noon")).toEqual(["the shore at noon"]);
    await alice.call("restoreFile", { params: { id } });
    expect(await found("has:image strand")).toEqual(["the shore at noon"]);
  });
});

describe("the search over rooms", () => {
  it("finds what the caller may read now, without people they have blocked", async () => {
    const { alice, bob, carol } = world;
    const own = await createRoomOf(alice, bob);
    const open = await createRoomOf(bob);
    for (const room of [own, open])
      await bob.call("sendMessage", { params: { slug: room }, body: { content: "a pelican" } });
    const ask = async (person: Person, scope: "mine" | "public" = "mine", text = "pelican") => {
      await settled();
      const found = await person.call("searchAllMessages", { query: { query: text, scope } });
      return Object.values(found.rooms)
        .map((room) => room.sessionRoomSlug)
        .toSorted();
    };
    expect(await ask(alice)).toEqual([own]);
    expect(await ask(alice, "public")).toEqual([own, open].toSorted());
    expect(await ask(alice, "public", `pelican in:${open}`)).toEqual([open]);
    expect(await ask(carol)).toEqual([]);
    await query("update rooms set access_type = 'PRIVATE' where slug = $1", open);
    expect(await ask(alice, "public")).toEqual([own]);
    await query("update rooms set access_type = 'PRIVATE' where slug = $1", own);
    await alice.call("blockUser", { params: { sessionUserId: bob.user.id } });
    expect(await ask(alice)).toEqual([]);
    expect(await ask(bob)).toEqual([own, open].toSorted());
    await alice.call("unblockUser", { params: { sessionUserId: bob.user.id } });
    expect(await ask(alice)).toEqual([own]);
    await query("delete from participants where user_id = $1", alice.user.id);
    expect(await ask(alice)).toEqual([]);
  });
});

describe("the search of more rows than are read at first", () => {
  const numbers = (count: number, isFound: (n: number) => boolean) =>
    Array.from({ length: count }, (_, at) => count - at).filter(isFound);
  let room: string;

  beforeAll(async () => {
    room = await createRoomOf(world.alice);
    await settled();
    // The follower has nothing to do with these.
    await query(
      `insert into log_places (consumer, room_id, seq) select 'search', id, 9999 from rooms where slug = $1
       on conflict (consumer, room_id) do update set seq = excluded.seq`,
      room,
    );
    // Each message in a row of its own; the newest one still grows.
    await query(
      `with written as (
         insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
         select r.id, 1000 + n, 1000 + n, uuidv7(), $2, 'many ' || n, '', n || ' abcd bcde cdef' || case
           when n % 20 = 0 then ' heron' when n = 5 then ' abcdef' when n = 7 then ' codes' when n in (3, 701) then ' zyxwv' else '' end,
           'text', at, at
         from rooms r, generate_series(1, 1300) n, lateral (select now() - (1300 - n) * interval '1 minute' as at) t
         where r.slug = $1
         returning *
       )
       insert into message_search (room_id, first_seq, last_seq, first_at, last_at, is_closed, ids, authors, times, marks, all_marks, lines)
       select room_id, seq, seq, created_at, created_at, seq < 2300, array[id], array[author_id], array[created_at], array[mark], mark, content
       from written, lateral (select case when content like '%code%' then 32 else 0 end::smallint as mark) m`,
      room,
      world.alice.user.id,
    );
  });

  const ask = (text: string, skip = 0) =>
    world.alice.call("searchMessages", { params: { slug: room }, query: { query: text, skip } });

  it.each<[string, number[]]>([
    ["heron", numbers(1300, (n) => n % 20 === 0)],
    ["zyxwv", [701, 3]],
    // Its trigrams stand in every row.
    ["abcdef", [5]],
    ["de", numbers(1300, () => true)],
    ["has:code", [7]],
    ["heron from:me -has:code before:2999-01-01", numbers(1300, (n) => n % 20 === 0)],
    ["nobody", []],
  ])("finds %s in all pages", async (text, expected) => {
    const found: number[] = [];
    for (;;) {
      const page = await ask(text, found.length);
      found.push(...page.messages.map(({ content }) => Number.parseInt(content, 10)));
      expect(page.total).toBeGreaterThanOrEqual(Math.min(found.length, 1000));
      if (page.isWhole) expect(page.total).toBe(expected.length);
      if (!page.hasMore || found.length >= 1000) break;
    }
    expect(found).toEqual(expected.slice(0, found.length));
    expect(found.length).toBe(Math.min(expected.length, 1000));
  });

  it("counts no further than a page needs, and says so", async () => {
    const { total, isWhole, hasMore } = await ask("bcde");
    expect([total < 1000, isWhole, hasMore]).toEqual([true, false, true]);
    expect(await ask("heron")).toMatchObject({ total: 65, isWhole: true, hasMore: true });
  });
});

describe("the search table", () => {
  it("is filled with what was said before it, while it is not stopped, and goes on behind it", async () => {
    const { alice } = world;
    const room = await createRoomOf(alice);
    const send = (content: string) =>
      alice.call("sendMessage", { params: { slug: room }, body: { content } });
    for (let at = 0; at < 140; at += 1) await send(`heron ${at}`);
    await settled();
    const { rows } = await query("select id, last_seq from rooms where slug = $1", room);
    const [{ id, last_seq: lastSeq }] = rows as [{ id: string; last_seq: number }];
    await setFilling(app.database.kysely, false);
    await query("delete from message_search where room_id = $1", id);
    await query("insert into search_fills values ($1, $2)", id, lastSeq + 1);
    await send("heron at last");
    const count = async () => {
      await settled();
      return (
        await alice.call("searchMessages", { params: { slug: room }, query: { query: "heron" } })
      ).total;
    };
    expect(await app.app.followers.rest()).toBe(false);
    expect(await count()).toBe(1);
    await setFilling(app.database.kysely, true);
    // The server fills by itself as well, and has nothing to say to who asks for the portion that it is at.
    const fillOn = async () => {
      while (await app.app.followers.rest());
      return count();
    };
    await expect.poll(fillOn).toBe(141);
    const blocks = await query(
      "select cardinality(ids) as n, is_closed from message_search where room_id = $1 order by first_seq",
      id,
    );
    expect(blocks.rows).toEqual([
      ...Array.from({ length: 4 }, () => ({ n: 32, is_closed: true })),
      { n: 12, is_closed: true },
      { n: 1, is_closed: false },
    ]);
    await alice.call("deleteRoom", { params: { slug: room } });
    app.clock.advance(31 * 24 * 60 * 60_000);
    await purgeDeleted({ db: app.database.kysely, clock: app.clock, orgDeletionDays: 30 });
    expect((await query("select from message_search where room_id = $1", id)).rows).toEqual([]);
  });
});
