import type { UserId } from "@colbin/protocol";
import type { Handlers } from "#server/platform/http/handler.ts";
import {
  archiveDocument,
  createDocument,
  createRoomDocument,
  deleteDocument,
  openDocument,
  getRoomDocument,
  listDocuments,
  listRoomDocuments,
  lockDocument,
  moveDocument,
  restoreDocument,
  setDocumentTemplate,
  updateDocument,
  type OpeningDeps,
} from "./documents.service.ts";
import { putDocumentContent, type ContentDeps } from "./contents.service.ts";
import { duplicateDocument } from "./duplicates.service.ts";
import { exportDocument, exportDocuments, type ExportDeps } from "./export.service.ts";
import { importDocuments } from "./import.service.ts";
import { getDocumentAccess, setDocumentAccess, type SharingDeps } from "./sharing.service.ts";

/** Documents that people write together, and their ways from and to files. */
export function documentsRoutes(deps: ContentDeps & ExportDeps & OpeningDeps & SharingDeps) {
  const importing = new Set<UserId>();
  return {
    createRoomDocument: ({ params, body }, { actor }) =>
      createRoomDocument(deps, actor, params.slug, body),
    getRoomDocument: ({ params }, { actor }) =>
      getRoomDocument(deps, actor, params.slug, params.documentId),
    listRoomDocuments: ({ params, query }, { actor }) =>
      listRoomDocuments(deps, actor, params.slug, query),
    listDocuments: ({ query }, { actor }) => listDocuments(deps, actor, query),
    createDocument: ({ body }, { actor }) => createDocument(deps, actor, body),
    getDocument: ({ params }, { actor }) => openDocument(deps, actor, params.id),
    updateDocument: ({ params, body }, { actor }) => updateDocument(deps, actor, params.id, body),
    moveDocument: ({ params, body }, { actor }) => moveDocument(deps, actor, params.id, body),
    archiveDocument: ({ params }, { actor }) => archiveDocument(deps, actor, params.id, true),
    unarchiveDocument: ({ params }, { actor }) => archiveDocument(deps, actor, params.id, false),
    lockDocument: ({ params, body }, { actor }) =>
      lockDocument(deps, actor, params.id, body.isLocked),
    deleteDocument: ({ params }, { actor }) => deleteDocument(deps, actor, params.id),
    restoreDocument: ({ params }, { actor }) => restoreDocument(deps, actor, params.id),
    getDocumentAccess: ({ params }, { actor }) => getDocumentAccess(deps, actor, params.id),
    setDocumentAccess: ({ params, body }, { actor }) =>
      setDocumentAccess(deps, actor, params.id, body),
    setDocumentTemplate: ({ params, body }, { actor }) =>
      setDocumentTemplate(deps, actor, params.id, body.isTemplate),
    duplicateDocument: ({ params, body }, { actor }) =>
      duplicateDocument(deps, actor, params.id, body),
    putDocumentContent: ({ params, body }, { actor }) =>
      putDocumentContent(deps, actor, params.id, body),
    exportDocument: ({ params, query }, { actor }) =>
      exportDocument(deps, actor, params.id, query.format),
    exportDocuments: ({ body }, { actor }) => exportDocuments(deps, actor, body),
    importDocuments: ({ query }, { actor, bytes }) =>
      importDocuments({ ...deps, importing }, actor, query, bytes),
  } satisfies Partial<Handlers>;
}
