import type { JoinMethod, ParticipantAccessLevel, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface NewParticipant {
  readonly roomId: RoomId;
  readonly userId: UserId;
  readonly accessLevel: ParticipantAccessLevel;
  readonly joinMethod: JoinMethod;
}

/**
 * Lets a person in, or back in, at the end of the log: nothing is unread (rules-rooms 43). The caller holds the room's
 * lock and has taken the seq of the event that says so.
 */
export async function upsertParticipant(
  tx: Tx,
  participant: NewParticipant,
  joinedSeq: number,
): Promise<void> {
  await sql`
    insert into participants (room_id, user_id, access_level, access_status, join_method, joined_at, joined_seq, read_msg_no)
    select r.id, ${participant.userId}, ${participant.accessLevel}, 'ACCEPTED', ${participant.joinMethod},
      clock_timestamp(), ${joinedSeq}, r.last_msg_no
    from rooms r where r.id = ${participant.roomId}
    on conflict (room_id, user_id) do update set
      access_level = excluded.access_level, access_status = 'ACCEPTED', join_method = excluded.join_method,
      joined_at = excluded.joined_at, joined_seq = excluded.joined_seq, left_seq = null, is_hidden = false,
      read_msg_no = greatest(participants.read_msg_no, excluded.read_msg_no)`.execute(tx);
}

export interface ReadPosition {
  readonly readMsgNo: number;
  readonly lastReadAt: Date | null;
  readonly lastMsgNo: number;
}

/** Moves the read position and the time of reading forward; an older position changes nothing. */
export async function updateReadPosition(
  db: Db,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  msgNo: number,
): Promise<ReadPosition | undefined> {
  const { rows } = await sql<ReadPosition>`
    update participants p
    set read_msg_no = greatest(p.read_msg_no, ${msgNo}),
      last_read_at = case when p.read_msg_no < ${msgNo} then clock_timestamp() else p.last_read_at end
    from rooms r
    where p.room_id = ${roomId} and p.user_id = ${userId} and p.access_status = 'ACCEPTED' and r.id = p.room_id
    returning p.read_msg_no as "readMsgNo", p.last_read_at as "lastReadAt", r.last_msg_no as "lastMsgNo"`.execute(
    db,
  );
  return rows[0];
}

/** Shows hidden rooms again to a participant. */
export async function updateShown(
  db: Db,
  userId: UserId,
  roomIds: readonly RoomId[],
): Promise<void> {
  await sql`
    update participants set is_hidden = false
    where user_id = ${userId} and room_id = any (${[...roomIds]}::uuid[]) and is_hidden`.execute(
    db,
  );
}
