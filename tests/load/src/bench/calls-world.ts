import type { Client } from "pg";
import { moveToOrganization, seedWorld, signAccessTokens, type World } from "../seed.ts";
import { fillRooms } from "../seed-messages.ts";
import type { BenchServer } from "./server.ts";

/* The organization that the calls are made in: its people, each with a room, a conversation and notifications. */

export interface CallsSizes {
  readonly rooms: number;
  /** Of every room those who are in no other, unless they are among the people of many rooms. */
  readonly perRoom: number;
  /** One person in so many is in `manyRooms`. */
  readonly manyEvery: number;
  readonly manyRooms: number;
  readonly messagesPerRoom: number;
  readonly notifications: number;
}

/** Somebody who calls, in the room that they work in. */
export interface Caller {
  readonly token: string;
  readonly userId: string;
  readonly orgId: string;
  readonly slug: string;
  /** Ids of the messages of the room, and of the own ones in it; oldest first. */
  readonly messages: readonly string[];
  readonly own: readonly string[];
}

/** Writes the organization into the database of a running server; neighbours in the list are in different rooms. */
export async function seedCallers(server: BenchServer, sizes: CallsSizes): Promise<Caller[]> {
  const { database } = server;
  const { rooms, perRoom, manyEvery, manyRooms, messagesPerRoom } = sizes;
  const seeded = await seedWorld(database, {
    people: rooms * perRoom,
    rooms,
    roomsOf: (person) =>
      Array.from(
        { length: person % manyEvery === 0 ? manyRooms : 1 },
        (_, place) => (person + place) % rooms,
      ),
  });
  const world = await moveToOrganization(database, seeded);
  await fillRooms(database, world, messagesPerRoom);
  // Everything is unread, so that marks move for as long as there are messages.
  await database.query("update participants set read_msg_no = 0, last_read_at = null");
  await insertNotifications(database, world, sizes);
  const callers = await listCallers(database, world);
  await openConversations(server, callers, rooms);
  await database.query("vacuum analyze");
  return callers;
}

/** That each was brought into their room, half of them read: what is shown depends on being in it still. */
async function insertNotifications(
  database: Client,
  { people, rooms }: World,
  { notifications }: CallsSizes,
): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  await database.query("insert into notification_feeds select unnest($1::uuid[]), 1", [ids]);
  await database.query(
    `insert into notifications (user_id, workspace_id, type, priority, group_key, actor_ids, facts, created_at, updated_at, read_at)
     select p.id, r.workspace_id, 'ROOM_INVITED', 'NORMAL', 'seed_' || n, array[($1::uuid[])[1]],
       jsonb_build_object('workspaceId', r.workspace_id, 'roomId', r.id, 'sessionRoomSlug', r.slug, 'title', r.title, 'accessLevel', 'WRITE'),
       now(), now(), case when n % 2 = 0 then now() end
     from unnest($1::uuid[]) with ordinality p (id, place)
       join rooms r on r.id = ($2::uuid[])[1 + (p.place - 1) % $3], generate_series(1, $4::integer) n`,
    [ids, rooms.map(({ id }) => id), rooms.length, notifications],
  );
}

async function listCallers(database: Client, world: World): Promise<Caller[]> {
  const { rows } = await database.query<{ id: string; roomId: string; authorId: string }>(
    `select id, room_id as "roomId", author_id as "authorId" from messages order by room_id, seq`,
  );
  const ofRoom = Map.groupBy(rows, ({ roomId }) => roomId);
  const ofAuthor = Map.groupBy(rows, ({ roomId, authorId }) => `${roomId} ${authorId}`);
  const messagesOf = new Map(
    [...ofRoom].map(([roomId, messages]) => [roomId, messages.map(({ id }) => id)]),
  );
  const tokens = await signAccessTokens(database, world, world.people);
  return world.people.map(({ userId }, person) => {
    const { id = "", slug = "" } = world.rooms[person % world.rooms.length] ?? {};
    return {
      token: tokens[person] ?? "",
      userId,
      orgId: world.workspaceId,
      slug,
      messages: messagesOf.get(id) ?? [],
      own: (ofAuthor.get(`${id} ${userId}`) ?? []).map((message) => message.id),
    };
  });
}

/** Everybody begins one, as a client does, with the next person of their room. */
async function openConversations(
  { baseUrl }: BenchServer,
  callers: readonly Caller[],
  rooms: number,
): Promise<void> {
  for (const [place, { token }] of callers.entries()) {
    const userId = callers[(place + rooms) % callers.length]?.userId;
    const reply = await fetch(`${baseUrl}/v1/session-room/dm/create-or-get`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ userId }),
    });
    if (!reply.ok) throw new Error(`A conversation was answered ${await reply.text()}`);
  }
}
