import type { ChangedRoom, CurrentUser, Organization, WorkspaceId } from "@colbin/protocol";
import {
  dropSmallPicture,
  keepSmallPicture,
  makeSmallPicture,
  type SmallPictureDeps,
} from "#server/features/files/small-pictures.service.ts";
import {
  changeAvatar as changeOrganizationAvatar,
  getOrganization,
  type OrganizationDeps,
} from "#server/features/organizations/organizations.service.ts";
import { requireLeading } from "#server/features/organizations/organizations.access.ts";
import { changeRoom, tellPicture } from "#server/features/room-changes/changes.service.ts";
import {
  requireActive,
  requireManagedRoom,
  requireManagedRoomForChange,
} from "#server/features/rooms/rooms.access.ts";
import { toRoomCard } from "#server/features/rooms/rooms.service.ts";
import {
  changeAvatar as changeOwnAvatar,
  getMe,
  type UsersDeps,
} from "#server/features/users/users.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";

/*
 * The pictures of people, rooms and organizations. A right is judged before a picture is made, which is dear, and again with the row held.
 */

export interface AvatarDeps extends SmallPictureDeps, UsersDeps, OrganizationDeps {}

const form = { side: 256, isSquare: true, framesMax: 1 } as const;

/** Gives the caller a picture, or with null takes it away; whoever sees them hears of it. */
export async function setOwnAvatar(
  deps: AvatarDeps,
  actor: Actor,
  bytes: Buffer | null,
): Promise<CurrentUser> {
  const made = bytes && (await makeSmallPicture(deps, actor, bytes, form));
  await runTransaction(deps.db, async (tx) => {
    const path = made && (await keepSmallPicture(tx, made, { userId: actor.userId }));
    await changeOwnAvatar(tx, actor, path, deps.clock.now());
  });
  deps.presence.changed(actor.userId);
  return getMe(deps, actor);
}

const door = { needs: "MANAGE_ROOM", types: ["channel", "group"] } as const;

/** Gives a room a picture, or with null takes it away, by those who may give it another title. */
export async function setRoomAvatar(
  deps: AvatarDeps,
  actor: Actor,
  slug: string,
  bytes: Buffer | null,
): Promise<ChangedRoom> {
  const seen = await requireManagedRoom(deps.db, actor, slug, door);
  requireActive(seen);
  const made = bytes && (await makeSmallPicture(deps, actor, bytes, form));
  return deps.changes.run(async (change) => {
    const room = await requireManagedRoomForChange(change.tx, actor, seen.id, door);
    requireActive(room);
    if (!made && room.avatarUrl === null) return toRoomCard(room);
    const avatarUrl = made && (await keepSmallPicture(change.tx, made, { roomId: room.id }));
    await dropSmallPicture(change.tx, room.avatarUrl);
    await tellPicture(change, actor, room);
    return changeRoom(change, actor, room, { avatarUrl });
  });
}

/** Gives an organization a picture, or with null takes it away, by those who lead it. */
export async function setOrganizationAvatar(
  deps: AvatarDeps,
  actor: Actor,
  id: WorkspaceId,
  bytes: Buffer | null,
): Promise<Organization> {
  await requireLeading(deps.db, actor, id);
  const made = bytes && (await makeSmallPicture(deps, actor, bytes, form));
  await runTransaction(deps.db, async (tx) => {
    const path = made && (await keepSmallPicture(tx, made, { workspaceId: id }));
    await changeOrganizationAvatar(tx, actor, id, { path, now: deps.clock.now() });
  });
  return getOrganization(deps, actor, id);
}
