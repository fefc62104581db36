import { AppError } from "#server/platform/app-error.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { createOrJoin } from "./joining.service.ts";
import { getAdmin, getJoined, listParticipants, markSeen } from "./listing.service.ts";
import { leaveRoom, removeParticipant } from "./leaving.service.ts";
import type { ParticipantDeps } from "./participants.service.ts";
import { setAccessLevel } from "./setting-levels.service.ts";

export function participantsRoutes(deps: ParticipantDeps) {
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
