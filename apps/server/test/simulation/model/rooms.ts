import type { RoomId, UserId } from "@colbin/protocol";
import type { Pool } from "pg";
import type {
  FoundRoom,
  Reader,
  RoomHead,
  RoomQuestion,
  RoomRow,
  StandingRow,
} from "#server/features/rooms/rooms.queries.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";
import type { Store, StoredRoom, Work } from "../store.ts";

export * from "#server/features/rooms/rooms.queries.ts";

/** A room as a person stands in it. */
export function toRoomRow(store: Store, room: StoredRoom, userId: UserId): RoomRow {
  const place = room.places.get(userId);
  const isIn = place?.accessStatus === "ACCEPTED";
  return {
    id: room.id,
    workspaceId: store.workspaceId,
    slug: room.slug,
    title: room.slug,
    description: null,
    avatarUrl: null,
    roomType: "channel",
    workspaceRole: "MEMBER",
    workspaceStatus: "ACTIVE",
    accessType: room.accessType,
    status: room.status,
    isGeneral: false,
    lastSeq: room.log.length,
    lastMsgNo: room.lastMsgNo,
    memberCount: room.memberCount,
    createdAt: room.createdAt,
    lastActivityAt: room.lastActivityAt,
    accessStatus: place?.accessStatus ?? "IDLE",
    accessLevel: isIn ? place.accessLevel : null,
    isBanned: false,
    isOutsideDomain: false,
    organizationDomain: null,
    settings: {},
    shownTitle: room.slug,
    isCut: false,
    freshSlugSince: null,
  };
}

export function listRoomsBySlug(
  db: Db,
  { userId }: Reader,
  slugs: readonly string[],
): Promise<FoundRoom[]> {
  const { store, run } = bound(db);
  return run(() =>
    slugs.flatMap((slug) => {
      const room = store.bySlug(slug);
      return room ? [{ ...toRoomRow(store, room, userId), askedAs: slug }] : [];
    }),
  );
}

/** Answers in the order of the questions. */
export function listRoomHeads(
  pool: Pool,
  questions: readonly RoomQuestion[],
): Promise<(RoomHead | null)[]> {
  const handle = handleOf(pool);
  const { store } = handle;
  return handle.run(() =>
    questions.map(({ slug, reader }) => {
      const room = store.bySlug(slug);
      return room ? { ...toRoomRow(store, room, reader.userId), nameChanges: 0 } : null;
    }),
  );
}

export async function findRoomBySlug(
  db: Db,
  reader: Reader,
  slug: string,
): Promise<FoundRoom | undefined> {
  const [room] = await listRoomsBySlug(db, reader, [slug]);
  return room;
}

export function findRoomAddress(
  db: Db,
  roomId: RoomId,
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId"> | undefined> {
  const { store, run } = bound(db);
  return run(() => {
    const room = store.rooms.get(roomId);
    return room && { id: room.id, slug: room.slug, workspaceId: store.workspaceId };
  });
}

/** Takes the room's lock until the transaction ends. */
export function findRoomForChange(
  tx: Tx,
  userId: UserId,
  roomId: RoomId,
): Promise<RoomRow | undefined> {
  const handle = handleOf(tx);
  return handle.run(() => {
    const room = handle.store.rooms.get(roomId);
    return room && toRoomRow(handle.store, room, userId);
  }, roomId);
}

export function listStandings(
  db: Db,
  pairs: readonly { readonly roomId: RoomId; readonly userId: UserId }[],
): Promise<StandingRow[]> {
  const { store, run } = bound(db);
  return run(() =>
    pairs.flatMap(({ roomId, userId }) => {
      const room = store.rooms.get(roomId);
      return room ? [{ ...toRoomRow(store, room, userId), roomId, userId }] : [];
    }),
  );
}

export function listHeads(db: Db, roomIds: readonly RoomId[]): Promise<Map<RoomId, number>> {
  const { store, run } = bound(db);
  return run(() => new Map(roomIds.map((id) => [id, store.rooms.get(id)?.log.length ?? 0])));
}

export function updateMemberCount(tx: Tx, roomId: RoomId, change: 1 | -1): Promise<number> {
  const { store, run, work } = locked(tx, roomId);
  return run(() => {
    const room = store.room(roomId);
    const count = (work.counts.get(roomId) ?? room.memberCount) + change;
    work.counts.set(roomId, count);
    work.changes.push(() => {
      room.memberCount = count;
    });
    return count;
  });
}

export function updateInactive(tx: Tx, roomId: RoomId): Promise<void> {
  const { store, run, work } = locked(tx, roomId);
  return run(() => {
    work.changes.push(() => {
      store.room(roomId).status = "INACTIVE";
    });
  });
}

/** Nobody may make rooms in the simulation: those that there are are enough. */
export function countRoomsCreatedSince(tx: Tx): Promise<number> {
  return handleOf(tx).run(() => Number.MAX_SAFE_INTEGER);
}

function bound(db: Db | Tx) {
  const handle = handleOf(db);
  return {
    store: handle.store,
    run: <T>(statement: () => T): Promise<T> => handle.run(statement),
  };
}

/** A change of a room without its lock is a defect, wherever it is made. */
export function locked(tx: Tx, roomId: RoomId) {
  const handle = handleOf(tx);
  const { work, store } = handle;
  if (!work) throw new Error("A room was changed outside of a transaction");
  const requireLock = (of: Work): void => {
    if (!of.isOver && !of.held.has(roomId)) throw new Error("A room was changed without its lock");
  };
  const run = <T>(statement: () => T): Promise<T> =>
    handle.run(() => {
      requireLock(work);
      return statement();
    });
  return { store, work, run };
}
