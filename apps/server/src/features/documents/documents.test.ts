import type { Document, DocumentId, ParticipantAccessLevel } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { shareDocument } from "#test/document-editors.ts";
import type { TestApp } from "#test/harness.ts";
import { enter, startTogether } from "#test/organizations.ts";
import { createRoomOf, type toRequest, verdictOf, type Person } from "#test/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let olga: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  ({
    app,
    people: [olga, bob, carol],
  } = await startTogether(["Olga", "Bob", "Carol"]));
});
afterAll(() => app.close());

const create = (person: Person, title: string, parentId: DocumentId | null = null) =>
  person.call("createDocument", { body: { title, parentId } });
const paramsOf = ({ id }: Pick<Document, "id">) => ({ params: { id } });
const share = (
  document: Pick<Document, "id">,
  person: Person,
  level: ParticipantAccessLevel | null,
  by: Person = olga,
) => shareDocument(by, document, person, level);
const titlesFor = async (person: Person, query: { scope?: "all" | "shared" | "trash" } = {}) =>
  (await person.call("listDocuments", { query: { limit: 100, ...query } })).results.map(
    ({ title }) => title,
  );

const setRoom = (slug: string, change: string) =>
  app.database.pool.query(`update rooms set ${change} where slug = $1`, [slug]);

const leadRoom = (slug: string, person: Person) =>
  app.database.pool.query(
    `update participants p set access_level = 'ADMIN' from rooms r
     where r.slug = $1 and p.room_id = r.id and p.user_id = $2`,
    [slug, person.user.id],
  );
const purge = () =>
  app.app.workers.find(({ kind }) => kind.name === "documents.purge-trash")?.run({});

/** Acts on a document, by the level that is needed. */
const acts: readonly [
  string,
  ParticipantAccessLevel,
  (id: DocumentId) => Parameters<typeof toRequest>,
][] = [
  ["opens", "READ", (id) => ["getDocument", { params: { id } }]],
  ["sees its access", "READ", (id) => ["getDocumentAccess", { params: { id } }]],
  ["renames", "WRITE", (id) => ["updateDocument", { params: { id }, body: { title: "Renamed" } }]],
  ["moves", "WRITE", (id) => ["moveDocument", { params: { id }, body: { parentId: null } }]],
  ["writes below", "WRITE", (id) => ["createDocument", { body: { parentId: id } }]],
  ["locks", "ADMIN", (id) => ["lockDocument", { params: { id }, body: { isLocked: false } }]],
  ["shares", "ADMIN", (id) => ["setDocumentAccess", { params: { id }, body: {} }]],
  ["archives", "ADMIN", (id) => ["unarchiveDocument", { params: { id } }]],
  ["sees where it is", "READ", (id) => ["getDocumentPlace", { params: { id } }]],
  ["sees its links", "ADMIN", (id) => ["listDocumentLinks", { params: { id } }]],
  ["makes a link", "ADMIN", (id) => ["createDocumentLink", { params: { id }, body: {} }]],
  ["sees requests", "ADMIN", (id) => ["listDocumentRequests", { params: { id }, query: {} }]],
];
const levels = ["READ", "COMMENT", "WRITE", "ADMIN", "OWNER"] as const;

