import type { UserId } from "@colbin/protocol";
import type { Handlers, RequestContext } from "#server/platform/http/handler.ts";
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
import { importDocuments, type ImportDeps } from "./import.service.ts";
import {
  createDocumentLink,
  listDocumentLinks,
  removeDocumentLink,
  updateDocumentLink,
  type LinkDeps,
} from "./links.service.ts";
import {
  getPublicDocument,
  openDocumentLink,
  openPublicDocument,
  type PublicDeps,
} from "./public.service.ts";
import { getPublicDocumentFile, type PublicFileDeps } from "./public-files.service.ts";
import { attachDocumentFile, listBacklinks } from "./references.service.ts";
import { askForDocument, listDocumentRequests, type RequestDeps } from "./requests.service.ts";
import {
  getDocumentAccess,
  getDocumentReader,
  setDocumentAccess,
  type SharingDeps,
} from "./sharing.service.ts";
import { getDocumentPlace, listDocumentTree } from "./tree.service.ts";

type Deps = ContentDeps &
  Pick<ImportDeps, "heldBytes"> &
  ExportDeps &
  OpeningDeps &
  SharingDeps &
  LinkDeps &
  PublicDeps &
  PublicFileDeps &
  RequestDeps;

/** A document behind a link is for its visitors: no robot lists it. */
function hideFromRobots(context: RequestContext): void {
  context.setHeader("x-robots-tag", "noindex, nofollow");
}

/** Documents that people write together, and their ways from and to files. */
export function documentsRoutes(deps: Deps) {
  const importing = new Set<UserId>();
  const reading = new Set<UserId>();
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
    getDocumentReader: ({ params }, { actor }) => getDocumentReader(deps, actor, params),
    listBacklinks: ({ params, query }, { actor }) => listBacklinks(deps, actor, params.id, query),
    attachDocumentFile: ({ params, body }, { actor }) =>
      attachDocumentFile(deps, actor, params.id, body.fileId),
    setDocumentAccess: ({ params, body }, { actor }) =>
      setDocumentAccess(deps, actor, params.id, body),
    setDocumentTemplate: ({ params, body }, { actor }) =>
      setDocumentTemplate(deps, actor, params.id, body.isTemplate),
    duplicateDocument: ({ params, body }, { actor }) =>
      duplicateDocument(deps, actor, params.id, body),
    putDocumentContent: ({ params, body }, { actor }) =>
      putDocumentContent({ ...deps, reading }, actor, params.id, body),
    exportDocument: ({ params, query }, { actor }) =>
      exportDocument(deps, actor, params.id, query.format),
    exportDocuments: ({ body }, { actor }) => exportDocuments(deps, actor, body),
    importDocuments: ({ query }, { actor, bytes }) =>
      importDocuments({ ...deps, importing }, actor, query, bytes),
    listDocumentTree: ({ query }, { actor }) => listDocumentTree(deps, actor, query),
    getDocumentPlace: ({ params }, { actor }) => getDocumentPlace(deps, actor, params.id),
    askForDocument: ({ params, body }, { actor }) => askForDocument(deps, actor, params.id, body),
    listDocumentRequests: ({ params, query }, { actor }) =>
      listDocumentRequests(deps, actor, params.id, query),
    listDocumentLinks: ({ params }, { actor }) => listDocumentLinks(deps, actor, params.id),
    createDocumentLink: ({ params, body }, { actor }) =>
      createDocumentLink(deps, actor, params.id, body),
    updateDocumentLink: ({ params, body }, { actor }) =>
      updateDocumentLink(deps, actor, params, body),
    removeDocumentLink: ({ params }, { actor }) => removeDocumentLink(deps, actor, params),
    openDocumentLink: ({ body }, { actor }) => openDocumentLink(deps, actor, body),
    getPublicDocument: ({ params }, context) => {
      hideFromRobots(context);
      return getPublicDocument(deps, params.token);
    },
    openPublicDocument: ({ params, body }, context) => {
      hideFromRobots(context);
      return openPublicDocument(deps, { ...params, ...body, address: context.address });
    },
    getPublicDocumentFile: ({ params, query }, context) => {
      hideFromRobots(context);
      return getPublicDocumentFile(deps, params, query);
    },
  } satisfies Partial<Handlers>;
}
