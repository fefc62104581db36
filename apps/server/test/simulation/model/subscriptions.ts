import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import type {
  Choice,
  SubscriptionRow,
  TotalsRow,
} from "#server/features/subscriptions/subscriptions.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";
import type { Store, StoredRoom } from "../store.ts";
import { messagesOf } from "./messages.ts";

export * from "#server/features/subscriptions/subscriptions.queries.ts";

function roomsOf(store: Store, userId: UserId): StoredRoom[] {
  return [...store.rooms.values()].filter((room) => {
    const place = room.places.get(userId);
    return place?.accessStatus === "ACCEPTED" && !place.isHidden && room.status === "ACTIVE";
  });
}

/** What a person's list says of a room, from what is committed now. */
export function toSubscriptionRows(
  store: Store,
  userId: UserId,
  { slugs, roomIds }: Choice = {},
): SubscriptionRow[] {
  const rooms = roomsOf(store, userId).filter(
    ({ id, slug }) => (!slugs || slugs.includes(slug)) && (!roomIds || roomIds.includes(id)),
  );
  return rooms.flatMap((room): SubscriptionRow[] => {
    const place = room.places.get(userId);
    if (!place) return [];
    const last = messagesOf(room).findLast((each) => each.msgNo !== null);
    return [
      {
        roomId: room.id,
        slug: room.slug,
        title: room.slug,
        roomType: "channel",
        accessType: room.accessType,
        status: "ACTIVE",
        description: null,
        avatarUrl: null,
        memberCount: room.memberCount,
        lastActivityAt: room.lastActivityAt.toISOString(),
        lastSeq: room.log.length,
        lastMsgNo: room.lastMsgNo,
        accessLevel: place.accessLevel,
        joinedAt: place.joinedAt.toISOString(),
        readMsgNo: place.readMsgNo,
        unreadFromNo: null,
        lastReadAt: place.lastReadAt?.toISOString() ?? null,
        mentions: 0,
        threadMentions: 0,
        isMuted: false,
        mutedUntil: null,
        lastId: last?.id ?? null,
        lastCreatedAt: last?.createdAt.toISOString() ?? null,
        lastContent: last?.content ?? null,
        lastIsSilent: null,
        others: null,
        pinCount: 0,
        pinnedBy: null,
        messageRetentionDays: null,
      },
    ];
  });
}

export function listSubscriptions(
  db: Db,
  { userId }: { readonly userId: UserId },
  choice?: Choice,
): Promise<SubscriptionRow[]> {
  const handle = handleOf(db);
  return handle.run(() => toSubscriptionRows(handle.store, userId, choice));
}

export function listSlugs(db: Db, roomIds: readonly RoomId[]): Promise<string[]> {
  const handle = handleOf(db);
  return handle.run(() => roomIds.flatMap((id) => handle.store.rooms.get(id)?.slug ?? []));
}

export function listRoomsOfMany(
  db: Db,
  people: readonly { readonly userId: UserId }[],
): Promise<SubscriptionRow[][]> {
  const handle = handleOf(db);
  return handle.run(() => people.map(({ userId }) => toSubscriptionRows(handle.store, userId)));
}

/** A sequence of the database: numbers that were drawn stay drawn. */
export function takeRevs(db: Db, count: number): Promise<number[]> {
  const handle = handleOf(db);
  return handle.run(() => Array.from({ length: count }, () => handle.store.takeRev()));
}

export function findTotalUnread(
  db: Db,
  _workspaceId: WorkspaceId,
  userId: UserId,
): Promise<number> {
  const handle = handleOf(db);
  return handle.run(() =>
    toSubscriptionRows(handle.store, userId).reduce(
      (sum, { lastMsgNo, readMsgNo }) => sum + Math.max(0, lastMsgNo - readMsgNo),
      0,
    ),
  );
}

/** There is no other workspace. */
export function listTotalsByWorkspace(db: Db): Promise<TotalsRow[]> {
  return handleOf(db).run(() => []);
}
