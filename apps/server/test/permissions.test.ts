import {
  commands,
  endpoints,
  type ClientFrame,
  type CommandType,
  type EndpointName,
  type RoomAccessType,
  type WorkspaceId,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Received, TestClient } from "./realtime/test-client.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { createOrganization, setMember, switchTo } from "./organizations.ts";
import { comeAsGuest, makeGuestLink } from "./guests.ts";
import { cells, kinds, type Kind } from "./permission-kinds.ts";
import { answerTo, verdictOf } from "./permission-answers.ts";
import { commandRules } from "./permission-commands.ts";
import { endpointRules } from "./permissions.ts";
import { connect } from "./socket.ts";
import { openBrowser, signIn, type Person } from "./world.ts";

/*
 * Every operation and frame, for every kind of caller, in a PUBLIC, a PROTECTED and a PRIVATE room, in Personal and in an
 * organization. Before each call the caller is put in their place; a refusal must leave nothing in the log of the room.
 */

let app: TestApp;
let host: Person;
/** In every room with the level WRITE; whoever may, takes them out. */
let guest: Person;
let ears: TestClient;
/** Where those of another workspace are. */
let elsewhere: WorkspaceId;
const people = new Map<Kind, Person>();
const accessTypes = ["PUBLIC", "PROTECTED", "PRIVATE"] as const;
let slugs: Record<RoomAccessType, string>;
/** By it the link guests come into the PUBLIC room. */
let guestCode: string;
const messageIds = new Map<RoomAccessType, string>();

beforeAll(async () => {
  app = await startTestApp({
    environment: {
      API_RATE_ANONYMOUS: "100000",
      SESSIONS_PER_ACCOUNT: "1000",
      GUEST_LINKS: "on",
      OTP_SENDS_PER_IP_HOUR: "100000",
    },
  });
  // The first account owns the instance, and with it Personal.
  await enter("first");
  elsewhere = await createOrganization(app);
});
afterAll(() => app.close());

function enter(name: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), `${name}@example.org`);
}

function query(sql: string, ...values: unknown[]) {
  return app.database.pool.query<Record<string, unknown>>(sql, values);
}

/** A set of people, each where their kind is in the workspace, and rooms that all of it is about. */
async function setUp(name: string, organization: WorkspaceId | undefined): Promise<void> {
  const join = async (person: Person, role: Exclude<(typeof kinds)[Kind][0], "LINK" | null>) => {
    const isSuspended = role === "SUSPENDED";
    if (organization) {
      await setMember(app, organization, person.user.id, isSuspended ? {} : { role });
      await switchTo(app, person, organization);
      if (isSuspended) await setMember(app, organization, person.user.id, { status: role });
    } else if (role !== "MEMBER")
      await query(`update users set role = $2 where id = $1`, person.user.id, role);
  };
  [host, guest] = [await enter(`host-${name}`), await enter(`guest-${name}`)];
  for (const person of [host, guest]) await join(person, "MEMBER");
  for (const kind of kindsIn(organization !== undefined)) {
    const [role] = kinds[kind];
    if (kind === "ANO" || role === "LINK") continue;
    const person = await enter(`${kind}-${name}`);
    people.set(kind, person);
    if (role !== null) await join(person, role);
    else {
      await setMember(app, elsewhere, person.user.id);
      await switchTo(app, person, elsewhere);
    }
  }
  slugs = { PUBLIC: `open-${name}`, PROTECTED: `asks-${name}`, PRIVATE: `hidden-${name}` };
  for (const type of accessTypes) {
    const slug = slugs[type];
    await host.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const body = { content: "first" };
    const { message } = await host.call("sendMessage", { params: { slug }, body });
    messageIds.set(type, message.id);
    await query(`update rooms set access_type = $2 where slug = $1`, slug, type);
  }
  ears = await connect(app, host);
  if (organization)
    await query(
      `update organizations set settings = '{"allowGuestLinks": true}' where id = $1`,
      organization,
    );
  guestCode = (await makeGuestLink(host, slugs.PUBLIC)).code;
  await comeAgain();
}

/** Another link guest, in whose place the room takes none any more: what becomes of the room does not end their session. */
async function comeAgain(): Promise<void> {
  const allow = (settings: string) =>
    query(`update rooms set settings = $2 where slug = $1`, slugs.PUBLIC, settings);
  await allow('{"allowGuests": true}');
  people.set("LNK", await comeAsGuest(app, guestCode));
  // The job that ends what is over does not look at them: their places are moved about here.
  await query("delete from guests");
  await allow("{}");
}

