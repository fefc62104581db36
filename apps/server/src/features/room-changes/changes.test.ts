import type { CallOf, ErrorCode } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import type { TestClient } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

type Frame = TestClient["frames"][number];

/** The event by which a socket hears that the room changed. */
function heard(client: TestClient): Promise<Frame> {
  return client.until((frame) => frame["event"] === "room_updated");
}

const at = (slug: string) => ({ params: { slug } });

async function update(
  who: Person,
  slug: string,
  body: CallOf<"updateRoom">["body"],
): Promise<string> {
  const room = await who.call("updateRoom", { ...at(slug), body });
  return room.sessionRoomSlug;
}

async function setLevel(slug: string, { user }: Person, level: string): Promise<void> {
  await app.database.pool.query(
    `update participants p set access_level = $3 from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    [slug, user.id, level],
  );
}

describe("a new room", () => {
  it("is its creator's, under an address made of its title, and stands in their list at once", async () => {
    const ears = await connect(app, world.alice);
    const body = { title: "Café à Paris", description: "Plans", privacy: "protected" } as const;
    const room = await world.alice.call("createRoom", { body });
    expect(room).toMatchObject({
      sessionRoomSlug: "cafe-a-paris",
      roomName: "Café à Paris",
      description: "Plans",
      accessType: "PROTECTED",
      accessLevel: "OWNER",
      memberCount: 1,
      seq: 2,
    });
    await ears.until((frame) => JSON.stringify(frame).includes('"sessionRoomSlug":"cafe-a-paris"'));
    const again = await world.bob.call("createRoom", { body });
    expect(again.sessionRoomSlug).toMatch(/^cafe-a-paris-[a-z0-9]{4}$/);
  });

  it.each<[string, CallOf<"createRoom">["body"], ErrorCode]>([
    ["no title", { title: " \u200b" }, "ROOM_NAME_REQUIRED"],
    ["a long title", { title: "x".repeat(81) }, "VALIDATION_ERROR"],
    ["a long description", { title: "x", description: "x".repeat(501) }, "VALIDATION_ERROR"],
    ["another privacy", { title: "x", privacy: "open" as "public" }, "VALIDATION_ERROR"],
  ])("with %s is refused", async (_what, body, code) => {
    expect((await world.alice.refusal("createRoom", { body })).code).toBe(code);
  });

  it("is one of so many a day", async () => {
    const { rows } = await app.database.pool.query(
      `insert into rooms (workspace_id, slug, title, room_type, access_type, created_by, created_at)
        select r.workspace_id, 'many-' || i, 'Many', 'channel', 'PUBLIC', $1, $2
        from rooms r, generate_series(1, 29) i where r.is_general
        returning 1`,
      [world.carol.user.id, app.clock.now()],
    );
    expect(rows).toHaveLength(29);
    await world.carol.call("createRoom", { body: { title: "The last one" } });
    const refusal = await world.carol.refusal("createRoom", { body: { title: "One more" } });
    expect(refusal.code).toBe("ROOM_LIMIT_REACHED");
  });

  it("is made by the call that changes one, where the caller sees none", async () => {
    const body = { privacy: "private" } as const;
    const made = await world.alice.call("saveRoom", { ...at("Saved here"), body });
    expect(made).toMatchObject({
      sessionRoomSlug: "saved-here",
      roomName: "Saved here",
      accessType: "PRIVATE",
    });
    const changed = await world.alice.call("saveRoom", {
      ...at("saved-here"),
      body: { title: "S" },
    });
    expect(changed).toMatchObject({ roomId: made.roomId, roomName: "S" });
    const other = await world.bob.call("saveRoom", { ...at("saved-here"), body: {} });
    expect(other.roomId).not.toBe(made.roomId);
  });
});

describe("a change of a room", () => {
  it("is heard by everybody, with a line, and only what is sent changes", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const ears = await connect(app, world.bob);
    const body = { sessionRoomTitle: "Maps", sessionRoomDescription: "All of them" };
    const room = await world.alice.call("updateRoom", { ...at(slug), body });
    expect(room).toMatchObject({ roomName: "Maps", description: "All of them" });
    expect(await heard(ears)).toMatchObject({
      sessionRoomSlug: slug,
      seq: room.seq,
      room: { sessionRoomSlug: slug, roomName: "Maps", accessType: "PUBLIC", status: "ACTIVE" },
    });
    const { messages } = await world.bob.call("listMessages", { ...at(slug), query: {} });
    expect(messages.slice(-2).map(({ content }) => content)).toEqual([
      "Alice renamed the room to Maps",
      "Alice changed the description",
    ]);
    const cleared = await world.alice.call("updateRoom", {
      ...at(slug),
      body: { description: null },
    });
    expect(cleared).toMatchObject({ roomName: "Maps", description: null });
    const same = await world.alice.call("updateRoom", { ...at(slug), body: { title: "Maps" } });
    expect(same.seq).toBeUndefined();
  });

  it("keeps what the room chose", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await update(world.alice, slug, { settings: { pinnedBy: "WRITE" } });
    await update(world.alice, slug, { settings: { joinLeaveLines: false } });
    const settings = await world.bob.call("getRoomSettings", at(slug));
    expect(settings).toEqual({
      accessType: "PUBLIC",
      organizationDomain: null,
      joinLeaveLines: false,
      allowWildcardMention: true,
      linkPreviews: true,
      allowGuests: false,
      messageRetentionDays: null,
      workspaceRetentionDays: null,
      workspaceFileRetentionDays: null,
      workspaceAllowsGuests: false,
      pinnedBy: "WRITE",
      permissions: ["WRITE", "COMMENT", "READ", "INVITE_USER"],
    });
    const general = await world.bob.call("createOrJoinRooms", {
      body: { sessionRoomSlug: "general" },
    });
    expect(general.results[0]?.outcome).toBe("joined");
    expect(await world.bob.call("getRoomSettings", at("general"))).toMatchObject({
      joinLeaveLines: false,
    });
  });

  it.each<[string, CallOf<"updateRoom">["body"], ErrorCode]>([
    ["a blank title", { title: "  " }, "ROOM_NAME_REQUIRED"],
    ["an unknown setting", { settings: { loud: true } as object }, "VALIDATION_ERROR"],
    ["a long address", { slug: "x".repeat(257) }, "VALIDATION_ERROR"],
  ])("to %s is refused", async (_what, body, code) => {
    const slug = await createRoomOf(world.alice);
    expect((await world.alice.refusal("updateRoom", { ...at(slug), body })).code).toBe(code);
  });

  it.each<[string, (slug: string) => Promise<{ code: string }>]>([
    ["archived", (slug) => world.alice.refusal("archiveRoom", at(slug))],
    ["deleted", (slug) => world.alice.refusal("deleteRoom", at(slug))],
    ["moved", (slug) => world.alice.refusal("updateRoom", { ...at(slug), body: { slug: "g" } })],
    [
      "restricted",
      (slug) =>
        world.alice.refusal("changeAccessType", { ...at(slug), body: { accessType: "PRIVATE" } }),
    ],
  ])("does not make general %s", async (_what, act) => {
    await world.alice.call("createOrJoinRooms", { body: { sessionRoomSlug: "general" } });
    expect((await act("general")).code).toBe("ROOM_IS_GENERAL");
  });
});

describe("another access type", () => {
  test("is the OWNER's choice, and of an ADMIN only when it is stricter", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const choose = (who: Person, accessType: "PUBLIC" | "PROTECTED" | "PRIVATE") =>
      who.send({
        method: "PUT",
        url: `/v1/session-room/${slug}/access-type`,
        payload: { accessType },
      });
    await setLevel(slug, world.bob, "ADMIN");
    const answers = [
      await choose(world.bob, "PRIVATE"),
      await choose(world.bob, "PUBLIC"),
      await choose(world.alice, "PUBLIC"),
      await choose(world.bob, "PROTECTED"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 200]);
    expect(answers[1]?.body).toMatchObject({ code: "ACCESS_LEVEL_TOO_LOW" });
  });

  it("ends what others see of the room: the change is the last that they hear", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const outside = await connect(app, world.carol);
    const inside = await connect(app, world.bob);
    const type = "CLIENT_SUBSCRIBE_ROOMS";
    outside.send({ type, requestId: "look", sessionRoomSlugs: [slug] });
    await outside.reply("look");
    const body = { accessType: "PRIVATE" } as const;
    const { seq } = await world.alice.call("changeAccessType", { ...at(slug), body });
    await world.alice.call("sendMessage", { ...at(slug), body: { content: "Among us" } });
    await inside.until((frame) => JSON.stringify(frame).includes("Among us"));
    expect(await heard(outside)).toMatchObject({ seq, endsPreviews: true });
    await outside.fence();
    expect(JSON.stringify(outside.frames)).not.toContain("Among us");
    expect((await world.carol.refusal("getRoom", at(slug))).code).toBe("ROOM_NOT_FOUND");
  });
});
