import type { ReplyOf, WorkspaceId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type {
  Handlers,
  RequestContext,
  UserRequestContext,
} from "#server/platform/http/handler.ts";
import { requireSameOrigin } from "#server/platform/http/origins.ts";
import {
  acceptInvitation,
  declineInvitation,
  enterJoined,
  listMyInvitations,
  validateInvitation,
  type AcceptingDeps,
} from "./accepting.service.ts";
import {
  cancelInvitation,
  generateInviteLink,
  listInvitations,
  resendInvitation,
  type InvitationDeps,
} from "./invitations.service.ts";
import { inviteMembers, type InvitingDeps } from "./inviting.service.ts";

interface InvitationRoutesDeps extends InvitationDeps, InvitingDeps, AcceptingDeps {
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
    inviteMembers: ({ params, body }, { actor }) =>
      inviteMembers(deps, actor, params.orgId, body.invitations),
    generateInviteLink: ({ params, body }, { actor }) =>
      generateInviteLink(deps, actor, params.orgId, body),
    listInvitations: ({ params, query }, { actor }) =>
      listInvitations(deps, actor, params.orgId, query),
    cancelInvitation: ({ params }, { actor }) => cancelInvitation(deps, actor, params),
    resendInvitation: ({ params }, { actor }) => resendInvitation(deps, actor, params),
    listMyInvitations: (_, { actor }) => listMyInvitations(deps, actor),
    async validateInvitation({ params }, context) {
      const { address, isLocal } = context;
      const actor = await deps.findActor(context);
      return validateInvitation(deps, { actor, address, isLocal }, params.code);
    },
    async acceptInvitation({ body }, context) {
      requireSameOrigin(context);
      const { organization, isMember } = await acceptInvitation(deps, context.actor, body);
      const { tokens, user } = await enterJoined(deps.switchTo(context, organization.id));
      const { id: orgId, name: organizationName } = organization;
      const message = isMember ? { message: "You are already a member" } : {};
      return { organization, orgId, organizationName, tokens, user, ...message };
    },
    declineInvitation: ({ body }, { actor }) => declineInvitation(deps, actor, body.inviteCode),
  } satisfies Partial<Handlers>;
}
