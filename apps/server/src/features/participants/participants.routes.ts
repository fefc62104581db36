import type { AccessRequest } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { leaveRoom, removeParticipant } from "./departures.service.ts";
import { setAccessLevel } from "./levels.service.ts";
import { getAdmin, getJoined, listParticipants, markSeen } from "./listing.service.ts";
import { cleanUpDuplicates, cleanUpParticipants, fixLastSeen } from "./maintenance.service.ts";
import { createOrJoin, validateRoom } from "./membership.service.ts";
import type { AccessDeps } from "./participants.service.ts";
import { decideRequest, type Decision } from "./request-outcomes.service.ts";
import { listAccessRequests, requestAccess } from "./requests.service.ts";
import { setStatus } from "./statuses.service.ts";

interface ParticipantsRoutesDeps extends AccessDeps {
  /** Answers a request about a document; undefined for an id that is of none. */
  readonly decideDocumentRequest: (
    actor: Actor,
    id: string,
    decision: Decision,
  ) => Promise<AccessRequest | undefined>;
}

export function participantsRoutes(deps: ParticipantsRoutesDeps) {
  const decide = async (actor: Actor, id: string, decision: Decision) =>
    (await deps.decideDocumentRequest(actor, id, decision)) ??
    decideRequest(deps, actor, id, decision);
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
    approveAccessRequest: ({ params }, { actor }) => decide(actor, params.id, { to: "APPROVED" }),
    rejectAccessRequest: ({ params, body }, { actor }) =>
      decide(actor, params.id, { to: "REJECTED", reason: body.reason }),
    cancelAccessRequest: ({ params }, { actor }) => decide(actor, params.id, { to: "CANCELLED" }),
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
