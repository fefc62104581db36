import {
  commands,
  endpoints,
  type ClientFrame,
  type CommandType,
  type EndpointName,
  type ErrorEnvelope,
  type ParticipantAccessLevel,
  type RoomAccessType,
} from "@colbin/protocol";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Received, TestClient } from "./realtime/test-client.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import {
  accessTypes,
  commandRules,
  endpointRules,
  kinds,
  type Kind,
  type Row,
} from "./permissions.ts";
import { connect } from "./socket.ts";
import { openBrowser, signIn, type Person } from "./world.ts";

/*
 * Every operation and frame, for every kind of caller, in a PUBLIC, a PROTECTED and a PRIVATE room. Before each call the
 * caller is put in their place; a refusal must leave nothing in the log of the room.
 */

let app: TestApp;
let host: Person;
/** In every room with the level WRITE; whoever may, takes them out. */
let guest: Person;
let ears: TestClient;
const people = new Map<Kind, Person>();
const slugs: Record<RoomAccessType, string> = {
  PUBLIC: "open",
  PROTECTED: "asks",
  PRIVATE: "hidden",
};
const messageIds = new Map<RoomAccessType, string>();

const levels: Partial<Record<Kind, ParticipantAccessLevel>> = {
  OWN: "OWNER",
  ADM: "ADMIN",
  WRI: "WRITE",
  COM: "COMMENT",
  REA: "READ",
};

beforeAll(async () => {
  app = await startTestApp({
    environment: {
      API_RATE_ANONYMOUS: "100000",
      SESSIONS_PER_ACCOUNT: "1000",
    },
  });
  host = await signIn(openBrowser(app.app.http.app), "host@example.org");
  for (const kind of kinds) {
    if (kind !== "ANO")
      people.set(kind, await signIn(openBrowser(app.app.http.app), `${kind}@example.org`));
  }
  guest = await signIn(openBrowser(app.app.http.app), "guest@example.org");
  for (const type of accessTypes) {
    const slug = slugs[type];
    await host.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const { message } = await host.call("sendMessage", {
      params: { slug },
      body: { content: "first" },
    });
    messageIds.set(type, message.id);
    await query(`update rooms set access_type = $2 where slug = $1`, slug, type);
  }
  await query(`update users set role = 'GUEST' where id = $1`, people.get("GST")?.user.id);
  ears = await connect(app, host);
});
afterAll(() => app.close());

function query(sql: string, ...values: unknown[]) {
  return app.database.pool.query<Record<string, unknown>>(sql, values);
}

/** Puts the caller where their kind is, whatever an earlier call has changed. */
async function takePlace(kind: Kind, type: RoomAccessType): Promise<void> {
  const id = people.get(kind)?.user.id;
  const level = levels[kind];
  if (id !== undefined) {
    await query(
      `delete from participants p using rooms r where r.id = p.room_id and r.slug = $1 and p.user_id = $2`,
      slugs[type],
      id,
    );
    const place = { level: level ?? "WRITE", status: level ? "ACCEPTED" : "REMOVED" };
    if (level || kind === "REM" || kind === "BAN")
      await insertPlace(type, id, { ...place, isBanned: kind === "BAN" });
  }
  await insertPlace(type, guest.user.id, { level: "WRITE", status: "ACCEPTED", isBanned: false });
  await query(
    `update rooms r set member_count =
      (select count(*) from participants p where p.room_id = r.id and p.access_status = 'ACCEPTED') where r.slug = $1`,
    slugs[type],
  );
}

async function insertPlace(
  type: RoomAccessType,
  id: string,
  place: { readonly level: string; readonly status: string; readonly isBanned: boolean },
): Promise<void> {
  await query(
    `insert into participants (room_id, user_id, access_level, access_status, join_method, is_banned)
      select id, $2, $3, $4, 'DIRECT', $5 from rooms where slug = $1
      on conflict (room_id, user_id) do update set access_level = excluded.access_level,
        access_status = excluded.access_status, is_banned = excluded.is_banned`,
    slugs[type],
    id,
    place.level,
    place.status,
    place.isBanned,
  );
}

async function headOf(type: RoomAccessType): Promise<unknown> {
  const { rows } = await query(`select last_seq from rooms where slug = $1`, slugs[type]);
  return rows[0]?.["last_seq"];
}

/** Every cell of a row. */
function cells(row: Row): { type: RoomAccessType; kind: Kind; expected: string }[] {
  return accessTypes.flatMap((type) =>
    kinds.map((kind, place) => ({ type, kind, expected: row[type][place] ?? "" })),
  );
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

function verdictOf(answer: LightMyRequestResponse): string {
  if (answer.statusCode >= 400) return answer.json<ErrorEnvelope>().code;
  const body =
    answer.body === "" ? {} : answer.json<{ results?: { outcome?: string; code?: string }[] }>();
  const result = body.results?.[0];
  return result?.code ?? result?.outcome ?? "ok";
}

describe.each(Object.keys(endpoints) as EndpointName[])("%s", (name) => {
  const rule = endpointRules[name];
  it.each(cells(rule.row))("$kind in a $type room: $expected", async ({ type, kind, expected }) => {
    await takePlace(kind, type);
    const before = await headOf(type);
    const input = rule.input(slugs[type], messageIds.get(type) ?? "", guest.user.id);
    const as = await tokenFor(name, kind);
    const answer = await whileBlocked(kind, () =>
      app.request(name, input as never, as === undefined ? {} : { as }),
    );
    expect(verdictOf(answer)).toBe(expected);
    const isAllowed = ["ok", "joined", "created", "already"].includes(expected);
    if (!isAllowed) expect(await headOf(type)).toBe(before);
  });
});

/** Signing out ends a session, so it gets one of its own. */
async function tokenFor(name: EndpointName, kind: Kind): Promise<string | undefined> {
  const person = people.get(kind);
  if (!person || name !== "logout") return person?.tokens.access.token;
  const { rows } = await query(`select gen_random_uuid() as id`);
  const identifier = `${String(rows[0]?.["id"])}@example.org`;
  return (await signIn(openBrowser(app.app.http.app), identifier)).tokens.access.token;
}

describe.each(Object.keys(commands) as CommandType[])("%s", (type) => {
  const rule = commandRules[type];
  it.each(cells(rule.row))(
    "$kind in a $type room: $expected",
    async ({ type: access, kind, expected }) => {
      await takePlace(kind, access);
      const before = await headOf(access);
      expect(await whileBlocked(kind, () => sendAs(kind, type, access, expected))).toBe(expected);
      if (expected !== "ok" && type !== "CLIENT_TYPING") expect(await headOf(access)).toBe(before);
    },
  );
});

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
    return await answerTo(client, type, access);
  } finally {
    client.ws.close();
    await client.closed;
  }
}

async function answerTo(
  client: TestClient,
  type: CommandType,
  access: RoomAccessType,
): Promise<string> {
  const frame = commandRules[type].frame(slugs[access], messageIds.get(access) ?? "");
  if (type === "ping") {
    await client.fence();
    return "ok";
  }
  const requestId = `request-${Math.random()}`;
  client.send({ type, requestId, ...frame } as unknown as ClientFrame);
  const reply = await client.reply(requestId);
  return reply.type === "SERVER_MULTI_ROOM_ERROR" ? reply.code : "ok";
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