describe("a level on a document", () => {
  it.each(levels)("%s does what it says, and nothing more", async (level) => {
    const document = await create(olga, `For ${level}`);
    await share(document, bob, level);
    for (const [, needs, toCall] of acts) {
      const expected =
        levels.indexOf(level) >= levels.indexOf(needs) ? "ok" : "ACCESS_LEVEL_TOO_LOW";
      expect([needs, await verdictOf(bob, ...toCall(document.id))]).toEqual([needs, expected]);
      expect(await verdictOf(carol, ...toCall(document.id))).toBe("DOCUMENT_NOT_FOUND");
    }
    expect(await bob.call("getDocument", paramsOf(document))).toMatchObject({ level });
  });

  it("comes from the room, and ends with it", async () => {
    const slug = await createRoomOf(olga, bob);
    const document = await bob.call("createRoomDocument", {
      params: { slug },
      body: { title: "Of the room" },
    });
    expect(document).toMatchObject({ sessionRoomSlug: slug, level: "WRITE" });
    expect((await olga.call("getDocument", paramsOf(document))).level).toBe("ADMIN");
    const listed = await bob.call("listRoomDocuments", { params: { slug }, query: {} });
    expect(listed.results.map(({ id }) => id)).toEqual([document.id]);
    const ofRoom = { params: { slug, documentId: document.id } };
    expect((await olga.call("getRoomDocument", ofRoom)).title).toBe("Of the room");
    await olga.call("removeParticipant", {
      params: { slug, participantId: bob.user.id },
      body: {},
    });
    await setRoom(slug, "access_type = 'PRIVATE'");
    expect(await verdictOf(bob, "getDocument", paramsOf(document))).toBe("DOCUMENT_NOT_FOUND");
    expect(await verdictOf(bob, "getRoomDocument", ofRoom)).toBe("ROOM_NOT_FOUND");
  });

  it("is inherited, until a document below is restricted", async () => {
    const top = await create(olga, "Handbook");
    const below = await create(olga, "Salaries", top.id);
    await share(top, bob, "WRITE");
    expect((await bob.call("getDocument", paramsOf(below))).level).toBe("WRITE");
    await olga.call("setDocumentAccess", { ...paramsOf(below), body: { isRestricted: true } });
    expect(await verdictOf(bob, "getDocument", paramsOf(below))).toBe("DOCUMENT_NOT_FOUND");
    expect((await olga.call("getDocument", paramsOf(below))).level).toBe("OWNER");
    await share(below, bob, "READ");
    expect(await bob.call("getDocument", paramsOf(below))).toMatchObject({
      level: "READ",
      parentId: top.id,
    });
  });

  it("comes from the room no further down than to the first restricted document", async () => {
    const slug = await createRoomOf(olga, bob);
    const inRoom = (title: string, parentId: DocumentId | null = null) =>
      olga.call("createRoomDocument", { params: { slug }, body: { title, parentId } });
    const top = await inRoom("Board");
    const below = await inRoom("Minutes", (await inRoom("2026", top.id)).id);
    expect((await bob.call("getDocument", paramsOf(below))).level).toBe("WRITE");
    await olga.call("setDocumentAccess", { ...paramsOf(top), body: { isRestricted: true } });
    expect(await verdictOf(bob, "getDocument", paramsOf(below))).toBe("DOCUMENT_NOT_FOUND");
    expect(await titlesFor(bob)).not.toContain("Minutes");
    await share(top, bob, "READ");
    expect((await bob.call("getDocument", paramsOf(below))).level).toBe("READ");
    expect((await olga.call("getDocument", paramsOf(below))).level).toBe("OWNER");
  });

  it("of the organization is for all of its members, and of a room for the people in it", async () => {
    const document = await create(olga, "For all");
    const slug = await createRoomOf(olga, bob);
    const { roomId } = await olga.call("getRoom", { params: { slug } });
    const give = (principal: "room" | "organization", id: string) =>
      olga.call("setDocumentAccess", {
        ...paramsOf(document),
        body: { entries: [{ principal, id, level: "COMMENT" }] },
      });
    await give("room", roomId);
    expect((await bob.call("getDocument", paramsOf(document))).level).toBe("COMMENT");
    expect(await verdictOf(carol, "getDocument", paramsOf(document))).toBe("DOCUMENT_NOT_FOUND");
    await setRoom(slug, "status = 'ARCHIVED'");
    expect((await bob.call("getDocument", paramsOf(document))).level).toBe("READ");
    await setRoom(slug, "status = 'DELETED'");
    expect(await verdictOf(bob, "getDocument", paramsOf(document))).toBe("DOCUMENT_NOT_FOUND");
    await give("organization", document.workspaceId);
    expect((await carol.call("getDocument", paramsOf(document))).level).toBe("COMMENT");
    expect(await titlesFor(carol, { scope: "shared" })).toContain("For all");
  });

  it("is not given above one's own, nor to strangers, and an owner stays", async () => {
    const document = await create(olga, "Kept");
    await share(document, bob, "ADMIN");
    const set = (by: Person, id: string, level: ParticipantAccessLevel | null) =>
      verdictOf(by, "setDocumentAccess", {
        ...paramsOf(document),
        body: { entries: [{ principal: "user", id, level }] },
      });
    expect(await set(bob, carol.user.id, "OWNER")).toBe("ACCESS_LEVEL_TOO_LOW");
    expect(await set(bob, olga.user.id, "READ")).toBe("ACCESS_LEVEL_TOO_LOW");
    expect(await set(olga, olga.user.id, null)).toBe("ACCESS_LEVEL_TOO_LOW");
    const stranger = await enter(app, "Stranger");
    expect(await set(olga, stranger.user.id, "READ")).toBe("USER_NOT_FOUND");
    expect(await set(bob, carol.user.id, "ADMIN")).toBe("ok");
  });
});

