/** The reads that show a document, or that it is there. */
export const documentReads = [
  "getDocument",
  "listDocuments",
  "listRoomDocuments",
  "listDocumentTree",
  "getDocumentPlace",
] as const;
