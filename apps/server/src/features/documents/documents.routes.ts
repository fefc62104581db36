import type { Handlers } from "#server/platform/http/handler.ts";
import {
  archiveDocument,
  createDocument,
  createRoomDocument,
  deleteDocument,
  getDocument,
  getRoomDocument,
  listDocuments,
  listRoomDocuments,
  lockDocument,
  moveDocument,
  restoreDocument,
  updateDocument,
  type DocumentDeps,
} from "./documents.service.ts";
import type { DocumentContents } from "./live.service.ts";
import { getDocumentAccess, setDocumentAccess } from "./sharing.service.ts";

/** Documents that people write together, without what stands in them. */
export function documentsRoutes(deps: DocumentDeps & { readonly contents: DocumentContents }) {
  return {
    createRoomDocument: ({ params, body }, { actor }) =>
      createRoomDocument(deps, actor, params.slug, body),
    getRoomDocument: ({ params }, { actor }) =>
      getRoomDocument(deps, actor, params.slug, params.documentId),
    listRoomDocuments: ({ params, query }, { actor }) =>
      listRoomDocuments(deps, actor, params.slug, query),
    listDocuments: ({ query }, { actor }) => listDocuments(deps, actor, query),
    createDocument: ({ body }, { actor }) => createDocument(deps, actor, body),
    getDocument: ({ params }, { actor }) => getDocument(deps, actor, params.id),
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
  } satisfies Partial<Handlers>;
}