describe("the tree", () => {
  it("has each document at its place, never below itself, and not too deep", async () => {
    const [one, two, three] = [
      await create(olga, "1"),
      await create(olga, "2"),
      await create(olga, "3"),
    ];
    const move = (id: DocumentId, parentId: DocumentId | null, afterId: DocumentId | null = null) =>
      verdictOf(olga, "moveDocument", { params: { id }, body: { parentId, afterId } });
    expect(await move(two.id, one.id)).toBe("ok");
    expect(await move(three.id, one.id, two.id)).toBe("ok");
    expect(await move(one.id, two.id)).toBe("DOCUMENT_CYCLE");
    expect(await move(one.id, one.id)).toBe("DOCUMENT_CYCLE");
    const order = async () => {
      const { rows } = await app.database.pool.query<{ title: string }>(
        "select title from documents where parent_id = $1 order by position",
        [one.id],
      );
      return rows.map(({ title }) => title).join("");
    };
    expect(await order()).toBe("23");
    expect(await move(three.id, one.id)).toBe("ok");
    expect(await order()).toBe("32");
    let parent = three.id;
    for (let depth = 3; depth <= 10; depth += 1) parent = (await create(olga, "deep", parent)).id;
    const tooDeep = { body: { title: "deeper", parentId: parent } };
    expect(await verdictOf(olga, "createDocument", tooDeep)).toBe("VALIDATION_ERROR");
    expect(await move(three.id, null)).toBe("ok");
    expect(await move(one.id, parent)).toBe("VALIDATION_ERROR");
  });

  it("gives nobody a higher level by a move, and another parent only to those who lead the document", async () => {
    const top = await create(olga, "Plans");
    const [moved, sibling] = [await create(olga, "A", top.id), await create(olga, "B", top.id)];
    await share(top, bob, "WRITE");
    const his = await create(bob, "His");
    const move = (parentId: DocumentId | null, afterId: DocumentId | null = null) =>
      verdictOf(bob, "moveDocument", { ...paramsOf(moved), body: { parentId, afterId } });
    expect(await move(top.id, sibling.id)).toBe("ok");
    for (const parentId of [his.id, null])
      expect(await move(parentId)).toBe("ACCESS_LEVEL_TOO_LOW");
    await share(moved, bob, "WRITE");
    await share(top, bob, null);
    expect((await bob.call("getDocument", paramsOf(moved))).parentId).toBeNull();
    expect(await move(null)).toBe("ACCESS_LEVEL_TOO_LOW");
    await share(moved, bob, "ADMIN");
    expect(await move(his.id)).toBe("ACCESS_LEVEL_TOO_LOW");
    expect(await move(null)).toBe("ok");
    await share(moved, bob, "OWNER");
    expect(await move(his.id)).toBe("ok");
  });

  it("stands in the tree at its place, and names what is above and below it", async () => {
    const top = await create(olga, "Tree");
    const [first, second] = [await create(olga, "1", top.id), await create(olga, "2", top.id)];
    const inside = await create(olga, "1a", first.id);
    await olga.call("moveDocument", {
      ...paramsOf(first),
      body: { parentId: top.id, afterId: second.id },
    });
    const { results } = await olga.call("listDocumentTree", { query: {} });
    const below = results.filter(({ parentId }) => parentId === top.id);
    expect(below.map(({ title }) => title)).toEqual(["2", "1"]);
    const titles = ({ title }: { readonly title: string }) => title;
    const place = await olga.call("getDocumentPlace", paramsOf(inside));
    expect(place.above.map(titles)).toEqual(["Tree", "1"]);
    await share(first, bob, "READ");
    const his = await bob.call("getDocumentPlace", paramsOf(inside));
    expect(his.above.map(titles)).toEqual(["1"]);
    expect((await bob.call("getDocumentPlace", paramsOf(first))).below.map(titles)).toEqual(["1a"]);
  });

  it("goes to the trash and back as a whole, and for ever by its owner", async () => {
    const top = await create(olga, "Old");
    const below = await create(olga, "Older", top.id);
    await share(top, bob, "WRITE");
    expect(await verdictOf(bob, "deleteDocument", paramsOf(top))).toBe("ACCESS_LEVEL_TOO_LOW");
    await olga.call("deleteDocument", paramsOf(top));
    expect(await verdictOf(bob, "getDocument", paramsOf(below))).toBe("DOCUMENT_NOT_FOUND");
    expect(await titlesFor(olga, { scope: "trash" })).toEqual(
      expect.arrayContaining(["Old", "Older"]),
    );
    const { purgesAt } = await olga.call("getDocument", paramsOf(top));
    expect(Date.parse(purgesAt ?? "") - app.clock.now().getTime()).toBe(30 * DAY_MS);
    await olga.call("restoreDocument", paramsOf(top));
    expect((await bob.call("getDocument", paramsOf(below))).status).toBe("ACTIVE");
    await olga.call("deleteDocument", paramsOf(top));
    await share(top, bob, "ADMIN");
    expect(await verdictOf(bob, "deleteDocument", paramsOf(top))).toBe("ACCESS_LEVEL_TOO_LOW");
    await olga.call("deleteDocument", paramsOf(top));
    expect(await verdictOf(olga, "getDocument", paramsOf(below))).toBe("DOCUMENT_NOT_FOUND");
  });
});

