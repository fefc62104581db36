/** The reads that show versions of a document. */
export const versionReads = ["listDocumentVersions", "getDocumentVersion"] as const;
