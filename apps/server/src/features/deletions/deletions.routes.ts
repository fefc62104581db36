import type { Handlers } from "#server/platform/http/handler.ts";
import { deleteOrganization, restoreOrganization, type DeletionDeps } from "./deletions.service.ts";

export function deletionsRoutes(deps: DeletionDeps) {
  return {
    deleteOrganization: ({ params }, { actor }) => deleteOrganization(deps, actor, params.orgId),
    restoreOrganization: ({ params }, { actor }) => restoreOrganization(deps, actor, params.orgId),
  } satisfies Partial<Handlers>;
}
