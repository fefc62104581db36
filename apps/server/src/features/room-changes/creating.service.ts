import {
  ROOMS_CREATED_DAY,
  type ChangedRoom,
  type InputOf,
  type RoomPrivacy,
} from "@colbin/protocol";
import {
  addParticipant,
  type ParticipantDeps,
} from "#server/features/participants/participants.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import {
  countCreatedRooms,
  findRoom,
  insertOwnChannel,
  isFullMember,
  maySeeRoom,
  toRoomCard,
  toTitle,
  type NewChannel,
} from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { toText, updateRoom } from "./changes.service.ts";

const accessTypes = { public: "PUBLIC", protected: "PROTECTED", private: "PRIVATE" } as const;

/** A new channel with the caller as its OWNER; by members who are no guests, so many a day (rules-rooms 7 to 9). */
export function createRoom(
  deps: ParticipantDeps,
  actor: Actor,
  { title, description = null, privacy }: InputOf<"createRoom">["body"],
): Promise<ChangedRoom> {
  return create(deps, actor, title, { title, description, ...toAccess(privacy) });
}

function toAccess(privacy: RoomPrivacy): Pick<NewChannel, "accessType"> {
  return { accessType: accessTypes[privacy] };
}

/** Changes the room of this address where the caller sees one; else makes one (rules-rooms 11). */
export async function saveRoom(
  deps: ParticipantDeps,
  actor: Actor,
  slug: string,
  { privacy, ...wanted }: InputOf<"saveRoom">["body"],
): Promise<ChangedRoom> {
  const room = await findRoom(deps.db, actor, slug);
  if (room && maySeeRoom(room)) return updateRoom(deps, actor, slug, wanted);
  const title = wanted.sessionRoomTitle ?? wanted.title ?? toTitle(slug);
  if (title === "") throw new AppError("ROOM_NAME_REQUIRED");
  const description = wanted.sessionRoomDescription ?? wanted.description ?? null;
  const settings = wanted.settings ?? {};
  return create(deps, actor, slug, { title, description, settings, ...toAccess(privacy) });
}

async function create(
  deps: ParticipantDeps,
  actor: Actor,
  name: string,
  { description = null, ...channel }: NewChannel,
): Promise<ChangedRoom> {
  if (!isFullMember(actor)) throw new AppError("FORBIDDEN");
  const now = deps.clock.now();
  const made = await deps.changes.run(async (change): Promise<ChangedRoom> => {
    const { tx } = change;
    if ((await countCreatedRooms(tx, actor.userId, now)) >= ROOMS_CREATED_DAY)
      throw new AppError("ROOM_LIMIT_REACHED");
    const own = { ...channel, description: toText(description), name, now };
    const room = { ...(await insertOwnChannel(tx, actor, own)), isGeneral: false, settings: {} };
    const as = { level: "OWNER", joinMethod: "DIRECT", isCreator: true } as const;
    const seq = await addParticipant(change, actor, room, as);
    return { ...toRoomCard(await requireLockedRoom(tx, actor.userId, room.id)), seq };
  });
  await deps.pushRooms(actor, [made.roomId]);
  return made;
}
