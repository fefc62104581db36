import { createHash, createPrivateKey, randomBytes, sign, type webcrypto } from "node:crypto";
import type { Client } from "pg";

/*
 * People, sessions, rooms and tickets, written into the database of a running server as the server itself would write them,
 * so that thousands of sockets can enter at once. One-time codes are limited per address, and would take minutes.
 */

export interface SeededPerson {
  readonly userId: string;
  readonly sessionId: string;
}

interface SeededRoom {
  readonly id: string;
  readonly slug: string;
}

export interface World {
  readonly workspaceId: string;
  readonly people: readonly SeededPerson[];
  readonly rooms: readonly SeededRoom[];
}

export interface WorldPlan {
  readonly people: number;
  readonly rooms: number;
  /** The places of the rooms of a person. */
  readonly roomsOf: (person: number) => readonly number[];
  /** Begins the names, so that several worlds fit into one database. */
  readonly prefix?: string;
}

const SESSION_LIFE = "12 hours";
const CHUNK = 20_000;

/** Writes a world: every person has one live session and may write in all of their rooms. */
export async function seedWorld(database: Client, plan: WorldPlan): Promise<World> {
  const { prefix = "load" } = plan;
  const workspaceId = await findWorkspace(database);
  const people = await insertPeople(database, workspaceId, { prefix, count: plan.people });
  const rooms = await insertRooms(database, workspaceId, { prefix, count: plan.rooms });
  const places = people.flatMap(({ userId }, person) =>
    plan.roomsOf(person).map((room) => ({ roomId: rooms[room]?.id, userId })),
  );
  for (let start = 0; start < places.length; start += CHUNK) {
    await insertParticipants(database, places.slice(start, start + CHUNK));
  }
  await database.query(
    `update rooms r set member_count = (select count(*) from participants p where p.room_id = r.id)
     where id = any ($1::uuid[])`,
    [rooms.map(({ id }) => id)],
  );
  await database.query("analyze users, sessions, rooms, participants");
  return { workspaceId, people, rooms };
}

async function findWorkspace(database: Client): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    "select id from workspaces where kind = 'personal'",
  );
  const [row] = rows;
  if (!row) throw new Error("A migrated database has its Personal workspace");
  return row.id;
}

interface Many {
  readonly prefix: string;
  readonly count: number;
}

async function insertPeople(
  database: Client,
  workspaceId: string,
  { prefix, count }: Many,
): Promise<SeededPerson[]> {
  const { rows } = await database.query<SeededPerson>(
    `with made as (
       insert into users (full_name, username, email, is_email_verified)
       select initcap($1) || ' ' || n, $1 || '.p' || n, $1 || '.p' || n || '@load.example', true
       from generate_series(1, $2::integer) n returning id
     )
     insert into sessions (user_id, workspace_id, refresh_delivery, expires_at)
     select id, $3, 'body', now() + $4::interval from made
     returning user_id as "userId", id as "sessionId"`,
    [prefix, count, workspaceId, SESSION_LIFE],
  );
  return rows;
}

async function insertRooms(
  database: Client,
  workspaceId: string,
  { prefix, count }: Many,
): Promise<SeededRoom[]> {
  const { rows } = await database.query<SeededRoom>(
    `insert into rooms (workspace_id, slug, title, room_type, access_type)
     select $3, $1 || '-' || n, $1 || ' ' || n, 'channel', 'PUBLIC' from generate_series(1, $2::integer) n
     returning id, slug`,
    [prefix, count, workspaceId],
  );
  return rows;
}

async function insertParticipants(
  database: Client,
  places: readonly { readonly roomId: string | undefined; readonly userId: string }[],
): Promise<void> {
  await database.query(
    `insert into participants (room_id, user_id, access_level, access_status, join_method)
     select room_id, user_id, 'WRITE', 'ACCEPTED', 'DIRECT' from unnest($1::uuid[], $2::uuid[]) p (room_id, user_id)`,
    [places.map(({ roomId }) => roomId), places.map(({ userId }) => userId)],
  );
}

/** An organization of these people, the first of whom owns it; who works in it is said elsewhere. */
export async function insertOrganization(
  database: Client,
  people: readonly SeededPerson[],
): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `with made as (insert into workspaces (kind) values ('organization') returning id)
     insert into organizations (id, title, type) select id, 'Nordlicht', 'COMPANY' from made returning id`,
  );
  const id = rows[0]?.id ?? "";
  await database.query(
    `insert into workspace_members (workspace_id, user_id, role, status)
     select $1, id, case when place = 1 then 'OWNER' else 'MEMBER' end, 'ACTIVE'
     from unnest($2::uuid[]) with ordinality p (id, place)`,
    [id, people.map(({ userId }) => userId)],
  );
  return id;
}

/** Moves a world into an organization of its people, who work there. */
export async function moveToOrganization(database: Client, world: World): Promise<World> {
  const workspaceId = await insertOrganization(database, world.people);
  await database.query("update sessions set workspace_id = $1 where user_id = any ($2::uuid[])", [
    workspaceId,
    world.people.map(({ userId }) => userId),
  ]);
  await database.query("update rooms set workspace_id = $1 where id = any ($2::uuid[])", [
    workspaceId,
    world.rooms.map(({ id }) => id),
  ]);
  return { ...world, workspaceId };
}

/** One ticket for each of these people, good for one socket each within the hour. */
export async function makeTickets(
  database: Client,
  { workspaceId }: Pick<World, "workspaceId">,
  people: readonly SeededPerson[],
): Promise<string[]> {
  const tickets = people.map(() => `wst_${randomBytes(16).toString("base64url")}`);
  await database.query(
    `insert into ws_tickets (ticket_hash, session_id, workspace_id, access_expires_at, expires_at)
     select hash, session_id, $3, now() + $4::interval, now() + interval '1 hour'
     from unnest($1::bytea[], $2::uuid[]) t (hash, session_id)`,
    [
      tickets.map((ticket) => createHash("sha256").update(ticket).digest()),
      people.map(({ sessionId }) => sessionId),
      workspaceId,
      SESSION_LIFE,
    ],
  );
  return tickets;
}

/** Access tokens for REST, one for each of these people, signed with the key of the instance. */
export async function signAccessTokens(
  database: Client,
  { workspaceId }: Pick<World, "workspaceId">,
  people: readonly SeededPerson[],
): Promise<string[]> {
  const { rows } = await database.query<{ key: webcrypto.JsonWebKey }>(
    "select signing_key as key from instance",
  );
  const key = createPrivateKey({ key: rows[0]?.key ?? {}, format: "jwk" });
  const now = Math.floor(Date.now() / 1000);
  const header = toPart({ alg: "EdDSA", typ: "at+jwt" });
  return people.map(({ userId, sessionId }) => {
    const times = { iat: now, exp: now + 3600 };
    const body = toPart({ sub: userId, sid: sessionId, wid: workspaceId, iss: "colbin", ...times });
    const signature = sign(null, Buffer.from(`${header}.${body}`), key).toString("base64url");
    return `${header}.${body}.${signature}`;
  });
}

function toPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
