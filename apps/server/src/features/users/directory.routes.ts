import type { Handlers } from "#server/platform/http/handler.ts";
import { createUser, updateUser, type AdministrationDeps } from "./administration.service.ts";
import { blockUser, listBlocks, unblockUser } from "./blocks.service.ts";
import {
  getUser,
  listUsers,
  listUsersOf,
  requireInOrganization,
  suggestUsers,
  type DirectoryDeps,
} from "./directory.service.ts";

export function directoryRoutes(deps: DirectoryDeps & AdministrationDeps) {
  return {
    listUsers: ({ query }, { actor }) => listUsers(deps, actor, query),
    suggestUsers: ({ query }, { actor }) => suggestUsers(deps, actor, query),
    listOrganizationUsers: async ({ query }, { actor }) =>
      listUsers(deps, requireInOrganization(actor), query),
    suggestOrganizationUsers: async ({ query }, { actor }) =>
      suggestUsers(deps, requireInOrganization(actor), query),
    listUsersOf: ({ params, query }, { actor }) => listUsersOf(deps, actor, params.orgId, query),
    getUser: ({ params }, { actor }) => getUser(deps, actor, params.sessionUserId),
    createUser: ({ body }, { actor }) => createUser(deps, actor, body),
    updateUser: ({ params, body }, { actor }) =>
      updateUser(deps, actor, params.sessionUserId, body),
    blockUser: ({ params }, { actor }) => blockUser(deps, actor, params.sessionUserId),
    unblockUser: ({ params }, { actor }) => unblockUser(deps, actor, params.sessionUserId),
    listBlocks: ({ query }, { actor }) => listBlocks(deps, actor, query),
  } satisfies Partial<Handlers>;
}
