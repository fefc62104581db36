import { randomUUID } from "node:crypto";
import { GUEST_LINKS_MAX, GUESTS_BY_LINK_HOUR, type WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { comeAsGuest, makeGuestLink, type MadeLink } from "#test/guests.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { enter, setMember, switchTo } from "#test/organizations.ts";
import { openBrowser, type Person } from "#test/world.ts";
import { forgetStays } from "./ending.service.ts";
import { endStaysJob } from "./guests.jobs.ts";

/* People who come by a guest link, in an organization that allows it (rules-rooms 39, rules-identity 23, 24). */

let app: TestApp;
let olga: Person;
let bob: Person;
let orgId: WorkspaceId;
let slug: string;
let link: MadeLink;

beforeAll(async () => {
  app = await startTestApp({
    environment: { OTP_SENDS_PER_IP_HOUR: "100000", API_RATE_ANONYMOUS: "100000" },
  });
  [olga, bob] = [await enter(app, "Olga"), await enter(app, "Bob")];
  ({ id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } }));
  await enterOrganization(olga);
  await allow(true);
  const { code } = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
  await bob.call("acceptInvitation", { body: { inviteCode: code } });
  await enterOrganization(bob);
});
afterAll(() => app.close());
beforeEach(async () => {
  await allow(true);
  slug = await makeRoom();
  link = await makeGuestLink(olga, slug);
});

async function enterOrganization(person: Person): Promise<void> {
  const { tokens } = await person.call("switchOrganization", { params: { orgId } });
  Object.assign(person, { tokens, accessToken: tokens.access.token });
}

async function makeRoom(): Promise<string> {
  // Nobody makes more than thirty a day.
  await app.database.pool.query("update rooms set created_at = created_at - interval '2 days'");
  const body = { title: `Room ${randomUUID()}`, privacy: "public" } as const;
  const { sessionRoomSlug } = await olga.call("createRoom", { body });
  const params = { slug: sessionRoomSlug };
  await bob.call("requestAccess", { params, body: { accessLevel: "WRITE" } });
  return sessionRoomSlug;
}

function allow(allowGuestLinks: boolean) {
  return olga.call("updateSettings", { params: { orgId }, body: { allowGuestLinks } });
}

const toRoom = () => ({ params: { slug } });

async function codeOf(guestCode: string, address?: string): Promise<string> {
  const client = openBrowser(app.app.http.app);
  const body = { displayName: "Gina", guestCode };
  const answer = await client.refusal("guestSignIn", { body }, address ? { address } : {});
  return answer.code;
}

function say(person: Person, content: string) {
  return person.call("sendMessage", { ...toRoom(), body: { content } });
}

