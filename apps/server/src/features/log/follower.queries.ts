import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** How far a consumer has come in a room. */
export interface FollowedPlace {
  readonly roomId: RoomId;
  readonly seq: number;
}

/** The places of a consumer in these rooms, locked until the transaction ends; a room that it has not seen begins at 0. */
export async function lockPlaces(
  tx: Tx,
  consumer: string,
  roomIds: readonly RoomId[],
): Promise<FollowedPlace[]> {
  await sql`
    insert into log_places (consumer, room_id, seq)
    select ${consumer}, id, 0 from rooms where id = any (${[...roomIds]}::uuid[])
      and not exists (select from log_places where consumer = ${consumer} and room_id = id)
    order by id
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<FollowedPlace>`
    select room_id as "roomId", seq from log_places
    where consumer = ${consumer} and room_id = any (${[...roomIds]}::uuid[]) order by room_id
    for no key update`.execute(tx);
  return rows;
}

/** An entry of a room's log: what happened, and to which message. */
export interface FollowedEntry {
  readonly roomId: RoomId;
  readonly seq: number;
  /** Name of the event. */
  readonly kind: string;
  readonly messageId: MessageId | null;
  /** The person who did it. */
  readonly actorId: UserId | null;
  /** Of another event than a new message: what no table keeps. */
  readonly facts: unknown;
}

/** The entries that follow these places, at most so many of a room, in order. */
export async function listEntriesAfter(
  tx: Tx,
  places: readonly FollowedPlace[],
  limit: number,
): Promise<FollowedEntry[]> {
  const { rows } = await sql<FollowedEntry>`
    select asked.room_id as "roomId", entry.seq, entry.kind, entry.message_id as "messageId", entry.actor_id as "actorId", entry.facts
    from unnest(${places.map(({ roomId }) => roomId)}::uuid[], ${places.map(({ seq }) => seq)}::bigint[]) asked (room_id, seq)
    cross join lateral (
      (select m.seq, 'message_new' as kind, m.id as message_id, m.author_id as actor_id, null::jsonb as facts from messages m
        where m.room_id = asked.room_id and m.seq > asked.seq order by m.seq limit ${limit})
      union all
      (select e.seq, e.kind, e.message_id, e.actor_id, e.facts from room_events e
        where e.room_id = asked.room_id and e.seq > asked.seq order by e.seq limit ${limit})
      order by seq limit ${limit}
    ) entry
    order by asked.room_id, entry.seq`.execute(tx);
  return rows;
}

/** Moves the places of a consumer. */
export async function updatePlaces(
  tx: Tx,
  consumer: string,
  places: readonly FollowedPlace[],
): Promise<void> {
  await sql`
    update log_places p set seq = n.seq
    from unnest(${places.map(({ roomId }) => roomId)}::uuid[], ${places.map(({ seq }) => seq)}::bigint[]) n (room_id, seq)
    where p.consumer = ${consumer} and p.room_id = n.room_id`.execute(tx);
}

/** Rooms whose log goes on behind the place of a consumer, at most `limit`, and how many entries of all rooms it has not seen. */
export async function listBehind(
  db: Db,
  consumer: string,
  limit: number,
): Promise<{ readonly roomIds: readonly RoomId[]; readonly entries: number }> {
  const { rows } = await sql<{ id: RoomId; entries: number }>`
    select r.id, sum(r.last_seq - coalesce(p.seq, 0)) over ()::bigint as entries
    from rooms r left join log_places p on p.consumer = ${consumer} and p.room_id = r.id
    where r.last_seq > coalesce(p.seq, 0)
    limit ${limit}`.execute(db);
  return { roomIds: rows.map(({ id }) => id), entries: rows[0]?.entries ?? 0 };
}
