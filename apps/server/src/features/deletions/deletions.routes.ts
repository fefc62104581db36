import type { Handlers } from "#server/platform/http/handler.ts";
import { deleteAccount, type AccountDeps } from "./accounts.service.ts";
import { deleteOrganization, restoreOrganization, type DeletionDeps } from "./deletions.service.ts";

export function deletionsRoutes(deps: DeletionDeps & AccountDeps) {
  return {
    deleteUser: ({ params, body }, { actor }) =>
      deleteAccount(deps, actor, { id: params.sessionUserId, ...body }),
    deleteOrganization: ({ params }, { actor }) => deleteOrganization(deps, actor, params.orgId),
    restoreOrganization: ({ params }, { actor }) => restoreOrganization(deps, actor, params.orgId),
  } satisfies Partial<Handlers>;
}