describe("a guest", () => {
  it("comes into the one room, is marked there, and talks with the others live", async () => {
    const socket = await connect(app, bob);
    const looked = await openBrowser(app.app.http.app).call("validateGuestLink", {
      body: { guestCode: link.code },
    });
    expect(looked).toMatchObject({ organizationName: "Nordlicht", accessLevel: "WRITE" });
    const gina = await comeAsGuest(app, link.code);
    expect(gina.user).toMatchObject({ role: "GUEST", fullName: "Gina", email: null, phone: null });
    const came = await socket.until(({ event }) => event === "participant_changed");
    expect(came["data"] ?? came).toMatchObject({ userName: "Gina", isGuest: true, memberCount: 3 });
    await socket.until((frame) => JSON.stringify(frame).includes("Gina joined as a guest"));
    const { message } = await say(gina, "Good evening");
    expect(message).toMatchObject({ authorName: "Gina", authorIsGuest: true });
    await socket.until((frame) => JSON.stringify(frame).includes("Good evening"));
    await say(bob, "Welcome");
    const { messages } = await gina.call("listMessages", { ...toRoom(), query: {} });
    expect(messages.map(({ authorIsGuest }) => authorIsGuest ?? false).slice(-3)).toEqual([
      true,
      true,
      false,
    ]);
    const listed = await gina.call("listParticipants", { ...toRoom(), query: {} });
    expect(listed.results.map((each) => [each.fullName, each.isGuest])).toEqual([
      ["Bob", false],
      ["Gina", true],
      ["Olga", false],
    ]);
    socket.ws.close();
  });

  it("is no member: in no list of people or members, in no number, and in no general", async () => {
    const gina = await comeAsGuest(app, link.code, "Gina Unlisted");
    const lists = [
      (await olga.call("listMembers", { params: { orgId }, query: {} })).results,
      (await olga.call("listUsers", { query: { fullName: "Unlisted" } })).results,
      (await olga.call("suggestUsers", { query: { fullName: "Unlisted" } })).results,
      (await olga.call("listUsers", { query: { search: gina.user.username } })).results,
    ];
    expect(JSON.stringify(lists)).not.toContain("Unlisted");
    const usage = await olga.call("getUsage", { params: { orgId } });
    expect(usage).toMatchObject({ members: 2, guests: 0 });
    const { results } = await gina.call("listSubscriptions", {});
    expect(results.map((room) => room.sessionRoomSlug)).toEqual([slug]);
    const params = { sessionUserId: gina.user.id };
    expect(await bob.call("getUser", { params })).toMatchObject({ isGuest: true });
  });

  it("learns by messages of theirs of no other room, nor does a guest of the organization", async () => {
    const other = { params: { slug: await makeRoom() } };
    const { roomId, roomName } = await olga.call("getRoom", other);
    const gus = await enter(app, "Gus");
    await setMember(app, orgId, gus.user.id, { role: "GUEST" });
    await switchTo(app, gus, orgId);
    await olga.call("inviteToRoom", { ...toRoom(), body: { userIds: [gus.user.id] } });
    await gus.call("requestAccess", { ...toRoom(), body: {} });
    const { message: named } = await say(bob, `see <#${roomId}>`);
    const quote = { content: "there", metadata: { quote: { messageId: named.id } } };
    await bob.call("sendMessage", { ...toRoom(), body: quote });
    const { message } = await bob.call("sendMessage", { ...other, body: { content: "passed on" } });
    const params = { ...other.params, id: message.id };
    const body = { targetSlug: slug, confirmed: true };
    await bob.call("forwardMessage", { params, body });
    for (const reader of [await comeAsGuest(app, link.code), gus]) {
      const page = await reader.call("listMessages", { ...toRoom(), query: {} });
      const seen = JSON.stringify([page, await reader.call("listSubscriptions", {})]);
      expect(seen).toContain("see #room");
      expect(seen).toContain("passed on");
      expect(seen).not.toContain(roomName);
    }
    const { results } = await gus.call("listRooms", { query: { ids: roomId } });
    expect(results).toEqual([]);
  });

  it("cannot be written to, brought elsewhere, or made a leader", async () => {
    const gina = await comeAsGuest(app, link.code);
    const userId = gina.user.id;
    const other = await makeRoom();
    const add = { params: { slug: other }, body: { userId } };
    const raise = {
      params: { slug, participantId: userId },
      body: { accessLevel: "ADMIN" as const },
    };
    const codes = [
      await bob.refusal("openDirect", { body: { userId } }),
      await olga.refusal("createGroup", { body: { userIds: [userId, bob.user.id] } }),
      await olga.refusal("addParticipant", add),
      await olga.refusal("setAccessLevel", raise),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      "USER_NOT_FOUND",
      "USER_NOT_FOUND",
      "USER_NOT_FOUND",
      "ACCESS_LEVEL_NOT_ALLOWED",
    ]);
  });

  it("stays for GUEST_SESSION_HOURS, however often the tokens are renewed", async () => {
    const gina = await comeAsGuest(app, link.code);
    const end = app.clock.now().getTime() + 24 * 60 * 60_000;
    for (let round = 0; round < 2; round += 1) {
      const { tokens } = await gina.call("refreshTokens", { body: { refreshToken: "cookie" } });
      expect(Date.parse(tokens.refresh.expires)).toBe(end);
    }
  });

  it.each(["COMMENT", "READ"] as const)("has the level of the link: %s", async (accessLevel) => {
    const { code } = await makeGuestLink(olga, slug, { accessLevel });
    const gina = await comeAsGuest(app, code);
    const body = { content: "May I?" };
    const refusal = await gina.refusal("sendMessage", { ...toRoom(), body });
    expect(refusal.code).toBe("MESSAGE_SEND_NOT_ALLOWED");
  });
});

