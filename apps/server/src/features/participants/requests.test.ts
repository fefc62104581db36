import type { AccessRequest, ParticipantAccessLevel, RoomAccessType } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import type { Received } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

/* Asking to come into a room, or for more in it, and what those who lead it answer. */

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const query = (text: string, ...values: unknown[]) =>
  app.database.pool.query<Record<string, unknown>>(text, values);

/** Alice leads it; the others are in. */
async function aRoom(type: RoomAccessType, ...others: Person[]): Promise<string> {
  // Nobody makes so many rooms in a day.
  await query(`update rooms set created_at = now() - interval '2 days'`);
  const slug = await createRoomOf(world.alice, ...others);
  await query(`update rooms set access_type = $2 where slug = $1`, slug, type);
  return slug;
}

const setPlace = (slug: string, { user }: Person, change: string) =>
  query(
    `update participants p set ${change} from rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    slug,
    user.id,
  );

interface Wish {
  readonly accessLevel?: ParticipantAccessLevel;
  readonly message?: string;
  readonly invitedBy?: string;
}

const asking = (slug: string, body: Wish = {}) => ({ params: { slug }, body });
const ask = (person: Person, slug: string, body?: Wish) =>
  person.call("requestAccess", asking(slug, body));

async function asked(person: Person, slug: string, body?: Wish): Promise<AccessRequest> {
  const { request } = await ask(person, slug, body);
  if (!request) throw new Error("Nothing was asked");
  return request;
}

async function queueOf(person: Person, slug: string, status?: AccessRequest["status"]) {
  const { results } = await person.call("listAccessRequests", {
    params: { slug },
    query: status ? { status } : {},
  });
  return results.map(({ user, message }) => [user.fullName, message]);
}

const isNews = (status: string) => (frame: Received) =>
  frame["event"] === "access_changed" && JSON.stringify(frame).includes(`"${status}"`);
const isTold = (type: string) => (frame: Received) =>
  frame.type === "SERVER_NOTIFICATION" && frame["notificationType"] === type;

describe("asking to come into a PROTECTED room", () => {
  it("is told to those who lead it at once and to nobody else, and approving lets in", async () => {
    const slug = await aRoom("PROTECTED", world.carol);
    const [alice, bob] = [await connect(app, world.alice), await connect(app, world.bob)];
    const carol = await connect(app, world.carol);

    const { accessStatus, seq, request } = await ask(world.bob, slug, { message: "Let me in" });

    expect(accessStatus).toBe("PENDING");
    expect(seq).toBeUndefined();
    for (const socket of [alice, bob])
      expect(await socket.until(isNews("PENDING"))).toMatchObject({
        data: {
          sessionRoomSlug: slug,
          sessionUserId: world.bob.user.id,
          request: { id: request?.id },
        },
      });
    expect(await alice.until(isTold("ACCESS_REQUEST"))).toMatchObject({
      title: expect.stringContaining("Bob asks to join") as string,
    });
    expect(await queueOf(world.alice, slug)).toEqual([["Bob", "Let me in"]]);
    const waiting = async (person: Person) => {
      const feed = await person.call("listNotifications", { query: { waiting: "true" } });
      return feed.results.map(({ type }) => type);
    };
    expect(await waiting(world.alice)).toContain("ACCESS_REQUEST");
    const card = await world.bob.call("getRoom", { params: { slug } });
    expect(card).toMatchObject({ accessStatus: "PENDING", accessLevel: null });
    const entry = await world.bob.call("validateRoom", { params: { slug } });
    expect(entry).toMatchObject({ action: "none", request, askAgainAt: null, invitedBy: null });

    const approved = await world.alice.call("approveAccessRequest", {
      params: { id: request?.id ?? "" },
    });

    expect(approved).toMatchObject({ status: "APPROVED", message: null });
    const line = await carol.until((frame) => JSON.stringify(frame).includes("Bob joined"));
    expect(line).toMatchObject({ sessionRoomSlug: slug });
    await bob.until(({ type, ...frame }) =>
      type === "SERVER_SUBSCRIPTION_UPDATE" ? JSON.stringify(frame).includes(slug) : false,
    );
    await bob.until(isTold("ACCESS_REQUEST_APPROVED"));
    // An entry that only tells something waits for nobody.
    for (const person of [world.alice, world.bob])
      expect(await waiting(person)).not.toContain("ACCESS_REQUEST");
    expect(await waiting(world.bob)).toEqual([]);
    await carol.fence();
    expect(carol.frames.some(isNews("PENDING"))).toBe(false);
    expect(await queueOf(world.alice, slug)).toEqual([]);
    // What was answered is no news to anybody who decides.
    const { results } = await world.alice.call("listNotifications", { query: {} });
    expect(results.filter(({ type }) => type === "ACCESS_REQUEST")).toEqual([]);
    const say = { params: { slug }, body: { content: "thanks" } };
    await world.bob.call("sendMessage", say);
  });

  it("again is the same request, by whatever call", async () => {
    const slug = await aRoom("PROTECTED");
    const first = await asked(world.bob, slug);
    expect((await asked(world.bob, slug)).id).toBe(first.id);
    const body = { sessionRoomSlug: slug };
    const { results } = await world.bob.call("createOrJoinRooms", { body });
    expect(results).toMatchObject([{ outcome: "requested", sessionRoomSlug: slug }]);
    expect(await queueOf(world.alice, slug)).toHaveLength(1);
  });

  it("by create-or-join is a request as well", async () => {
    const slug = await aRoom("PROTECTED");
    const body = { sessionRoomSlug: slug };
    const { results } = await world.bob.call("createOrJoinRooms", { body });
    expect(results).toEqual([{ requested: slug, sessionRoomSlug: slug, outcome: "requested" }]);
    expect(await queueOf(world.alice, slug)).toEqual([["Bob", ""]]);
  });

  it("and being refused, with a reason, keeps one from asking for a day", async () => {
    const slug = await aRoom("PROTECTED");
    const bob = await connect(app, world.bob);
    const { id } = await asked(world.bob, slug);
    const body = { reason: "Not yet" };
    await world.alice.call("rejectAccessRequest", { params: { id }, body });
    await bob.until(isNews("REJECTED"));
    expect(await bob.until(isTold("ACCESS_REQUEST_REJECTED"))).toMatchObject({ body: "Not yet" });
    const entry = await world.bob.call("validateRoom", { params: { slug } });
    expect(entry.refusal).toBe("Not yet");
    const hours = (Date.parse(entry.askAgainAt ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    const refused = await world.bob.refusal("requestAccess", asking(slug));
    expect(refused).toMatchObject({ code: "ACCESS_REQUEST_TOO_SOON", details: { hours: 24 } });
    const { results } = await world.bob.call("createOrJoinRooms", {
      body: { sessionRoomSlug: slug },
    });
    expect(results).toMatchObject([
      {
        outcome: "refused",
        code: "ACCESS_REQUEST_TOO_SOON",
        message: "You can ask again in 24 hours",
        status: 409,
        details: { hours: 24 },
      },
    ]);
    await setPlace(slug, world.bob, "status_at = status_at - interval '25 hours'");
    expect((await ask(world.bob, slug)).accessStatus).toBe("PENDING");
  });

  it("is taken back by who asked alone", async () => {
    const slug = await aRoom("PROTECTED", world.carol);
    const { id } = await asked(world.bob, slug);
    const params = { id };
    for (const person of [world.alice, world.carol])
      expect((await person.refusal("cancelAccessRequest", { params })).code).toBe(
        "ACCESS_REQUEST_NOT_FOUND",
      );
    const cancelled = await world.bob.call("cancelAccessRequest", { params });
    expect(cancelled.status).toBe("CANCELLED");
    const { accessStatus } = await world.bob.call("getRoom", { params: { slug } });
    expect(accessStatus).toBe("IDLE");
  });

  it("is decided by those who lead the room, once", async () => {
    const slug = await aRoom("PROTECTED", world.carol);
    const { id } = await asked(world.bob, slug);
    const params = { id };
    for (const person of [world.bob, world.carol, world.mallory]) {
      const refused = await person.refusal("approveAccessRequest", { params });
      expect(refused.code).toBe("ACCESS_REQUEST_NOT_FOUND");
    }
    await setPlace(slug, world.carol, "access_level = 'ADMIN'");
    const answers = await Promise.allSettled([
      world.alice.call("approveAccessRequest", { params }),
      world.carol.call("rejectAccessRequest", { params, body: {} }),
      world.bob.call("cancelAccessRequest", { params }),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const late = await world.alice.refusal("approveAccessRequest", { params });
    expect(late.code).toBe("ACCESS_REQUEST_CLOSED");
  });

  it("is refused beyond twenty open requests, whatever the rooms", async () => {
    const slug = await aRoom("PROTECTED");
    const { id } = await asked(world.mallory, slug);
    await query(
      `with made as (
        insert into rooms (workspace_id, slug, title, room_type, access_type)
          select workspace_id, 'full-' || i, 'full', 'channel', 'PROTECTED' from rooms, generate_series(1, 20) i where slug = $1
          returning id
      ), placed as (
        insert into participants (room_id, user_id, access_level, access_status, join_method)
          select made.id, $2, 'WRITE', 'PENDING', 'DIRECT' from made returning room_id, user_id
      ) select 1 from placed`,
      slug,
      world.mallory.user.id,
    );
    await query(
      `insert into access_requests (room_id, user_id, type, access_level, created_at, expires_at)
        select room_id, user_id, 'JOIN_ROOM', 'WRITE', now(), 'infinity' from participants p
        join rooms r on r.id = p.room_id where r.slug like 'full-%'`,
    );
    await world.mallory.call("cancelAccessRequest", { params: { id } });
    const refused = await world.mallory.refusal("requestAccess", asking(slug));
    expect(refused).toMatchObject({
      code: "ACCESS_REQUEST_LIMIT_REACHED",
      details: { max: 20 },
    });
    await query(`delete from rooms where slug like 'full-%'`);
  });

  it("ends after 14 days, and those who decide hear of it", async () => {
    const slug = await aRoom("PROTECTED");
    const alice = await connect(app, world.alice);
    const { id } = await asked(world.bob, slug);
    await query(`update access_requests set expires_at = created_at where id = $1`, id);
    await setPlace(slug, world.bob, "status_at = status_at - interval '15 days'");
    const params = { id };
    expect((await world.alice.refusal("approveAccessRequest", { params })).details).toEqual({
      status: "EXPIRED",
    });
    await app.app.workers.find(({ kind }) => kind.name === "participants.expire")?.run({});
    expect(await alice.until(isNews("EXPIRED"))).toMatchObject({ data: { accessStatus: "IDLE" } });
    expect(await queueOf(world.alice, slug, "EXPIRED")).toEqual([["Bob", null]]);
  });
});

it.each([
  ["archived", (slug: string) => world.alice.call("archiveRoom", { params: { slug } })],
  [
    "made PUBLIC",
    (slug: string) =>
      world.alice.call("changeAccessType", {
        params: { slug },
        body: { accessType: "PUBLIC" },
      }),
  ],
])("requests are cancelled when the room is %s", async (_name, change) => {
  const slug = await aRoom("PROTECTED");
  const { id } = await asked(world.bob, slug);
  const bob = await connect(app, world.bob);
  await change(slug);
  await bob.until((frame) => frame["event"] === "reload");
  const late = await world.alice.refusal("approveAccessRequest", { params: { id } });
  expect(late).toMatchObject({ code: "ACCESS_REQUEST_CLOSED", details: { status: "CANCELLED" } });
  expect((await world.bob.call("getRoom", { params: { slug } })).accessStatus).toBe("IDLE");
});

it("a room for the people of a domain is asked for by everybody else", async () => {
  const slug = await aRoom("PUBLIC");
  await query(`update rooms set organization_domain = 'example.com' where slug = $1`, slug);
  expect(await asked(world.bob, slug)).toMatchObject({ type: "DOMAIN_EXCEPTION" });
  const { id } = await asked(world.bob, slug);
  await world.alice.call("approveAccessRequest", { params: { id } });
  expect((await world.bob.call("getRoom", { params: { slug } })).accessStatus).toBe("ACCEPTED");
});

describe("asking", () => {
  const join = (change: string) => async (slug: string) => {
    await query(`update rooms set ${change} where slug = $1`, slug);
  };
  const leave = (change: string) => async (slug: string) => {
    await world.bob.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    await world.bob.call("leaveRoom", { params: { slug } });
    await setPlace(slug, world.bob, change);
  };
  const refusals: readonly [string, RoomAccessType, (slug: string) => Promise<unknown>, string][] =
    [
      ["a PRIVATE room", "PRIVATE", async () => undefined, "ROOM_NOT_FOUND"],
      ["an archived room", "PROTECTED", join("status = 'ARCHIVED'"), "ROOM_ARCHIVED"],
      [
        "a room that one is banned from",
        "PUBLIC",
        leave("access_status = 'REMOVED', is_banned = true"),
        "ROOM_BANNED",
      ],
    ];
  it.each(refusals)("is refused for %s", async (_name, type, prepare, code) => {
    const slug = await aRoom(type);
    await prepare(slug);
    expect((await world.bob.refusal("requestAccess", asking(slug))).code).toBe(code);
  });

  it.each([
    ["READ", "READ"],
    ["WRITE", "WRITE"],
    ["OWNER", "WRITE"],
  ] as const)("a PUBLIC room for %s gives %s at once", async (accessLevel, given) => {
    const slug = await aRoom("PUBLIC");
    const alice = await connect(app, world.alice);
    const { seq, ...entry } = await ask(world.bob, slug, { accessLevel });
    expect(entry).toMatchObject({
      accessStatus: "ACCEPTED",
      participant: { accessLevel: given, joinMethod: "DIRECT" },
    });
    expect(entry.request).toBeUndefined();
    await alice.until((frame) => frame["seq"] === seq && frame["sessionRoomSlug"] === slug);
  });

  it("tells whose link it was, where that is somebody of the workspace", async () => {
    const methodFor = async (invitedBy: string) => {
      const slug = await aRoom("PUBLIC");
      return (await ask(world.bob, slug, { invitedBy })).participant.joinMethod;
    };
    expect(await methodFor(world.alice.user.id)).toBe("SHARED_LINK");
    expect(await methodFor(world.bob.user.id)).toBe("DIRECT");
    expect(await methodFor("01930000-0000-7000-8000-000000000000")).toBe("DIRECT");
    expect(await methodFor("somebody")).toBe("DIRECT");
  });

  it("is refused with a message that is too long", async () => {
    const slug = await aRoom("PROTECTED");
    const refused = await world.bob.refusal(
      "requestAccess",
      asking(slug, { message: "x".repeat(501) }),
    );
    expect(refused.code).toBe("VALIDATION_ERROR");
  });
});

describe("asking for more", () => {
  it("keeps the participant in, and is answered with the level", async () => {
    const slug = await aRoom("PUBLIC", world.bob);
    await setPlace(slug, world.bob, "access_level = 'READ'");
    const alice = await connect(app, world.alice);
    const { accessStatus, request } = await ask(world.bob, slug, { accessLevel: "WRITE" });
    expect(accessStatus).toBe("ACCEPTED");
    expect(request).toMatchObject({ type: "UPGRADE_ACCESS", accessLevel: "WRITE" });
    const params = { id: request?.id ?? "" };
    await world.alice.call("approveAccessRequest", { params });
    const changed = await alice.until((frame) => frame["event"] === "participant_changed");
    expect(changed).toMatchObject({ userName: "Bob", accessLevel: "WRITE" });
  });

  it("is refused for a day after it was denied, and over with leaving", async () => {
    const slug = await aRoom("PUBLIC", world.bob);
    const wish = { accessLevel: "ADMIN" } as const;
    const { id } = await asked(world.bob, slug, wish);
    await world.alice.call("rejectAccessRequest", { params: { id }, body: {} });
    expect((await world.bob.refusal("requestAccess", asking(slug, wish))).code).toBe(
      "ACCESS_REQUEST_TOO_SOON",
    );
    await query(`update access_requests set closed_at = closed_at - interval '2 days'`);
    await asked(world.bob, slug, wish);
    await world.bob.call("leaveRoom", { params: { slug } });
    expect(await queueOf(world.alice, slug)).toEqual([]);
  });

  it("is nothing for the same level or less, and refused for OWNER and in general", async () => {
    const slug = await aRoom("PUBLIC", world.bob);
    for (const accessLevel of ["WRITE", "READ"] as const) {
      const entry = await ask(world.bob, slug, { accessLevel });
      expect(entry).toMatchObject({ participant: { accessLevel: "WRITE" } });
      expect(entry.request).toBeUndefined();
    }
    const owner = asking(slug, { accessLevel: "OWNER" });
    expect((await world.bob.refusal("requestAccess", owner)).code).toBe("ACCESS_LEVEL_NOT_ALLOWED");
    await ask(world.bob, "general");
    const admin = asking("general", { accessLevel: "ADMIN" });
    expect((await world.bob.refusal("requestAccess", admin)).code).toBe("ROOM_IS_GENERAL");
  });

  it("is not granted by who may not give it", async () => {
    const slug = await aRoom("PUBLIC", world.bob, world.carol);
    await setPlace(slug, world.carol, "access_level = 'ADMIN'");
    const { id } = await asked(world.bob, slug, { accessLevel: "ADMIN" });
    const refused = await world.carol.refusal("approveAccessRequest", { params: { id } });
    expect(refused.code).toBe("ACCESS_LEVEL_NOT_ALLOWED");
    await world.alice.call("approveAccessRequest", { params: { id } });
  });
});

test("a crowd that asks at once is a queue of all of them", async () => {
  const slug = await aRoom("PROTECTED");
  const people = [world.bob, world.carol, world.mallory];
  await Promise.all([...people, ...people].map((person) => ask(person, slug)));
  const names = (await queueOf(world.alice, slug)).map(([name]) => name);
  expect(names.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    "Bob",
    "Carol",
    "Mallory",
  ]);
});
