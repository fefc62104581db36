import type { FileStatus } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const downloadText: Text = { id: "files.downloadFile", message: "Download {name}" };

/** Loads once more what a page shows of a file. */
export const reloadText: Text = { id: "files.loadAgain", message: "Try again" };

/** Beside the size of a file that can be had all the same. */
export const unscannedText: Text = { id: "files.unscanned", message: "Not scanned" };

export const expiredText: Text = { id: "files.expired", message: "File removed by retention" };

/** Why a file cannot be had. */
export const withheldTexts: Readonly<Record<Exclude<FileStatus, "ready">, Text>> = {
  deleted: { id: "attachments.deleted", message: "This file was deleted" },
  scanning: { id: "attachments.scanning", message: "Being checked for malware" },
  quarantined: {
    id: "attachments.quarantined",
    message: "Removed: malware was found",
  },
  failed: {
    id: "attachments.failed",
    message: "Too large to be checked for malware, so nobody can open it",
  },
};
