import type { Text } from "#web/lib/language/i18n.ts";

/** The part of `errorTexts` that is about files. */
export const fileErrorTexts = {
  FILE_NOT_FOUND: { id: "errors.FILE_NOT_FOUND", message: "File not found" },
  FILE_NOT_READY: { id: "errors.FILE_NOT_READY", message: "This file is not ready yet" },
  FILE_NOT_USABLE: { id: "errors.FILE_NOT_USABLE", message: "This file cannot be attached" },
  FILE_QUARANTINED: { id: "errors.FILE_QUARANTINED", message: "Malware was found in this file" },
  FILE_EMPTY: { id: "errors.FILE_EMPTY", message: "The file is empty" },
  FILE_TOO_LARGE: { id: "errors.FILE_TOO_LARGE", message: "The file is too large" },
  FILE_TYPE_BLOCKED: {
    id: "errors.FILE_TYPE_BLOCKED",
    message: "Files of this type are not allowed",
  },
  STORAGE_FULL: { id: "errors.STORAGE_FULL", message: "There is no storage left" },
  UPLOAD_EXPIRED: {
    id: "errors.UPLOAD_EXPIRED",
    message: "The upload took too long. Please start again.",
  },
  UPLOAD_MISMATCH: { id: "errors.UPLOAD_MISMATCH", message: "The upload is not complete" },
} as const satisfies Record<string, Text>;
