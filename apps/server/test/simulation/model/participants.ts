import type { ParticipantAccessStatus, RoomId, UserId } from "@colbin/protocol";
import type {
  NewParticipant,
  Others,
  ParticipantRow,
} from "#server/features/participants/participants.queries.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";
import type { StoredPlace } from "../store.ts";

export * from "#server/features/participants/participants.queries.ts";

interface Place {
  readonly roomId: RoomId;
  readonly userId: UserId;
}

/** Changes a place with the commit of its transaction, or at once outside of one. */
function change(
  db: Db | Tx,
  { roomId, userId }: Place,
  to: (known: StoredPlace | undefined) => StoredPlace | undefined,
): Promise<void> {
  const handle = handleOf(db);
  return handle.run(() => {
    const { places } = handle.store.room(roomId);
    const apply = (): void => {
      const next = to(places.get(userId));
      if (next) places.set(userId, next);
    };
    if (handle.work) handle.work.changes.push(apply);
    else apply();
  });
}

export function upsertParticipant(
  tx: Tx,
  participant: NewParticipant,
  joinedSeq: number,
): Promise<void> {
  const { store } = handleOf(tx);
  const room = store.room(participant.roomId);
  return change(tx, participant, (known) => ({
    accessStatus: "ACCEPTED",
    accessLevel: participant.accessLevel,
    joinedSeq,
    leftSeq: null,
    joinedAt: store.now(),
    readMsgNo: Math.max(known?.readMsgNo ?? 0, room.lastMsgNo),
    lastReadAt: known?.lastReadAt ?? null,
    isHidden: false,
  }));
}

export function findParticipant(
  tx: Tx,
  roomId: RoomId,
  userId: UserId,
): Promise<ParticipantRow | undefined> {
  const handle = handleOf(tx);
  return handle.run(() => {
    const place = handle.store.room(roomId).places.get(userId);
    const fullName = handle.store.users.get(userId)?.name ?? "";
    return (
      place && {
        userId,
        fullName,
        accessLevel: place.accessLevel,
        accessStatus: place.accessStatus,
        isGuest: false,
      }
    );
  });
}

/** Nobody comes by a guest link here. */
export function findOthers(tx: Tx, roomId: RoomId, userId: UserId): Promise<Others> {
  const handle = handleOf(tx);
  return handle.run(() => {
    const others = [...handle.store.room(roomId).places]
      .filter(([id, { accessStatus }]) => id !== userId && accessStatus === "ACCEPTED")
      .map(([, { accessLevel }]) => accessLevel);
    return { hasOwner: others.includes("OWNER"), hasMember: others.length > 0 };
  });
}

export function updateDeparted(
  tx: Tx,
  place: Place,
  departed: {
    readonly accessStatus: Exclude<ParticipantAccessStatus, "ACCEPTED">;
    readonly isBanned: boolean;
    readonly leftSeq: number;
  },
): Promise<void> {
  const { accessStatus, leftSeq } = departed;
  return change(tx, place, (known) => known && { ...known, accessStatus, leftSeq });
}

export function listHidden(
  db: Db,
  userId: UserId,
  roomIds: readonly RoomId[],
  isHidden: boolean,
): Promise<RoomId[]> {
  const handle = handleOf(db);
  return handle.run(() =>
    roomIds.filter((id) => {
      const place = handle.store.rooms.get(id)?.places.get(userId);
      return place?.accessStatus === "ACCEPTED" && place.isHidden === isHidden;
    }),
  );
}

export function updateHidden(db: Db, place: Place, isHidden: boolean): Promise<void> {
  return change(db, place, (known) =>
    known?.accessStatus === "ACCEPTED" ? { ...known, isHidden } : undefined,
  );
}
