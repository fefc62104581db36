import {
  participantAccessLevels,
  participantAccessStatuses,
  userId,
  type AccessChanged,
  type AccessEntry,
  type AccessRequest,
  type Departure,
  type Entry,
  type Participant,
  type ParticipantAccessLevel,
} from "@colbin/protocol";
import * as z from "zod/mini";
import type { RoomEventKind } from "#server/features/log/log.service.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { PlaceRow } from "./listing.queries.ts";
import type { AskedRow, DocumentRequestRow } from "./document-requests.queries.ts";
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
  return { ...toAsked(row), sessionRoomSlug: row.slug, roomName: row.title, document: null };
}

/** The same of a document. */
export function toDocumentRequest(row: DocumentRequestRow): AccessRequest {
  const document = { id: row.documentId, title: row.title };
  return { ...toAsked(row), sessionRoomSlug: null, roomName: null, document };
}

function toAsked(row: AskedRow): Omit<AccessRequest, "sessionRoomSlug" | "roomName" | "document"> {
  return {
    id: row.id,
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

/** For those who decide, and for whose place it is. */
export function toAccessChanged(
  { slug: sessionRoomSlug }: Pick<RoomRow, "slug">,
  { userId: sessionUserId, accessStatus }: PlaceRow,
  request: RequestRow | undefined,
): AccessChanged {
  return {
    sessionRoomSlug,
    sessionUserId,
    accessStatus,
    request: request ? toAccessRequest(request) : null,
  };
}

/** What somebody is in a room, as an answer to who asked, invited or added. */
export function toAccessEntry(
  place: PlaceRow,
  request: RequestRow | undefined,
  seq: number | undefined,
): AccessEntry {
  return {
    accessStatus: place.accessStatus,
    participant: toParticipant(place),
    ...(request && { request: toAccessRequest(request) }),
    ...(seq !== undefined && { seq }),
  };
}

/** How somebody may enter a room; what they wait for is added where they do. */
export function toEntry(
  room: Pick<RoomRow, "slug"> & Pick<Entry, "accessType" | "accessStatus">,
  judged: Pick<Entry, "valid" | "reason" | "action">,
): Entry {
  const { slug: sessionRoomSlug, accessType, accessStatus } = room;
  const nothing = { request: null, askAgainAt: null, refusal: null, invitedBy: null };
  return { ...judged, sessionRoomSlug, accessType, accessStatus, ...nothing };
}

/** What somebody is who left a room, or was taken out. */
export function toDeparture(
  { slug: sessionRoomSlug }: Pick<RoomRow, "slug">,
  left: Omit<Departure, "sessionRoomSlug">,
): Departure {
  return { sessionRoomSlug, ...left };
}

/** What notifications tell of a room. */
export function toRoomFacts(
  { id, slug, title, workspaceId }: Pick<RoomRow, "id" | "slug" | "title" | "workspaceId">,
  accessLevel: ParticipantAccessLevel,
) {
  return { workspaceId, roomId: id, sessionRoomSlug: slug, title, accessLevel };
}
