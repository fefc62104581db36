import type { Handlers } from "#server/platform/http/handler.ts";
import {
  changeOrganization,
  createOrganization,
  getOrganization,
  listOrganizations,
  type OrganizationDeps,
} from "./organizations.service.ts";
import { changeSettings, getSettings } from "./settings.service.ts";

export function organizationsRoutes(deps: OrganizationDeps) {
  return {
    listOrganizations: ({ query }, { actor }) => listOrganizations(deps, actor, query),
    createOrganization: ({ body }, { actor }) => createOrganization(deps, actor, body),
    getOrganization: ({ params }, { actor }) => getOrganization(deps, actor, params.orgId),
    updateOrganization: ({ params, body }, { actor }) =>
      changeOrganization(deps, actor, params.orgId, body),
    getSettings: ({ params }, { actor }) => getSettings(deps, actor, params.orgId),
    updateSettings: ({ params, body }, { actor }) =>
      changeSettings(deps, actor, params.orgId, body),
  } satisfies Partial<Handlers>;
}