describe("a link", () => {
  it("is shown once, and listed without its code", async () => {
    expect(link.link).toBe(`${app.config.publicUrl}/chat/${slug}?guest=${link.code}&org=${orgId}`);
    await comeAsGuest(app, link.code);
    const { results } = await olga.call("listGuestLinks", toRoom());
    expect(results).toMatchObject([{ id: link.id, uses: 1, maxUses: null, createdBy: "Olga" }]);
    expect(JSON.stringify(results)).not.toContain(link.code);
  });

  it("lets in no more than it is for, also at once", async () => {
    const { code } = await makeGuestLink(olga, slug, { maxUses: 2 });
    const body = { displayName: "Gina", guestCode: code };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.request("guestSignIn", { body })),
    );
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 200, 404, 404, 404, 404]);
    const room = await olga.call("getRoom", toRoom());
    expect(room.memberCount).toBe(4);
  });

  const age = () =>
    app.database.pool.query("update guest_links set expires_at = created_at where id = $1", [
      link.id,
    ]);
  const close = () =>
    olga.call("closeGuestLink", { params: { slug, linkId: link.id } }) as Promise<unknown>;
  it.each<[string, () => Promise<unknown>]>([
    ["expired", age],
    ["closed", close],
    ["used up", () => app.database.pool.query("update guest_links set max_uses = 1, uses = 1")],
    ["into an archived room", () => olga.call("archiveRoom", toRoom())],
    [
      "into a PRIVATE room",
      () => olga.call("changeAccessType", { ...toRoom(), body: { accessType: "PRIVATE" } }),
    ],
    [
      "into a room that allows no guests any more",
      () => olga.call("updateRoom", { ...toRoom(), body: { settings: { allowGuests: false } } }),
    ],
  ])("that is %s lets nobody in, as one that never was", async (_, end) => {
    await end();
    const look = { body: { guestCode: link.code } };
    const nothing = { body: { guestCode: "x".repeat(22) } };
    const client = openBrowser(app.app.http.app);
    expect(await codeOf(link.code)).toBe("GUEST_LINK_INVALID");
    expect(await client.refusal("validateGuestLink", look)).toEqual(
      await client.refusal("validateGuestLink", nothing),
    );
  });

  it("is good no more where the organization allows none, not even when it does again", async () => {
    await allow(false);
    expect(await codeOf(link.code)).toBe("GUEST_SIGN_IN_DISABLED");
    expect(await codeOf("x".repeat(22))).toBe("GUEST_LINK_INVALID");
    await allow(true);
    expect(await codeOf(link.code)).toBe("GUEST_LINK_INVALID");
  });

  const make = (input: object = {}) =>
    olga.refusal("createGuestLink", { ...toRoom(), body: { accessLevel: "READ", ...input } });
  it.each<[string, string, () => Promise<unknown>, object?]>([
    ["the organization allows none", "GUEST_SIGN_IN_DISABLED", () => allow(false)],
    [
      "the room allows none",
      "GUEST_SIGN_IN_DISABLED",
      () => olga.call("updateRoom", { ...toRoom(), body: { settings: { allowGuests: false } } }),
    ],
    [
      "the room is PRIVATE",
      "GUEST_SIGN_IN_DISABLED",
      () => olga.call("changeAccessType", { ...toRoom(), body: { accessType: "PRIVATE" } }),
    ],
    ["the room is archived", "ROOM_ARCHIVED", () => olga.call("archiveRoom", toRoom())],
    [
      "there are too many",
      "GUEST_LINK_LIMIT_REACHED",
      async () => {
        for (let count = 1; count < GUEST_LINKS_MAX; count += 1) await makeGuestLink(olga, slug);
      },
    ],
    ["it is for a leader", "VALIDATION_ERROR", async () => {}, { accessLevel: "ADMIN" }],
    ["it would live too long", "VALIDATION_ERROR", async () => {}, { expiresInDays: 31 }],
  ])("is not made where %s: %s", async (_, code, prepare, input) => {
    await prepare();
    expect((await make(input)).code).toBe(code);
  });
});

