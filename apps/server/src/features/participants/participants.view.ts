import {
  participantAccessLevels,
  participantAccessStatuses,
  userId,
  type AccessRequest,
  type Participant,
} from "@colbin/protocol";
import * as z from "zod/mini";
import type { RoomEventKind } from "#server/features/log/log.service.ts";
import type { PlaceRow } from "./listing.queries.ts";
import type { RequestRow } from "./requests.queries.ts";

const changeFacts = z.object({
  userId,
  accessStatus: z.enum(participantAccessStatuses),
  accessLevel: z.enum(participantAccessLevels),
  /** Participants of the room after the change. */
  memberCount: z.int(),
  /** They do not see the room yet, so they do not hear it either. */
  isHidden: z.optional(z.boolean()),
});

/** A change of somebody's place: it alone changes who receives what follows. */
export const participantChangedKind: RoomEventKind<
  "participant_changed",
  z.infer<typeof changeFacts>
> = {
  name: "participant_changed",
  facts: changeFacts,
  people: ({ facts }) => [facts.userId],
  audience: ({ userId: person, accessStatus, isHidden }) =>
    isHidden
      ? undefined
      : { userId: person, change: accessStatus === "ACCEPTED" ? "add" : "remove" },
  toWire: ({ facts: { isHidden: _isHidden, ...facts } }, shown) => ({
    ...facts,
    userName: shown.nameOf(facts.userId),
    ...(shown.isGuest(facts.userId) && { isGuest: true as const }),
  }),
};

/** What the others see of somebody in a room. */
export function toParticipant(row: PlaceRow): Participant {
  const { userId: id, fullName, username, avatarUrl, accessStatus, accessLevel, joinMethod } = row;
  return {
    participantId: id,
    sessionUserId: id,
    fullName,
    username,
    avatar_url: avatarUrl,
    accessStatus,
    accessLevel,
    joinMethod,
    isGuest: row.isGuest,
    joinedAt: accessStatus === "ACCEPTED" ? row.joinedAt.toISOString() : null,
  };
}

/** For those who decide, and for who asked. */
export function toAccessRequest(row: RequestRow): AccessRequest {
  return {
    id: row.id,
    sessionRoomSlug: row.slug,
    roomName: row.title,
    type: row.type,
    status: row.status,
    accessLevel: row.accessLevel,
    message: row.message,
    reason: row.reason,
    user: {
      sessionUserId: row.userId,
      fullName: row.fullName,
      username: row.username,
      avatar_url: row.avatarUrl,
    },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
