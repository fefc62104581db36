import type { Handlers } from "#server/platform/http/handler.ts";
import {
  createDocumentVersion,
  getDocumentVersion,
  listDocumentVersions,
  restoreDocumentVersion,
  updateDocumentVersion,
  type VersionDeps,
} from "./versions.service.ts";

export function documentVersionsRoutes(deps: VersionDeps) {
  return {
    listDocumentVersions: ({ params, query }, { actor }) =>
      listDocumentVersions(deps, actor, params.id, query),
    createDocumentVersion: ({ params, body }, { actor }) =>
      createDocumentVersion(deps, actor, params.id, body),
    getDocumentVersion: ({ params, query }, { actor }) =>
      getDocumentVersion(deps, actor, params, query),
    updateDocumentVersion: ({ params, body }, { actor }) =>
      updateDocumentVersion(deps, actor, params, body),
    restoreDocumentVersion: ({ params }, { actor }) => restoreDocumentVersion(deps, actor, params),
  } satisfies Partial<Handlers>;
}
