import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import type { Db, Tx } from "#server/platform/db/database.ts";
import {
  countStrangersSince,
  findConversation as findByKey,
  insertConversation as insert,
  type NewConversation,
} from "./conversations.queries.ts";
import { randomText } from "./rooms.service.ts";

/* Which people a room may be made of is decided by conversations; here it is written. */

/** The room that belongs to exactly these people of a workspace, whoever may see it. */
export function findConversation(
  db: Db,
  workspaceId: WorkspaceId,
  peopleKey: string,
): Promise<RoomId | undefined> {
  return findByKey(db, workspaceId, peopleKey);
}

/** Makes a room for certain people; undefined, and nothing is written, where these have one. Of two at once one makes it. */
export async function insertConversation(
  tx: Tx,
  room: Omit<NewConversation, "slug">,
): Promise<{ readonly id: RoomId; readonly slug: string } | undefined> {
  const slug = `${room.roomType}-${randomText(12)}`;
  const id = await insert(tx, { ...room, slug });
  return id && { id, slug };
}

/** Conversations that somebody began with strangers in the 24 hours before; the number holds until the transaction ends. */
export function countStrangers(tx: Tx, userId: UserId, now: Date): Promise<number> {
  return countStrangersSince(tx, userId, new Date(now.getTime() - 24 * 60 * 60_000));
}
