import { AppError } from "#server/platform/app-error.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { createOrJoin } from "./joining.service.ts";
import { leaveRoom, removeParticipant } from "./leaving.service.ts";
import type { ParticipantDeps } from "./participants.service.ts";

export function participantsRoutes(deps: ParticipantDeps) {
  return {
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
