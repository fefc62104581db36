import type { ReplyOf, WorkspaceId } from "@colbin/protocol";
import type { StorageDeps } from "#server/features/files/files.service.ts";
import type { Handlers, UserRequestContext } from "#server/platform/http/handler.ts";
import { requireSameOrigin } from "#server/platform/http/origins.ts";
import { listRoomsOf } from "./channels.service.ts";
import { joinByDomain, listJoinable, verifyDomain, type DomainDeps } from "./domains.service.ts";
import {
  changeOrganization,
  createOrganization,
  getOrganization,
  listOrganizations,
  type OrganizationDeps,
} from "./organizations.service.ts";
import { changeSettings, getSettings, type SettingsDeps } from "./settings.service.ts";
import { getMemberStatistics, getUsage } from "./statistics.service.ts";

interface OrganizationRoutesDeps extends OrganizationDeps, DomainDeps, SettingsDeps, StorageDeps {
  /** The caller's session works there from now on. */
  readonly switchTo: (
    context: UserRequestContext,
    orgId: WorkspaceId,
  ) => Promise<ReplyOf<"switchOrganization">>;
}

export function organizationsRoutes(deps: OrganizationRoutesDeps) {
  return {
    listOrganizations: ({ query }, { actor }) => listOrganizations(deps, actor, query),
    createOrganization: ({ body }, { actor }) => createOrganization(deps, actor, body),
    getOrganization: ({ params }, { actor }) => getOrganization(deps, actor, params.orgId),
    updateOrganization: ({ params, body }, { actor }) =>
      changeOrganization(deps, actor, params.orgId, body),
    getSettings: ({ params }, { actor }) => getSettings(deps, actor, params.orgId),
    updateSettings: ({ params, body }, { actor }) =>
      changeSettings(deps, actor, params.orgId, body),
    getMemberStatistics: ({ params }, { actor }) => getMemberStatistics(deps, actor, params.orgId),
    listRoomsOf: (input, { actor }) => listRoomsOf(deps, actor, input),
    getUsage: ({ params }, { actor }) => getUsage(deps, actor, params.orgId),
    verifyDomain: ({ params, body }, { actor }) => verifyDomain(deps, actor, params.orgId, body),
    listJoinable: (_, { actor }) => listJoinable(deps, actor),
    async joinOrganization({ params }, context) {
      requireSameOrigin(context);
      await joinByDomain(deps, context.actor, params.orgId);
      return deps.switchTo(context, params.orgId);
    },
  } satisfies Partial<Handlers>;
}
