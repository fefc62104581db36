import type { Handlers } from "#server/platform/http/handler.ts";
import {
  setOrganizationAvatar,
  setOwnAvatar,
  setRoomAvatar,
  type AvatarDeps,
} from "./avatars.service.ts";

export function avatarsRoutes(deps: AvatarDeps) {
  return {
    setOwnAvatar: (_, { actor, wholeBytes }) => setOwnAvatar(deps, actor, wholeBytes),
    deleteOwnAvatar: (_, { actor }) => setOwnAvatar(deps, actor, null),
    setRoomAvatar: ({ params }, { actor, wholeBytes }) =>
      setRoomAvatar(deps, actor, params.slug, wholeBytes),
    deleteRoomAvatar: ({ params }, { actor }) => setRoomAvatar(deps, actor, params.slug, null),
    setOrganizationAvatar: ({ params }, { actor, wholeBytes }) =>
      setOrganizationAvatar(deps, actor, params.orgId, wholeBytes),
    deleteOrganizationAvatar: ({ params }, { actor }) =>
      setOrganizationAvatar(deps, actor, params.orgId, null),
  } satisfies Partial<Handlers>;
}
