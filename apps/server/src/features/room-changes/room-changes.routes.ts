import type { ParticipantDeps } from "#server/features/participants/participants.service.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { changeAccessType, updateRoom } from "./changes.service.ts";
import { createRoom, saveRoom } from "./creating.service.ts";
import {
  batchValidateDomain,
  changeRoomDomain,
  listDomainUsers,
  suggestDomain,
  validateDomainAccess,
} from "./domains.service.ts";
import { archiveRoom, deleteRoom, restoreRoom, unarchiveRoom } from "./ending.service.ts";

export function roomChangesRoutes(deps: ParticipantDeps) {
  const { db } = deps;
  return {
    createRoom: ({ body }, { actor }) => createRoom(deps, actor, body),
    saveRoom: ({ params, body }, { actor }) => saveRoom(deps, actor, params.slug, body),
    updateRoom: ({ params, body }, { actor }) => updateRoom(deps, actor, params.slug, body),
    changeAccessType: ({ params, body }, { actor }) =>
      changeAccessType(deps, actor, params.slug, body.accessType),
    archiveRoom: ({ params }, { actor }) => archiveRoom(deps, actor, params.slug),
    unarchiveRoom: ({ params }, { actor }) => unarchiveRoom(deps, actor, params.slug),
    deleteRoom: ({ params }, { actor }) => deleteRoom(deps, actor, params.slug),
    restoreRoom: ({ params }, { actor }) => restoreRoom(deps, actor, params.slug),
    suggestDomain: (_input, { actor }) => suggestDomain(db, actor),
    changeRoomDomain: ({ params, body }, { actor }) =>
      changeRoomDomain(deps, actor, params.slug, body.organizationDomain),
    validateDomainAccess: ({ params }, { actor }) => validateDomainAccess(db, actor, params.slug),
    batchValidateDomain: ({ params, body }, { actor }) =>
      batchValidateDomain(db, actor, params.slug, body),
    listDomainUsers: ({ params, query }, { actor }) =>
      listDomainUsers(db, actor, params.slug, query),
  } satisfies Partial<Handlers>;
}
