import type {
  ParticipantAccessLevel,
  RoomEnd,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

export interface JoinsRow {
  readonly roomId: RoomId;
  readonly workspaceId: WorkspaceId;
  readonly sessionRoomSlug: string;
  readonly title: string;
  readonly ownerId: UserId;
  readonly count: number;
  /** The last first. */
  readonly actorIds: UserId[];
}

interface RoomEvent {
  readonly roomId: RoomId;
  readonly seq: number;
}

const toArrays = (events: readonly RoomEvent[]) => ({
  roomIds: events.map(({ roomId }) => roomId),
  seqs: events.map(({ seq }) => seq),
});

/**
 * The owners of rooms that are not open to everybody, and who joined these rooms by these events. An owner who let somebody in did it,
 * and one whose invitation was accepted is told of that.
 */
export async function listJoins(tx: Tx, events: readonly RoomEvent[]): Promise<JoinsRow[]> {
  const { roomIds, seqs } = toArrays(events);
  const { rows } = await sql<JoinsRow>`
    select r.id as "roomId", r.workspace_id as "workspaceId", r.slug as "sessionRoomSlug", r.title, o.user_id as "ownerId",
      count(distinct p.user_id)::integer as count, (array_agg(p.user_id order by e.seq desc))[1:3] as "actorIds"
    from unnest(${roomIds}::uuid[], ${seqs}::bigint[]) asked (room_id, seq)
    join room_events e on e.room_id = asked.room_id and e.seq = asked.seq
    join rooms r on r.id = e.room_id and r.room_type = 'channel' and r.access_type in ('PROTECTED', 'PRIVATE')
    join participants p on p.room_id = r.id and p.user_id = (e.facts ->> 'userId')::uuid and p.access_status = 'ACCEPTED'
      and p.joined_seq = e.seq
    join participants o on o.room_id = r.id and o.access_level = 'OWNER' and o.access_status = 'ACCEPTED'
      and o.user_id <> p.user_id and o.user_id is distinct from e.actor_id
      and (o.user_id is distinct from p.invited_by or e.actor_id is distinct from p.user_id)
    group by r.id, o.user_id`.execute(tx);
  return rows;
}

export interface EndRow extends Omit<JoinsRow, "ownerId" | "count" | "actorIds"> {
  readonly userId: UserId;
  readonly accessLevel: ParticipantAccessLevel;
  readonly change: RoomEnd;
  readonly actorId: UserId | null;
}

/** Everybody who is in rooms that were archived or deleted by these events and still are, but for those who did it; once a room. */
export async function listEnds(tx: Tx, events: readonly RoomEvent[]): Promise<EndRow[]> {
  const { roomIds, seqs } = toArrays(events);
  const { rows } = await sql<EndRow>`
    select distinct on (r.id, p.user_id) r.id as "roomId", r.workspace_id as "workspaceId", r.slug as "sessionRoomSlug", r.title,
      p.user_id as "userId", p.access_level as "accessLevel", lower(r.status) as change, e.actor_id as "actorId"
    from unnest(${roomIds}::uuid[], ${seqs}::bigint[]) asked (room_id, seq)
    join room_events e on e.room_id = asked.room_id and e.seq = asked.seq
    join rooms r on r.id = e.room_id and r.status = e.facts -> 'room' ->> 'status' and r.status in ('ARCHIVED', 'DELETED')
    join participants p on p.room_id = r.id and p.access_status = 'ACCEPTED' and p.user_id is distinct from e.actor_id
    where not exists (
      select from user_blocks b
      where (b.blocker_id, b.blocked_id) in ((p.user_id, e.actor_id), (e.actor_id, p.user_id)))
    order by r.id, p.user_id, e.seq desc`.execute(tx);
  return rows;
}
