import type { Handlers } from "#server/platform/http/handler.ts";
import { addToRoom, inviteToRoom, type InvitingDeps } from "./room-invitations.service.ts";

export function roomInvitationsRoutes(deps: InvitingDeps) {
  return {
    inviteToRoom: ({ params, body }, { actor }) => inviteToRoom(deps, actor, params.slug, body),
    addParticipant: ({ params, body }, { actor }) => addToRoom(deps, actor, params.slug, body),
  } satisfies Partial<Handlers>;
}
