import type { EndpointName, FileId } from "@colbin/protocol";
import { seen } from "./permission-kinds.ts";
import { noneOf, open, person, reading, tooLow, type EndpointRule } from "./permission-rows.ts";

/* The rows of files. */

/** Nobody's; one's own, and those of others: features/files/files.test.ts. */
const noFile = open(noneOf("FILE_NOT_FOUND"));
const ofNobody = { params: { id: "01930000-0000-7000-8000-000000000000" as FileId } };

export const fileRules = {
  startUpload: {
    // With COMMENT into threads.
    row: open(seen({ REA: tooLow, MEM: "NOT_SUBSCRIBED" })),
    input: (roomSlug) => ({ body: { name: "allowed.txt", size: 8, roomSlug } }),
  },
  getUpload: { row: noFile, input: () => ofNobody },
  appendUpload: { row: noFile, input: () => ofNobody },
  cancelUpload: { row: noFile, input: () => ofNobody },
  completeUpload: { row: noFile, input: () => ofNobody },
  listFiles: { row: person, input: () => ({ query: {} }) },
  listFilesOfRoom: { row: open(reading), input: (slug) => ({ params: { slug }, query: {} }) },
  getFile: { row: noFile, input: () => ofNobody },
  renameFile: { row: noFile, input: () => ({ ...ofNobody, body: { name: "other.txt" } }) },
  deleteFile: { row: noFile, input: () => ofNobody },
  restoreFile: { row: noFile, input: () => ofNobody },
  getFileContent: { row: noFile, input: () => ({ ...ofNobody, query: {} }) },
  getSmallPicture: {
    row: open(noneOf("PICTURE_NOT_FOUND")),
    input: () => ofNobody,
  },
  getFileUsage: { row: open(person), input: () => ({}) },
} satisfies { readonly [N in EndpointName]?: EndpointRule<N> };
