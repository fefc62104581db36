import { levelPermissions, toRoomSettings, type ReplyOf, type RoomCard } from "@colbin/protocol";
import type { OwnPlace } from "./rooms.access.ts";
import type { RoomRow } from "./rooms.queries.ts";

/** What somebody who sees a room is told of it. */
export function toRoomCard(room: RoomRow): RoomCard {
  return {
    roomId: room.id,
    sessionRoomSlug: room.slug,
    // Conversations without a name are called after their people.
    roomName: room.title || room.shownTitle,
    description: room.description,
    avatar_url: room.avatarUrl,
    roomType: room.roomType,
    accessType: room.accessType,
    isPrivate: room.accessType === "PRIVATE",
    status: room.status,
    memberCount: room.memberCount,
    createdAt: room.createdAt.toISOString(),
    lastActivityAt: room.lastActivityAt.toISOString(),
    accessStatus: room.accessStatus,
    accessLevel: room.accessLevel,
  };
}

/** What the settings of a room are, and what the caller may do in it (rules-rooms 20). */
export function toRoomSettingsView(
  room: OwnPlace,
  workspace: Pick<
    ReplyOf<"getRoomSettings">,
    "workspaceAllowsGuests" | "workspaceRetentionDays" | "workspaceFileRetentionDays"
  >,
): ReplyOf<"getRoomSettings"> {
  const { accessType, accessLevel, organizationDomain } = room;
  const permissions = [...levelPermissions[accessLevel]];
  // In an open room everybody who writes may bring others.
  const invites = accessType === "PUBLIC" && accessLevel === "WRITE";
  if (invites) permissions.push("INVITE_USER");
  return {
    ...toRoomSettings(room),
    accessType,
    organizationDomain,
    ...workspace,
    permissions,
  };
}
