import type { ReplyOf, WorkspaceId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type {
  Handlers,
  RequestContext,
  UserRequestContext,
} from "#server/platform/http/handler.ts";
import {
  acceptInvitation,
  cancelInvitation,
  enterJoined,
  generateInviteLink,
  listInvitations,
  validateInvitation,
  type InvitationDeps,
} from "./invitations.service.ts";

interface InvitationRoutesDeps extends InvitationDeps {
  /** Whoever is signed in, of those who may ask without it as well. */
  readonly findActor: (context: RequestContext) => Promise<Actor | undefined>;
  /** The caller's session works there from now on. */
  readonly switchTo: (
    context: UserRequestContext,
    orgId: WorkspaceId,
  ) => Promise<ReplyOf<"switchOrganization">>;
}

export function invitationsRoutes(deps: InvitationRoutesDeps) {
  return {
    generateInviteLink: ({ params, body }, { actor }) =>
      generateInviteLink(deps, actor, params.orgId, body),
    listInvitations: ({ params, query }, { actor }) =>
      listInvitations(deps, actor, params.orgId, query),
    cancelInvitation: ({ params }, { actor }) => cancelInvitation(deps, actor, params),
    validateInvitation: async ({ params }, context) =>
      validateInvitation(deps, await deps.findActor(context), params.code),
    async acceptInvitation({ body }, context) {
      const { organization, isMember } = await acceptInvitation(
        deps,
        context.actor,
        body.inviteCode,
      );
      const { tokens, user } = await enterJoined(deps.switchTo(context, organization.id));
      const { id: orgId, name: organizationName } = organization;
      const message = isMember ? { message: "You are already a member" } : {};
      return { organization, orgId, organizationName, tokens, user, ...message };
    },
  } satisfies Partial<Handlers>;
}
