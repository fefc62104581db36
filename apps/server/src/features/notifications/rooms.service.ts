import type { FollowedEntry } from "#server/features/log/follower.service.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { DeliveryDeps } from "./deliveries.service.ts";
import { listEnds, listJoins, type EndRow, type JoinsRow } from "./joins.queries.ts";
import type { MessageRow } from "./messages.queries.ts";
import { notificationKinds } from "./notifications.rules.ts";

/** A row that is of no message. */
export const noMessage = {
  messageId: null,
  msgNo: null,
  threadId: null,
  replyNo: null,
  isRead: false,
};

/**
 * The rows of what these entries made of rooms: owners of rooms that are not open to everybody are told who joined, and everybody in a
 * room that it was archived or deleted (rules-notifications 2). Those who do not want the type have none.
 */
export async function planRoomRows(
  deps: Pick<DeliveryDeps, "readWishes">,
  tx: Tx,
  entries: readonly FollowedEntry[],
  now: Date,
): Promise<MessageRow[]> {
  const joins = entries.filter(({ kind }) => kind === "participant_changed");
  const changes = entries.filter(({ kind }) => kind === "room_updated");
  const rows = [
    ...(joins.length > 0 ? await listJoins(tx, joins) : []).map(toJoinsRow),
    ...(changes.length > 0 ? await listEnds(tx, changes) : []).map(toEndRow),
  ];
  if (rows.length === 0) return [];
  const people = [...new Set(rows.map(({ userId }) => userId))];
  const wishes = await deps.readWishes(tx, people, now);
  return rows.filter(({ userId, type, workspaceId }) =>
    wishes.get(userId)?.isOn(type, "IN_APP", workspaceId),
  );
}

function toJoinsRow({ ownerId: userId, count, actorIds, ...place }: JoinsRow): MessageRow {
  const facts = { ...place, accessLevel: "OWNER" };
  return { ...toRow("PARTICIPANT_JOINED", place), userId, count, actorIds, facts };
}

function toEndRow({ userId, actorId, ...facts }: EndRow): MessageRow {
  const actorIds = actorId === null ? [] : [actorId];
  return { ...toRow("ROOM_LEFT", facts), userId, count: 1, actorIds, facts };
}

function toRow(
  type: "PARTICIPANT_JOINED" | "ROOM_LEFT",
  { roomId, workspaceId }: Pick<JoinsRow, "roomId" | "workspaceId">,
) {
  const { priority } = notificationKinds[type];
  return { ...noMessage, type, priority, workspaceId, groupKey: roomId, roomId };
}
