import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
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

/**
 * The owners of rooms that are not open to everybody, and who joined these rooms by these events. An owner who let somebody in did it.
 */
export async function listJoins(
  tx: Tx,
  events: readonly { readonly roomId: RoomId; readonly seq: number }[],
): Promise<JoinsRow[]> {
  const { rows } = await sql<JoinsRow>`
    select r.id as "roomId", r.workspace_id as "workspaceId", r.slug as "sessionRoomSlug", r.title, o.user_id as "ownerId",
      count(distinct p.user_id)::integer as count, (array_agg(p.user_id order by e.seq desc))[1:3] as "actorIds"
    from unnest(${events.map(({ roomId }) => roomId)}::uuid[], ${events.map(({ seq }) => seq)}::bigint[]) asked (room_id, seq)
    join room_events e on e.room_id = asked.room_id and e.seq = asked.seq
    join rooms r on r.id = e.room_id and r.room_type = 'channel' and r.access_type in ('PROTECTED', 'PRIVATE')
    join participants p on p.room_id = r.id and p.user_id = (e.facts ->> 'userId')::uuid and p.access_status = 'ACCEPTED'
      and p.joined_seq = e.seq
    join participants o on o.room_id = r.id and o.access_level = 'OWNER' and o.access_status = 'ACCEPTED'
      and o.user_id <> p.user_id and o.user_id is distinct from e.actor_id
    group by r.id, o.user_id`.execute(tx);
  return rows;
}
