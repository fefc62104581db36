/** The reads that show a document, or that it is there. */
export const documentReads = [
  "getDocument",
  "listDocuments",
  "listDocumentTree",
  "getDocumentPlace",
] as const;