describe("what stands below a document that goes", () => {
  const put = (person: Person, level: ParticipantAccessLevel) => ({
    entries: [{ principal: "user" as const, id: person.user.id, level }],
  });
  const remove = (person: Person, document: Document) =>
    person.call("deleteDocument", paramsOf(document));
  const see = (person: Person, document: Document) =>
    person.call("getDocument", paramsOf(document));

  it("stays where it is restricted for who sends it to the trash, and moves up", async () => {
    const shelf = await create(olga, "Shelf");
    const top = await create(olga, "Goes", shelf.id);
    const [goes, kept] = [await create(olga, "Too", top.id), await create(olga, "Not", top.id)];
    const inside = await create(olga, "In it", kept.id);
    await olga.call("setDocumentAccess", { ...paramsOf(top), body: put(bob, "ADMIN") });
    await olga.call("setDocumentAccess", { ...paramsOf(kept), body: { isRestricted: true } });
    await remove(bob, top);
    expect((await see(olga, goes)).status).toBe("DELETED");
    expect(await see(olga, kept)).toMatchObject({ status: "ACTIVE", parentId: shelf.id });
    expect(await see(olga, inside)).toMatchObject({ status: "ACTIVE", parentId: kept.id });
  });

  it("stays where it is another's, if only its maker sends it to the trash", async () => {
    const slug = await createRoomOf(olga, bob, carol);
    const inRoom = (person: Person, parentId: DocumentId | null) =>
      person.call("createRoomDocument", { params: { slug }, body: { title: "Of it", parentId } });
    const top = await inRoom(bob, null);
    const [own, other] = [await inRoom(bob, top.id), await inRoom(carol, top.id)];
    await remove(bob, top);
    expect((await see(olga, own)).status).toBe("DELETED");
    expect(await see(carol, other)).toMatchObject({ status: "ACTIVE", parentId: null });
    const closed = await inRoom(bob, null);
    await olga.call("setDocumentAccess", {
      ...paramsOf(closed),
      body: { isRestricted: true, ...put(bob, "WRITE") },
    });
    expect(await verdictOf(bob, "deleteDocument", paramsOf(closed))).toBe("ACCESS_LEVEL_TOO_LOW");
  });

  it("stays in the trash where it went before, or is not theirs to delete for ever", async () => {
    const top = await create(olga, "For ever");
    const [before, closed] = [await create(olga, "1", top.id), await create(olga, "2", top.id)];
    await olga.call("setDocumentAccess", { ...paramsOf(top), body: put(bob, "OWNER") });
    await olga.call("setDocumentAccess", {
      ...paramsOf(closed),
      body: { isRestricted: true, ...put(bob, "ADMIN") },
    });
    await remove(olga, before);
    app.clock.advance(1);
    await remove(olga, top);
    await remove(bob, top);
    for (const document of [before, closed])
      expect(await see(olga, document)).toMatchObject({ status: "DELETED", parentId: null });
    expect(await verdictOf(olga, "getDocument", paramsOf(top))).toBe("DOCUMENT_NOT_FOUND");
  });

  it("comes back below it, where that was archived meanwhile", async () => {
    const top = await create(olga, "Archived");
    const below = await create(olga, "Back", top.id);
    await remove(olga, below);
    await olga.call("archiveDocument", paramsOf(top));
    const restored = await olga.call("restoreDocument", paramsOf(below));
    expect(restored).toMatchObject({ status: "ACTIVE", parentId: top.id });
  });

  it("comes back with it, archived where it was that", async () => {
    const top = await create(olga, "Back");
    const below = await create(olga, "Archived", top.id);
    await olga.call("archiveDocument", paramsOf(below));
    await remove(olga, top);
    await olga.call("restoreDocument", paramsOf(top));
    const states = [(await see(olga, top)).status, (await see(olga, below)).status];
    expect(states).toEqual(["ACTIVE", "ARCHIVED"]);
  });
});

