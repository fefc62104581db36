import { listBlocks, removeBlock } from "#server/features/users/blocks.service.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import {
  createUser,
  inviteUser,
  listInstanceUsers,
  updateUser,
  type AdministrationDeps,
} from "./administration.service.ts";
import {
  blockUser,
  getUser,
  listUsers,
  listUsersOf,
  requireInOrganization,
  suggestUsers,
  type PeopleDeps,
} from "./people.service.ts";
import { suggestPeople } from "./suggesting.service.ts";

export function peopleRoutes(deps: PeopleDeps & AdministrationDeps) {
  return {
    listUsers: ({ query }, { actor }) => listUsers(deps, actor, query),
    suggestUsers: ({ query }, { actor }) => suggestUsers(deps, actor, query),
    suggestPeople: (input, { actor }) => suggestPeople(deps, actor, input),
    listOrganizationUsers: async ({ query }, { actor }) =>
      listUsers(deps, requireInOrganization(actor), query),
    suggestOrganizationUsers: async ({ query }, { actor }) =>
      suggestUsers(deps, requireInOrganization(actor), query),
    listUsersOf: ({ params, query }, { actor }) => listUsersOf(deps, actor, params.orgId, query),
    getUser: ({ params }, { actor }) => getUser(deps, actor, params.sessionUserId),
    listInstanceUsers: ({ query }, { actor }) => listInstanceUsers(deps, actor, query),
    createUser: ({ body }, { actor }) => createUser(deps, actor, body),
    inviteUser: ({ body }, { actor }) => inviteUser(deps, actor, body),
    updateUser: ({ params, body }, { actor }) =>
      updateUser(deps, actor, params.sessionUserId, body),
    blockUser: ({ params }, { actor }) => blockUser(deps, actor, params.sessionUserId),
    unblockUser: ({ params }, { actor }) => removeBlock(deps.db, actor, params.sessionUserId),
    listBlocks: ({ query }, { actor }) => listBlocks(deps.db, actor, query),
  } satisfies Partial<Handlers>;
}