describe("the stay of a guest ends with", () => {
  const closeLink = () => olga.call("closeGuestLink", { params: { slug, linkId: link.id } });
  const settings = (allowGuests: boolean) =>
    olga.call("updateRoom", { ...toRoom(), body: { settings: { allowGuests } } });
  const query = (sql: string) => (guest: Person) =>
    app.database.pool.query(sql, [guest.user.id]).then(runJob);
  const runJob = () => app.jobs.enqueue(app.database.kysely, endStaysJob, {});
  it.each<[string, (guest: Person) => Promise<unknown>]>([
    ["its link", closeLink],
    ["the setting of the room", () => settings(false)],
    ["the setting of the organization", () => allow(false)],
    [
      "a room that becomes PRIVATE",
      () => olga.call("changeAccessType", { ...toRoom(), body: { accessType: "PRIVATE" } }),
    ],
    ["a room that is archived", () => olga.call("archiveRoom", toRoom())],
    ["a room that is deleted", () => olga.call("deleteRoom", toRoom())],
    [
      "their removal",
      (guest) =>
        olga.call("removeParticipant", {
          params: { slug, participantId: guest.user.id },
          body: {},
        }),
    ],
    ["their leaving", (guest) => guest.call("leaveRoom", toRoom())],
    ["their session", query("update sessions set expires_at = created_at where user_id = $1")],
    ["their signing out", (guest) => guest.call("logout", { body: {} }).then(runJob)],
  ])("%s: they hear nothing after it, and the others see them go", async (name, end) => {
    const gina = await comeAsGuest(app, link.code);
    const [hers, bobs] = [await connect(app, gina), await connect(app, bob)];
    await end(gina);
    const isGone = await bobs.until(
      (frame) =>
        frame["event"] === "participant_changed" && JSON.stringify(frame).includes(gina.user.id),
    );
    const isOver = name.includes("archived") || name.includes("deleted");
    if (!isOver) await say(bob, "Among ourselves");
    // A session that ran out has sockets no longer than its token: nothing has to close them.
    if (name !== "their session") expect((await hers.closed).code).toBe(4001);
    expect(JSON.stringify(hers.frames)).not.toContain("Among ourselves");
    const lastHeard = Math.max(...hers.seqs(slug).map(Number), 0);
    expect(lastHeard).toBeLessThanOrEqual(Number(isGone["seq"]));
    const ticket = await gina.refusal("createWsTicket", {});
    expect(["SESSION_ENDED", "TOKEN_EXPIRED"]).toContain(ticket.code);
    const again = await gina.refusal("refreshTokens", { body: { refreshToken: "cookie" } });
    expect(again.code).toBe("REFRESH_TOKEN_INVALID");
    for (const socket of [hers, bobs]) socket.ws.close();
  });

  it("nothing of another link, or another room", async () => {
    const stays = await comeAsGuest(app, (await makeGuestLink(olga, slug)).code, "Stan");
    const gina = await comeAsGuest(app, link.code);
    await closeLink();
    expect((await gina.refusal("getMe", {})).code).toBe("SESSION_ENDED");
    expect(await stays.call("getMe", {})).toMatchObject({ fullName: "Stan" });
    const again = await olga.refusal("closeGuestLink", { params: { slug, linkId: link.id } });
    expect(again.code).toBe("GUEST_LINK_INVALID");
    slug = await makeRoom();
    await makeGuestLink(olga, slug);
    const elsewhere = { params: { slug, linkId: link.id } };
    expect((await olga.refusal("closeGuestLink", elsewhere)).code).toBe("GUEST_LINK_INVALID");
  });
});

test("a closed link ends the sessions of its guests at once, and their places one by one", async () => {
  const guests = [await comeAsGuest(app, link.code), await comeAsGuest(app, link.code, "Gustav")];
  await olga.call("closeGuestLink", { params: { slug, linkId: link.id } });
  for (const guest of guests) expect((await guest.refusal("getMe", {})).code).toBe("SESSION_ENDED");
  const changes = async () => {
    const { rows } = await app.database.pool.query<{ status: string; change: string }>(
      "select access_status as status, xmin as change from participants where user_id = any ($1)",
      [guests.map(({ user }) => user.id)],
    );
    const gone = rows.filter(({ status }) => status === "IDLE");
    return new Set(gone.map(({ change }) => change)).size;
  };
  await expect.poll(changes).toBe(2);
});

test("what a guest wrote stays under their name and mark", async () => {
  const gina = await comeAsGuest(app, link.code);
  await say(gina, "I was here");
  await olga.call("closeGuestLink", { params: { slug, linkId: link.id } });
  const { messages } = await bob.call("listMessages", { ...toRoom(), query: {} });
  const wrote = messages.find(({ content }) => content === "I was here");
  expect(wrote).toMatchObject({ authorName: "Gina", authorIsGuest: true });
});

describe("names:", () => {
  const tries = (displayName: string) =>
    openBrowser(app.app.http.app).refusal("guestSignIn", {
      body: { displayName, guestCode: link.code },
    });
  it.each(["", "   ", "x".repeat(81), "Olga\u202E"])(
    "%j is refused, or made one line",
    async (name) => {
      if (name.startsWith("Olga")) {
        expect((await comeAsGuest(app, link.code, name)).user.fullName).toBe("Olga");
        return;
      }
      expect((await tries(name)).code).toBe("VALIDATION_ERROR");
    },
  );
});

