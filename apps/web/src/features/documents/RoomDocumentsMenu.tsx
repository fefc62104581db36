import { Download, Ellipsis, Import } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { downloadRoomDocuments } from "./download-room-documents.ts";
import { fileTexts } from "./file-texts.ts";

const ImportDialog = lazyPart(() => import("./ImportDialog.tsx"), "ImportDialog");

interface RoomDocumentsMenuProps {
  slug: string;
  mayImport: boolean;
}

/** The ways of all documents of a room to files, and of files into the room. */
export function RoomDocumentsMenu({ slug, mayImport }: RoomDocumentsMenuProps) {
  const [isImporting, setImporting] = useState(false);
  const label = t(fileTexts.ofRoom);
  const entries: readonly MenuEntry[] = [
    ...(mayImport
      ? [
          {
            kind: "action" as const,
            id: "import",
            label: t(fileTexts.import),
            icon: Import,
            onSelect: () => setImporting(true),
          },
        ]
      : []),
    {
      kind: "action",
      id: "export",
      label: t(fileTexts.exportAll),
      icon: Download,
      onSelect: () =>
        void tellFailure(
          fileTexts.exportFailed,
          downloadRoomDocuments(slug, t(fileTexts.archiveName)),
        ),
    },
  ];
  return (
    <>
      <Menu label={label} surface={LateMenu} props={{ entries }}>
        {(button) => (
          <IconButton {...button} label={label}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        )}
      </Menu>
      {isImporting && <ImportDialog slug={slug} onClose={() => setImporting(false)} />}
    </>
  );
}
