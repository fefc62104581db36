import { AppError } from "#server/platform/app-error.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { leaveRoom, removeParticipant } from "./departures.service.ts";
import { setAccessLevel } from "./levels.service.ts";
import { getAdmin, getJoined, listParticipants, markSeen } from "./listing.service.ts";
import { cleanUpDuplicates, cleanUpParticipants, fixLastSeen } from "./maintenance.service.ts";
import { createOrJoin, validateRoom } from "./membership.service.ts";
import type { AccessDeps } from "./participants.service.ts";
import { decideRequest } from "./request-outcomes.service.ts";
import { listAccessRequests, requestAccess } from "./requests.service.ts";
import { setStatus } from "./statuses.service.ts";

export function participantsRoutes(deps: AccessDeps) {
  return {
    listParticipants: ({ params, query }, { actor }) =>
      listParticipants(deps.db, actor, params.slug, query),
    listParticipantsByStatus: ({ params: { slug, status }, query }, { actor }) =>
      listParticipants(deps.db, actor, slug, { ...query, status }),
    getParticipantJoined: ({ params: { slug, sessionUserId } }, { actor }) =>
      getJoined(deps.db, actor, slug, sessionUserId),
    getParticipantAdmin: ({ params: { slug, sessionUserId } }, { actor }) =>
      getAdmin(deps.db, actor, slug, sessionUserId),
    markParticipantSeen: ({ params: { slug, participantId } }, { actor }) =>
      markSeen(deps, actor, slug, participantId),
    setAccessLevel: ({ params: { slug, participantId }, body }, { actor }) =>
      setAccessLevel(deps, actor, slug, { participantId, ...body }),
    validateRoom: ({ params }, { actor }) => validateRoom(deps, actor, params.slug),
    requestAccess: ({ params, body }, { actor }) => requestAccess(deps, actor, params.slug, body),
    listAccessRequests: ({ params, query }, { actor }) =>
      listAccessRequests(deps, actor, params.slug, query),
    approveAccessRequest: ({ params }, { actor }) =>
      decideRequest(deps, actor, params.id, { to: "APPROVED" }),
    rejectAccessRequest: ({ params, body }, { actor }) =>
      decideRequest(deps, actor, params.id, { to: "REJECTED", reason: body.reason }),
    cancelAccessRequest: ({ params }, { actor }) =>
      decideRequest(deps, actor, params.id, { to: "CANCELLED" }),
    setParticipantStatus: ({ params: { slug, participantId }, body }, { actor }) =>
      setStatus(deps, actor, slug, { participantId, ...body }),
    cleanUpParticipants: ({ params }, { actor }) => cleanUpParticipants(deps, actor, params.slug),
    fixParticipantsLastSeen: ({ params }, { actor }) => fixLastSeen(deps, actor, params.slug),
    cleanUpDuplicates: (_input, { actor }) => cleanUpDuplicates(deps, actor),
    leaveRoom: ({ params }, { actor }) => leaveRoom(deps, actor, params.slug),
    removeParticipant: ({ params, body }, { actor }) => {
      const { slug, participantId } = params;
      return removeParticipant(deps, actor, slug, { participantId, ...body });
    },
    createOrJoinRooms: ({ body }, { actor }) => {
      const slugs =
        body.sessionRoomSlugs ?? (body.sessionRoomSlug === undefined ? [] : [body.sessionRoomSlug]);
      if (slugs.length === 0) throw new AppError("BAD_REQUEST");
      return createOrJoin(deps, actor, slugs);
    },
  } satisfies Partial<Handlers>;
}
