import type { Client } from "pg";
import type { World } from "./seed.ts";

/**
 * Fills the rooms of a world with so many messages each, by their participants in turn, as if all had been sent, read and followed, but that
 * search does not find them; the first one so many days ago, and each a bit later.
 */
export async function fillRooms(
  database: Client,
  { rooms }: Pick<World, "rooms">,
  perRoom: number,
  { days, everyMs } = { days: 1, everyMs: 1 },
): Promise<void> {
  for (const { id } of rooms) {
    await database.query(
      `with authors as (select array_agg(user_id order by user_id) as ids from participants where room_id = $1)
       insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
       select $1, n, n, uuidv7(), a.ids[1 + n % cardinality(a.ids)], 'seed_' || n, sha256(convert_to(n::text, 'UTF8')),
         rpad('message ' || n || ' ', 100, 'lorem ipsum dolor sit amet '), 'text', at, at
       from rooms r, authors a, generate_series(r.last_seq + 1, r.last_seq + $2::integer) n,
         lateral (select now() - $3 * interval '1 day' + n * $4 * interval '1 ms' as at) t
       where r.id = $1`,
      [id, perRoom, days, everyMs],
    );
  }
  await database.query(
    `update rooms r set last_seq = m.last, last_msg_no = m.last
     from (select room_id, max(seq) as last from messages where room_id = any ($1::uuid[]) group by room_id) m
     where r.id = m.room_id`,
    [rooms.map(({ id }) => id)],
  );
  await database.query(
    `update participants p set read_msg_no = r.last_msg_no, last_read_at = now() from rooms r
     where r.id = p.room_id and r.id = any ($1::uuid[])`,
    [rooms.map(({ id }) => id)],
  );
  await skipFollowing(
    database,
    rooms.map(({ id }) => id),
  );
  await database.query("vacuum analyze messages, rooms, participants");
}

/** As apps/server/src/followers.ts names them. */
const CONSUMERS = ["search", "previews", "notifications", "webhooks"];

/** The consumers of the logs have nothing left to do in these rooms: what they catch up with would be measured as well. */
export async function skipFollowing(database: Client, roomIds: readonly string[]): Promise<void> {
  await database.query(
    `insert into log_places (consumer, room_id, seq)
     select c.consumer, r.id, r.last_seq from rooms r cross join unnest($2::text[]) c (consumer) where r.id = any ($1::uuid[])
     order by c.consumer, r.id
     on conflict (consumer, room_id) do update set seq = excluded.seq`,
    [roomIds, CONSUMERS],
  );
}
