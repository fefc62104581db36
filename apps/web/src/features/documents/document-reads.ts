/** The reads that show a document, or that it is there. */
export const documentReads = ["getDocument", "listDocuments", "listRoomDocuments"] as const;