describe("a document that comes to another place", () => {
  it("gets no new owner by that, unless from an owner", async () => {
    const [hers, place] = [await create(olga, "Hers"), await create(carol, "Place")];
    await share(hers, bob, "ADMIN");
    for (const person of [bob, olga]) await share(place, person, "WRITE", carol);
    const move = (by: Person) =>
      verdictOf(by, "moveDocument", { ...paramsOf(hers), body: { parentId: place.id } });
    expect(await move(bob)).toBe("ACCESS_LEVEL_TOO_LOW");
    expect(await move(olga)).toBe("ok");
    expect((await carol.call("getDocument", paramsOf(hers))).level).toBe("OWNER");
  });

  it.each([
    ["restricted", true, "DOCUMENT_NOT_FOUND"],
    ["open", false, "ok"],
  ])("from below a %s parent in the trash lets in nobody new", async (_, isRestricted, seen) => {
    const slug = await createRoomOf(olga, bob);
    const inRoom = (parentId: DocumentId | null) =>
      olga.call("createRoomDocument", { params: { slug }, body: { title: "Of it", parentId } });
    const top = await inRoom(null);
    const below = await inRoom(top.id);
    await olga.call("setDocumentAccess", { ...paramsOf(top), body: { isRestricted } });
    await olga.call("deleteDocument", paramsOf(below));
    app.clock.advance(1);
    await olga.call("deleteDocument", paramsOf(top));
    const restored = await olga.call("restoreDocument", paramsOf(below));
    expect(restored).toMatchObject({ parentId: null, isRestricted, status: "ACTIVE" });
    expect(await verdictOf(bob, "getDocument", paramsOf(below))).toBe(seen);
  });
});

