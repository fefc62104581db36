import type { FileStatus } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const downloadText: Text = { id: "files.downloadFile", message: "Download {name}" };

/** Why a file cannot be had. */
export const withheldTexts: Readonly<Record<Exclude<FileStatus, "ready">, Text>> = {
  deleted: { id: "attachments.deleted", message: "This file was deleted" },
  scanning: { id: "attachments.scanning", message: "Being scanned for viruses" },
  quarantined: {
    id: "attachments.quarantined",
    message: "Blocked: the virus scan found a threat. Nobody can open it.",
  },
  failed: {
    id: "attachments.failed",
    message: "This file could not be checked, so nobody can open it",
  },
};
