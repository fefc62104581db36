import type { DocumentFormat, DocumentId } from "@colbin/protocol";
import { Download, FileArchive, FileCode, FileText, FileType, type LucideIcon } from "lucide-react";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { t } from "#web/lib/language/i18n.ts";
import { downloadDocument } from "./download-document.ts";
import { fileTexts, formatTexts } from "./file-texts.ts";

const icons: Readonly<Record<DocumentFormat, LucideIcon>> = {
  markdown: FileText,
  html: FileCode,
  pdf: FileType,
  json: FileCode,
  zip: FileArchive,
};
const formats = Object.keys(icons) as readonly DocumentFormat[];

/** The line of a menu with the ways out of the app; PDF where the server makes some. */
export function useExportEntry(id: DocumentId): MenuEntry {
  const { hasPdf } = usePublicConfig();
  return {
    kind: "submenu",
    id: "export",
    label: t(fileTexts.exportAs),
    icon: Download,
    actions: formats
      .filter((format) => format !== "pdf" || hasPdf)
      .map((format) => ({
        kind: "action",
        id: format,
        label: t(formatTexts[format]),
        icon: icons[format],
        onSelect: () => downloadDocument(id, format),
      })),
  };
}
