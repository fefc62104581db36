import type { MentionedPerson, MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Those of these people who can be named in a room: its people, and in an organization its members. */
export async function listMentionable(
  db: Db,
  roomId: RoomId,
  userIds: readonly UserId[],
): Promise<MentionedPerson[]> {
  const { rows } = await sql<MentionedPerson>`
    select u.id as "userId", u.full_name as "fullName"
    from users u
    join rooms r on r.id = ${roomId}
    join workspaces w on w.id = r.workspace_id
    where u.id = any (${[...userIds]}::uuid[]) and (
      exists (select from participants p where p.room_id = r.id and p.user_id = u.id and p.access_status = 'ACCEPTED')
      or (w.kind <> 'personal' and exists (
        select from workspace_members m where m.workspace_id = w.id and m.user_id = u.id and m.status = 'ACTIVE'
      ))
    )`.execute(db);
  return rows;
}

/** The names of people as they are now. */
export async function listNamesOf(
  db: Db,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const { rows } = await sql<MentionedPerson>`
    select id as "userId", full_name as "fullName" from users where id = any (${[...userIds]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ userId, fullName }) => [userId, fullName]));
}

/** May somebody with this level mention everybody in the room (rules-messages 34)? The same judgement as that of a send. */
export async function mayMentionAll(db: Db, roomId: RoomId, level: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select may_mention_all(${roomId}, ${level}) as may`.execute(db);
  return rows[0]?.may ?? false;
}

interface MessageKey {
  readonly roomId: RoomId;
  readonly id: MessageId;
}

/** The message mentions these people, too, from now on; without a number, so that nothing unread is counted anew. */
export async function insertMentions(
  tx: Tx,
  { roomId, id }: MessageKey,
  userIds: readonly UserId[],
): Promise<void> {
  await sql`
    insert into mentions (room_id, message_id, user_id, author_id, thread_id)
    select m.room_id, m.id, p.user_id, m.author_id, m.thread_id
    from messages m join participants p on p.room_id = m.room_id and p.access_status = 'ACCEPTED'
    where m.room_id = ${roomId} and m.id = ${id} and p.user_id = any (${[...userIds]}::uuid[]) and p.user_id <> m.author_id
      and not exists (
        select from mentions n where n.room_id = m.room_id and n.message_id = m.id and n.user_id = p.user_id
      )`.execute(tx);
}
