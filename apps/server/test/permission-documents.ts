import type { CommentId, DocumentId, EndpointName, FileId, VersionId } from "@colbin/protocol";
import { kinds, seen } from "./permission-kinds.ts";
import { noneOf, person, reading, unseen, type EndpointRule } from "./permission-rows.ts";

/* The rows of documents. By level, and those of others: documents.test.ts and comments.test.ts of the feature. */

const level = "ACCESS_LEVEL_TOO_LOW";
const absent = "DOCUMENT_NOT_FOUND";
const noDocument = noneOf(absent);
const documentId = "01930000-0000-7000-8000-000000000000" as DocumentId;
const fileId = "01930000-0000-7000-8000-000000000001" as FileId;
const ofNobody = { params: { id: documentId } };
const commentOfNobody = {
  params: { id: documentId, commentId: documentId as string as CommentId },
};
const versionOfNobody = {
  params: { id: documentId, versionId: documentId as string as VersionId },
};
const noLink = { params: { id: documentId, linkId: documentId } };
const token = "A".repeat(43);
/** The session is not asked. */
const nobodysLink = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, "LINK_NOT_FOUND"]));

export const documentRules = {
  createRoomDocument: {
    row: seen({ COM: level, REA: level, MEM: unseen }),
    input: (slug) => ({ params: { slug }, body: { title: "Plan" } }),
  },
  getRoomDocument: {
    row: {
      PUBLIC: { in: absent, MEM: absent, BAN: unseen },
      PROTECTED: { in: absent, MEM: unseen },
      PRIVATE: { in: absent },
    },
    input: (slug) => ({ params: { slug, documentId } }),
  },
  listRoomDocuments: { row: reading, input: (slug) => ({ params: { slug }, query: {} }) },
  listDocuments: { row: person, input: () => ({ query: {} }) },
  createDocument: { row: person, input: () => ({ body: {} }) },
  getDocument: { row: noDocument, input: () => ofNobody },
  updateDocument: { row: noDocument, input: () => ({ ...ofNobody, body: { title: "Other" } }) },
  deleteDocument: { row: noDocument, input: () => ofNobody },
  moveDocument: { row: noDocument, input: () => ({ ...ofNobody, body: { parentId: null } }) },
  archiveDocument: { row: noDocument, input: () => ofNobody },
  unarchiveDocument: { row: noDocument, input: () => ofNobody },
  lockDocument: { row: noDocument, input: () => ({ ...ofNobody, body: { isLocked: true } }) },
  restoreDocument: { row: noDocument, input: () => ofNobody },
  getDocumentAccess: { row: noDocument, input: () => ofNobody },
  getDocumentReader: {
    row: noDocument,
    input: () => ({ params: { id: documentId, userId: documentId } }),
  },
  listBacklinks: { row: noDocument, input: () => ({ ...ofNobody, query: {} }) },
  attachDocumentFile: { row: noDocument, input: () => ({ ...ofNobody, body: { fileId } }) },
  setDocumentAccess: { row: noDocument, input: () => ({ ...ofNobody, body: {} }) },
  setDocumentTemplate: {
    row: noDocument,
    input: () => ({ ...ofNobody, body: { isTemplate: true } }),
  },
  duplicateDocument: { row: noDocument, input: () => ({ ...ofNobody, body: {} }) },
  putDocumentContent: {
    row: noDocument,
    input: () => ({ ...ofNobody, body: { markdown: "Text" } }),
  },
  exportDocument: { row: noDocument, input: () => ({ ...ofNobody, query: {} }) },
  exportDocuments: { row: noDocument, input: () => ({ body: { id: documentId } }) },
  importDocuments: {
    row: noDocument,
    input: () => ({ query: { name: "page.md", parentId: documentId } }),
  },
  listDocumentComments: { row: noDocument, input: () => ofNobody },
  createDocumentComment: {
    row: noDocument,
    input: () => ({ ...ofNobody, body: { body: "Really?" } }),
  },
  updateDocumentComment: {
    row: noDocument,
    input: () => ({ ...commentOfNobody, body: { body: "Really?" } }),
  },
  deleteDocumentComment: { row: noDocument, input: () => commentOfNobody },
  resolveDocumentComment: { row: noDocument, input: () => commentOfNobody },
  unresolveDocumentComment: { row: noDocument, input: () => commentOfNobody },
  acceptDocumentSuggestion: { row: noDocument, input: () => commentOfNobody },
  reactToDocumentComment: {
    row: noDocument,
    input: () => ({ ...commentOfNobody, body: { emoji: "👍" } }),
  },
  listDocumentVersions: { row: noDocument, input: () => ({ ...ofNobody, query: {} }) },
  createDocumentVersion: { row: noDocument, input: () => ({ ...ofNobody, body: { name: "A" } }) },
  getDocumentVersion: { row: noDocument, input: () => ({ ...versionOfNobody, query: {} }) },
  updateDocumentVersion: {
    row: noDocument,
    input: () => ({ ...versionOfNobody, body: { name: null } }),
  },
  restoreDocumentVersion: { row: noDocument, input: () => versionOfNobody },
  listDocumentTree: { row: person, input: () => ({ query: {} }) },
  getDocumentPlace: { row: noDocument, input: () => ofNobody },
  // The answer tells nothing.
  askForDocument: { row: person, input: () => ({ ...ofNobody, body: {} }) },
  listDocumentRequests: { row: noDocument, input: () => ({ ...ofNobody, query: {} }) },
  listDocumentLinks: { row: noDocument, input: () => ofNobody },
  createDocumentLink: { row: noDocument, input: () => ({ ...ofNobody, body: {} }) },
  updateDocumentLink: { row: noDocument, input: () => ({ ...noLink, body: {} }) },
  removeDocumentLink: { row: noDocument, input: () => noLink },
  openDocumentLink: { row: noneOf("LINK_NOT_FOUND"), input: () => ({ body: { token } }) },
  getPublicDocument: { row: nobodysLink, input: () => ({ params: { token } }) },
  openPublicDocument: { row: nobodysLink, input: () => ({ params: { token }, body: {} }) },
  getPublicDocumentFile: {
    row: nobodysLink,
    input: () => ({ params: { token, fileId }, query: {} }),
  },
} satisfies { readonly [N in EndpointName]?: EndpointRule<N> };