describe("how often:", () => {
  it("one address signs in, and looks, thirty times an hour", async () => {
    const address = "203.0.113.9";
    const nothing = "x".repeat(22);
    for (let count = 0; count < 30; count += 1)
      expect(await codeOf(nothing, address)).toBe("GUEST_LINK_INVALID");
    expect(await codeOf(link.code, address)).toBe("RATE_LIMITED");
    const client = openBrowser(app.app.http.app);
    const look = { body: { guestCode: link.code } };
    for (let count = 0; count < 30; count += 1)
      await client.call("validateGuestLink", look, { address });
    const refusal = await client.refusal("validateGuestLink", look, { address });
    expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  });

  it("one link lets so many in in an hour", async () => {
    await app.database.pool.query(
      `insert into auth_counters (key, hits) values ($1, array_fill($2::timestamptz, array[$3::int]))`,
      [`guests by ${link.id}`, app.clock.now(), GUESTS_BY_LINK_HOUR],
    );
    expect(await codeOf(link.code)).toBe("RATE_LIMITED");
  });
});

test.each([
  ["is suspended", { body: { reason: "On leave" } }],
  ["is lowered", { body: { accessLevel: "WRITE" } }],
] as const)("a link is worth nothing while who made it %s", async (_what, { body }) => {
  const level = { params: { slug, participantId: bob.user.id } };
  await olga.call("setAccessLevel", { ...level, body: { accessLevel: "ADMIN" } });
  const { code } = await makeGuestLink(bob, slug);
  const member = { params: { orgId, userId: bob.user.id } };
  if ("reason" in body) await olga.call("suspendMember", { ...member, body });
  else await olga.call("setAccessLevel", { ...level, body });
  expect(await codeOf(code)).toBe("GUEST_LINK_INVALID");
  if ("reason" in body) {
    await olga.call("reactivateMember", member);
    await enterOrganization(bob);
  }
});

test("guests are not left alone: the room is over when everybody else has gone", async () => {
  const gina = await comeAsGuest(app, link.code);
  await bob.call("leaveRoom", toRoom());
  // Nobody could take her place, and she need not stay for a guest.
  await olga.call("leaveRoom", toRoom());
  expect(await codeOf(link.code)).toBe("GUEST_LINK_INVALID");
  await app.jobs.enqueue(app.database.kysely, endStaysJob, {});
  await vi.waitFor(async () => {
    const { rows } = await app.database.pool.query("select status from rooms where slug = $1", [
      slug,
    ]);
    expect(rows).toEqual([{ status: "INACTIVE" }]);
  });
  expect((await gina.refusal("getMe", {})).code).toBe("SESSION_ENDED");
});

test("Personal has guests where its operator says so", async () => {
  const personal = await enter(app, "Paula");
  const body = { title: `Room ${randomUUID()}`, privacy: "public" } as const;
  const { sessionRoomSlug } = await personal.call("createRoom", { body });
  const params = { slug: sessionRoomSlug };
  const settings = { allowGuests: true };
  await personal.call("updateRoom", { params, body: { settings } });
  const made = { params, body: { accessLevel: "WRITE" } } as const;
  expect((await personal.refusal("createGuestLink", made)).code).toBe("GUEST_SIGN_IN_DISABLED");
  expect(await personal.call("getRoomSettings", { params })).toMatchObject({
    allowGuests: true,
    workspaceAllowsGuests: false,
  });
});

test("what is over is forgotten, and accounts go with their room", async () => {
  const gina = await comeAsGuest(app, link.code);
  await olga.call("closeGuestLink", { params: { slug, linkId: link.id } });
  const { pool } = app.database;
  await pool.query("update guest_links set closed_at = now() - interval '31 days' where id = $1", [
    link.id,
  ]);
  const count = async (table: "guest_links" | "users", id: string) =>
    (await pool.query(`select 1 from ${table} where id = $1`, [id])).rowCount;
  const deps = { db: app.database.kysely, clock: app.clock };
  // Her place ends by a job after the link.
  await vi.waitFor(async () => {
    await forgetStays(deps);
    expect(await count("guest_links", link.id)).toBe(0);
  });
  expect(await count("users", gina.user.id)).toBe(1);
  await pool.query("delete from rooms where slug = $1", [slug]);
  await forgetStays(deps);
  await vi.waitFor(async () => expect(await count("users", gina.user.id)).toBe(0));
});
