import type { ParticipantAccessLevel } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

/* With which level somebody is in a room. */

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

async function setLevel(slug: string, person: Person, level: ParticipantAccessLevel) {
  await app.database.pool.query(
    `update participants p set access_level = $3 from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    [slug, person.user.id, level],
  );
}

describe("another access level", () => {
  const set = (slug: string, person: Person, accessLevel: ParticipantAccessLevel) => ({
    params: { slug, participantId: person.user.id },
    body: { accessLevel },
  });

  it("counts at once, is heard by the others, and stands in the audit", async () => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    const carol = await connect(app, world.carol);
    const { seq, ...changed } = await world.alice.call(
      "setAccessLevel",
      set(slug, world.bob, "READ"),
    );
    expect(changed).toMatchObject({ accessLevel: "READ", accessStatus: "ACCEPTED" });
    const send = { params: { slug }, body: { content: "may I?" } };
    expect((await world.bob.refusal("sendMessage", send)).code).toBe("MESSAGE_SEND_NOT_ALLOWED");
    const event = await carol.until((frame) => frame["event"] === "participant_changed");
    expect(event).toMatchObject({ userName: "Bob", accessLevel: "READ", memberCount: 3 });
    const line = await carol.until((frame) => JSON.stringify(frame).includes("level_changed"));
    expect(line).toMatchObject({ seq });
    const again = await world.alice.call("setAccessLevel", set(slug, world.bob, "READ"));
    expect(again.seq).toBeUndefined();
    const { rows } = await app.database.pool.query(
      `select before, after from audit_events where kind = 'participant level' and target_id = $1`,
      [world.bob.user.id],
    );
    expect(rows).toEqual([{ before: { accessLevel: "WRITE" }, after: { accessLevel: "READ" } }]);
  });

  const no = "ACCESS_LEVEL_NOT_ALLOWED";
  it.each([
    ["OWNER", "ADMIN", "WRITE", undefined],
    ["OWNER", "READ", "OWNER", undefined],
    ["OWNER", "OWNER", "ADMIN", no],
    ["ADMIN", "READ", "WRITE", undefined],
    ["ADMIN", "WRITE", "ADMIN", no],
    ["ADMIN", "ADMIN", "WRITE", no],
    ["ADMIN", "OWNER", "READ", no],
    ["WRITE", "READ", "WRITE", no],
    ["READ", "READ", "COMMENT", no],
  ] as const)("by %s for %s to %s: %s", async (own, other, to, code) => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    await setLevel(slug, world.bob, own);
    await setLevel(slug, world.carol, other);
    const input = set(slug, world.carol, to);
    if (code === undefined) await world.bob.call("setAccessLevel", input);
    else expect((await world.bob.refusal("setAccessLevel", input)).code).toBe(code);
    const { accessLevel } = await world.carol.call("getParticipantAdmin", {
      params: { slug, sessionUserId: world.carol.user.id },
    });
    expect(accessLevel).toBe(code === undefined ? to : other);
  });

  it("of oneself is for the OWNER, as long as there is another one", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    const input = set(slug, world.alice, "ADMIN");
    expect((await world.alice.refusal("setAccessLevel", input)).code).toBe("ROOM_LAST_OWNER");
    await world.alice.call("setAccessLevel", set(slug, world.bob, "OWNER"));
    expect((await world.alice.call("setAccessLevel", input)).accessLevel).toBe("ADMIN");
    expect((await world.alice.refusal("setAccessLevel", set(slug, world.alice, "READ"))).code).toBe(
      no,
    );
  });

  it("is not for an OWNER who is alone: the room would be nobody's to manage", async () => {
    const slug = await createRoomOf(world.alice);
    const input = set(slug, world.alice, "WRITE");
    expect((await world.alice.refusal("setAccessLevel", input)).code).toBe("ROOM_LAST_OWNER");
    expect(await world.alice.call("getRoom", { params: { slug } })).toMatchObject({
      accessLevel: "OWNER",
    });
  });

  it("is not for two OWNERs to lay down at once", async () => {
    const slug = await createRoomOf(world.alice, world.bob, world.carol);
    await world.alice.call("setAccessLevel", set(slug, world.bob, "OWNER"));
    const answers = await Promise.allSettled(
      [world.alice, world.bob].map((each) => each.call("setAccessLevel", set(slug, each, "WRITE"))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it.each([
    ["a room that is archived", "status = 'ARCHIVED'", "ROOM_ARCHIVED"],
    ["the general room", "is_general = true", "ROOM_IS_GENERAL"],
    ["a direct room", "room_type = 'direct'", "ROOM_TYPE_NOT_SUPPORTED"],
  ])("is refused in %s", async (_name, change, code) => {
    const slug = await createRoomOf(world.alice, world.bob);
    await app.database.pool.query(`update rooms set ${change} where slug = $1`, [slug]);
    const input = set(slug, world.bob, "READ");
    expect((await world.alice.refusal("setAccessLevel", input)).code).toBe(code);
  });

  it("is not for who is out, strangers and texts that are no id", async () => {
    const slug = await createRoomOf(world.alice, world.bob);
    await world.bob.call("leaveRoom", { params: { slug } });
    const codeFor = async (participantId: string) =>
      (
        await world.alice.refusal("setAccessLevel", {
          params: { slug, participantId },
          body: { accessLevel: "READ" },
        })
      ).code;
    expect(await codeFor(world.bob.user.id)).toBe("PARTICIPANT_STATUS_CONFLICT");
    expect(await codeFor(world.mallory.user.id)).toBe("PARTICIPANT_NOT_FOUND");
    expect(await codeFor("bob")).toBe("PARTICIPANT_NOT_FOUND");
  });
});