/** In Personal nobody is suspended without being blocked, and nobody is a guest but by a link. */
function kindsIn(isOrganization: boolean): Kind[] {
  const only: readonly Kind[] = ["SUS", "GIN", "GST"];
  return (Object.keys(kinds) as Kind[]).filter((kind) => isOrganization || !only.includes(kind));
}

/** The session of a link guest who has left is over: another one comes. */
async function bindTo(type: RoomAccessType): Promise<void> {
  const bind = () =>
    query(
      `update sessions set bound_room_id = (select id from rooms where slug = $1) where id = $2 and ended_at is null returning 1`,
      slugs[type],
      people.get("LNK")?.user.sessionId,
    );
  if ((await bind()).rowCount === 1) return;
  await comeAgain();
  await bind();
}

/** Puts the caller where their kind is, whatever an earlier call has changed. */
async function takePlace(kind: Kind, type: RoomAccessType): Promise<void> {
  const [, standing] = kinds[kind];
  if (kind === "LNK") await bindTo(type);
  await query(`delete from rooms where workspace_id = $1`, elsewhere);
  await query(
    `delete from participants p using rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
    slugs[type],
    people.get(kind)?.user.id,
  );
  const id = people.get(kind)?.user.id;
  if (id !== undefined && standing !== "none") await insertPlace(type, id, standing);
  await insertPlace(type, guest.user.id, "WRITE");
  await query(
    `update rooms r set status = 'ACTIVE', member_count =
      (select count(*) from participants p where p.room_id = r.id and p.access_status = 'ACCEPTED') where r.slug = $1`,
    slugs[type],
  );
}

async function insertPlace(type: RoomAccessType, id: string, standing: string): Promise<void> {
  const isGone = standing === "REMOVED" || standing === "BANNED";
  await query(
    `insert into participants (room_id, user_id, access_level, access_status, join_method, is_banned)
      select id, $2, $3, $4, 'DIRECT', $5 from rooms where slug = $1
      on conflict (room_id, user_id) do update set access_level = excluded.access_level,
        access_status = excluded.access_status, is_banned = excluded.is_banned`,
    slugs[type],
    id,
    isGone ? "WRITE" : standing,
    isGone ? "REMOVED" : "ACCEPTED",
    standing === "BANNED",
  );
}

async function headOf(type: RoomAccessType): Promise<unknown> {
  const ofRoom = `select last_seq from rooms where slug = $1 and workspace_id <> $2`;
  const { rows } = await query(ofRoom, slugs[type], elsewhere);
  return rows[0]?.["last_seq"];
}

/** A blocked account has no session: it was good when the person signed in. */
async function whileBlocked<T>(kind: Kind, act: () => Promise<T>): Promise<T> {
  if (kind !== "BLK") return act();
  const id = people.get("BLK")?.user.id;
  await query(`update users set is_blocked = true where id = $1`, id);
  try {
    return await act();
  } finally {
    await query(`update users set is_blocked = false where id = $1`, id);
  }
}

describe.each(["personal", "organization"] as const)("in a workspace of the kind %s", (name) => {
  const isOrganization = name === "organization";
  const isThere = ({ kind }: { kind: Kind }) => kindsIn(isOrganization).includes(kind);
  beforeAll(async () => setUp(name, isOrganization ? await createOrganization(app) : undefined));

  describe.each(Object.keys(endpoints) as EndpointName[])("%s", (call) => {
    const rule = endpointRules[call];
    const row = isOrganization ? rule.row : { ...rule.row, ...rule.personal };
    const own = cells(row).filter(isThere);
    it.each(own)("$kind in a $type room: $expected", async ({ type, kind, expected }) => {
      await takePlace(kind, type);
      const before = await headOf(type);
      const input = rule.input(slugs[type], messageIds.get(type) ?? "", guest.user.id);
      const as = await tokenFor(call, kind);
      const answer = await whileBlocked(kind, () =>
        app.request(call, input as never, as === undefined ? {} : { as }),
      );
      expect(verdictOf(answer)).toBe(expected);
      const isAllowed = ["ok", "joined", "already"].includes(expected);
      if (!isAllowed) expect(await headOf(type)).toBe(before);
    });
  });

  describe.each(Object.keys(commands) as CommandType[])("%s", (type) => {
    const own = cells(commandRules[type].row).filter(isThere);
    it.each(own)("$kind in a $type room: $expected", async ({ type: access, kind, expected }) => {
      await takePlace(kind, access);
      const before = await headOf(access);
      expect(await whileBlocked(kind, () => sendAs(kind, type, access, expected))).toBe(expected);
      if (expected !== "ok" && type !== "CLIENT_TYPING") expect(await headOf(access)).toBe(before);
    });
  });

  it("shows a session that is bound to one room no other", async () => {
    const writer = people.get("WRI");
    await takePlace("WRI", "PUBLIC");
    await takePlace("WRI", "PROTECTED");
    const bind = (slug: string | null) =>
      query(
        `update sessions set bound_room_id = (select id from rooms where slug = $1) where id = $2`,
        slug,
        writer?.user.sessionId,
      );
    await bind(slugs.PROTECTED);
    const params = { slug: slugs.PUBLIC };
    expect(await writer?.refusal("getRoom", { params })).toMatchObject({ code: "ROOM_NOT_FOUND" });
    const messages = await writer?.refusal("listMessages", { params, query: {} });
    expect(messages).toMatchObject({ code: "ROOM_NOT_FOUND" });
    const refused = await writer?.refusal("subscribeRooms", {
      body: { sessionRoomSlugs: [slugs.PUBLIC] },
    });
    expect(refused).toMatchObject({ code: "ROOMS_NOT_FOUND" });
    await bind(null);
    await writer?.call("getRoom", { params });
  });

  it("has nothing under the ids of another one", async () => {
    const member = people.get("MEM");
    const foreign = people.get("OUT");
    if (!member || !foreign) throw new Error("Both are there");
    await takePlace("MEM", "PUBLIC");
    const slug = "own";
    await foreign.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const params = { slug, participantId: guest.user.id };
    const lastReadMessageId = messageIds.get("PUBLIC") ?? "";
    const codes = [
      await foreign.refusal("markRead", { params, body: { lastReadMessageId } }),
      await foreign.refusal("removeParticipant", { params, body: {} }),
      await member.refusal("getRoom", { params }),
    ].map(({ code, status }) => [code, status]);
    expect(codes).toEqual([
      ["MESSAGE_NOT_FOUND", 404],
      ["PARTICIPANT_NOT_FOUND", 404],
      ["ROOM_NOT_FOUND", 404],
    ]);
  });
});

/** What ends a session, or leads it elsewhere, gets one of its own. */
async function tokenFor(name: EndpointName, kind: Kind): Promise<string | undefined> {
  const person = people.get(kind);
  const isLeaving = name === "logout" || (name === "switchToPersonal" && kind !== "LNK");
  if (!person || !isLeaving) return person?.tokens.access.token;
  const { rows } = await query(`select gen_random_uuid() as id`);
  const identifier = `${String(rows[0]?.["id"])}@example.org`;
  return (await signIn(openBrowser(app.app.http.app), identifier)).tokens.access.token;
}

async function sendAs(
  kind: Kind,
  type: CommandType,
  access: RoomAccessType,
  expected: string,
): Promise<string> {
  const as = people.get(kind)?.tokens.access.token;
  const ticket = await app.request("createWsTicket", {}, as === undefined ? {} : { as });
  const person = people.get(kind);
  if (ticket.statusCode >= 400 || !person) return verdictOf(ticket);
  const client = await connect(app, person);
  try {
    if (type === "CLIENT_TYPING") return await typingSeen(client, person, access, expected);
    return await answerTo(client, type, slugs[access], messageIds.get(access) ?? "");
  } finally {
    client.ws.close();
    await client.closed;
  }
}

/**
 * Heard by the host, who is in every room: waited for where it is expected, else given the time of some messages of theirs, which
 * take longer than what came before them.
 */
async function typingSeen(
  client: TestClient,
  { user }: Person,
  access: RoomAccessType,
  expected: string,
): Promise<string> {
  const slug = slugs[access];
  const isSeen = (each: Received): boolean =>
    each["event"] === "user_typing" &&
    each["sessionRoomSlug"] === slug &&
    each["userId"] === user.id;
  const frame = commandRules.CLIENT_TYPING.frame(slug, "");
  client.send({ type: "CLIENT_TYPING", ...frame } as ClientFrame);
  if (expected === "ok") await ears.until(isSeen);
  await client.fence();
  for (let round = 0; round < 6; round += 1) {
    const marker = `marker ${Math.random()}`;
    await host.call("sendMessage", { params: { slug }, body: { content: marker } });
    await ears.until((each) => JSON.stringify(each).includes(marker));
  }
  return ears.frames.some(isSeen) ? "ok" : "silent";
}