describe("what went to the trash before the restricted document above it", () => {
  it.each([
    ["deleted for ever", true, "DOCUMENT_NOT_FOUND", "ADMIN"],
    ["deleted for ever, and was open", false, "ok", "WRITE"],
  ])("lets in nobody new once that is %s", async (_, isRestricted, seen, level) => {
    const slug = await createRoomOf(olga, bob, carol);
    await leadRoom(slug, carol);
    const inRoom = (parentId: DocumentId | null) =>
      olga.call("createRoomDocument", { params: { slug }, body: { title: "Of it", parentId } });
    const top = await inRoom(null);
    const below = await inRoom((await inRoom(top.id)).id);
    await olga.call("setDocumentAccess", { ...paramsOf(top), body: { isRestricted } });
    await share(top, bob, "ADMIN");
    await olga.call("deleteDocument", paramsOf(below));
    app.clock.advance(1);
    await olga.call("deleteDocument", paramsOf(top));
    await olga.call("deleteDocument", paramsOf(top));
    expect(await verdictOf(carol, "restoreDocument", paramsOf(below))).toBe(seen);
    const restored = await olga.call("restoreDocument", paramsOf(below));
    expect(restored).toMatchObject({ parentId: null, isRestricted, status: "ACTIVE" });
    expect((await bob.call("getDocument", paramsOf(below))).level).toBe(level);
    expect(await verdictOf(carol, "getDocument", paramsOf(below))).toBe(seen);
  });

  it("lets in nobody new once that is purged", async () => {
    const slug = await createRoomOf(olga, carol);
    await leadRoom(slug, carol);
    const inRoom = (parentId: DocumentId | null) =>
      olga.call("createRoomDocument", { params: { slug }, body: { title: "Of it", parentId } });
    const top = await inRoom(null);
    const below = await inRoom(top.id);
    await olga.call("setDocumentAccess", { ...paramsOf(top), body: { isRestricted: true } });
    await olga.call("deleteDocument", paramsOf(top));
    // Its turn comes in a later portion.
    await app.database.pool.query("update documents set deleted_at = $2 where id = $1", [
      top.id,
      new Date(app.clock.now().getTime() - 30 * DAY_MS - 1),
    ]);
    await purge();
    expect(await verdictOf(olga, "getDocument", paramsOf(top))).toBe("DOCUMENT_NOT_FOUND");
    expect(await verdictOf(carol, "restoreDocument", paramsOf(below))).toBe("DOCUMENT_NOT_FOUND");
    expect((await olga.call("restoreDocument", paramsOf(below))).isRestricted).toBe(true);
  });
});

test("lists know the levels that single documents have", async () => {
  const { rows } = await app.database.pool.query<{ wrong: number; judged: number }>(`
    select count(*) filter (where r.level is distinct from document_level(d.id, u.id))::int as wrong,
      count(r.level)::int as judged
    from documents d cross join users u
    left join lateral readable_documents(u.id, d.workspace_id) r on r.document_id = d.id`);
  expect(rows).toEqual([{ wrong: 0, judged: expect.any(Number) as number }]);
  expect(rows[0]?.judged).toBeGreaterThan(50);
});

test("a locked or archived document keeps its title, an empty one is 'Untitled'", async () => {
  const document = await create(olga, "Plan");
  const rename = (title: string) =>
    verdictOf(olga, "updateDocument", { ...paramsOf(document), body: { title } });
  await olga.call("lockDocument", { ...paramsOf(document), body: { isLocked: true } });
  expect(await rename("Other")).toBe("DOCUMENT_LOCKED");
  await olga.call("lockDocument", { ...paramsOf(document), body: { isLocked: false } });
  expect(await rename("")).toBe("ok");
  expect((await olga.call("archiveDocument", paramsOf(document))).title).toBe("Untitled");
  expect(await rename("Other")).toBe("DOCUMENT_LOCKED");
});

test("what is in the trash is there for 30 days", async () => {
  const document = await create(olga, "Gone soon");
  await olga.call("deleteDocument", paramsOf(document));
  const isThere = async () => {
    const { rowCount } = await app.database.pool.query("select from documents where id = $1", [
      document.id,
    ]);
    return rowCount === 1;
  };
  app.clock.advance(30 * DAY_MS);
  await purge();
  expect(await isThere()).toBe(true);
  app.clock.advance(1);
  await purge();
  expect(await isThere()).toBe(false);
});
