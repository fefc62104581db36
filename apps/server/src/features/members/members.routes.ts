import type { Handlers } from "#server/platform/http/handler.ts";
import { createDirectory, type DirectoryDeps } from "./directory.service.ts";
import {
  getMember,
  reactivateMember,
  suspendMember,
  updateMember,
  type MemberDeps,
} from "./members.service.ts";
import { transferOwnership, type OwnershipDeps } from "./ownership.service.ts";
import { removeMember } from "./removal.service.ts";

export function membersRoutes(deps: MemberDeps & OwnershipDeps & DirectoryDeps) {
  const listMembers = createDirectory(deps);
  return {
    listMembers: ({ params, query }, { actor }) => listMembers(actor, params.orgId, query),
    getMember: ({ params }, { actor }) => getMember(deps, actor, params),
    updateMember: ({ params, body }, { actor }) => updateMember(deps, actor, params, body),
    suspendMember: ({ params, body }, { actor }) => suspendMember(deps, actor, params, body.reason),
    removeMember: ({ params, body }, { actor }) => removeMember(deps, actor, params, body.reason),
    transferOwnership: ({ params }, { actor }) => transferOwnership(deps, actor, params),
    reactivateMember: ({ params }, { actor }) => reactivateMember(deps, actor, params),
  } satisfies Partial<Handlers>;
}
