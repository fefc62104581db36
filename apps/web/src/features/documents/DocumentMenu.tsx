import type { Document } from "@colbin/protocol";
import {
  Archive,
  ArchiveRestore,
  Copy,
  CopyPlus,
  Ellipsis,
  FilePlus,
  FolderInput,
  LayoutTemplate,
  Lock,
  LockOpen,
  Pencil,
  RotateCcw,
  Share2,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { actTexts, actWords } from "./act-texts.ts";
import type { DocumentAct } from "./document-acts.ts";
import { useDocumentActs } from "./use-document-acts.ts";
import { useExportEntry } from "./use-export-entry.ts";

const RenameDocumentDialog = lazyPart(
  () => import("./RenameDocumentDialog.tsx"),
  "RenameDocumentDialog",
);
const RemoveDocumentDialog = lazyPart(
  () => import("./RemoveDocumentDialog.tsx"),
  "RemoveDocumentDialog",
);
const MoveDocumentDialog = lazyPart(() => import("./MoveDocumentDialog.tsx"), "MoveDocumentDialog");
const ShareDocumentDialog = lazyPart(
  () => import("./ShareDocumentDialog.tsx"),
  "ShareDocumentDialog",
);

const icons: Readonly<Record<DocumentAct, LucideIcon>> = {
  rename: Pencil,
  inside: FilePlus,
  move: FolderInput,
  share: Share2,
  duplicate: Copy,
  duplicateTree: CopyPlus,
  template: LayoutTemplate,
  untemplate: LayoutTemplate,
  lock: Lock,
  unlock: LockOpen,
  archive: Archive,
  unarchive: ArchiveRestore,
  trash: Trash2,
  restore: RotateCcw,
  remove: Trash2,
};

type AskedAct = Extract<DocumentAct, "rename" | "move" | "share" | "remove">;

interface DocumentMenuProps {
  document: Document;
  acts: readonly DocumentAct[];
  /** Before the acts. */
  more?: readonly MenuAction[];
}

export function DocumentMenu({ document, acts, more = [] }: DocumentMenuProps) {
  const [dialog, setDialog] = useState<AskedAct>();
  const close = () => setDialog(undefined);
  const run = useDocumentActs(document);
  const exporting = useExportEntry(document.id);
  const label = t(actWords.more, { title: document.title });
  const toEntry = (act: DocumentAct): MenuAction => ({
    kind: "action",
    id: act,
    label: t(actTexts[act]),
    icon: icons[act],
    isDanger: act === "trash" || act === "remove",
    onSelect: () => {
      if (act === "rename" || act === "move" || act === "share" || act === "remove") setDialog(act);
      else void run(act);
    },
  });
  // A copy and a file are ways to take a document along.
  const entries = acts.flatMap((act) =>
    act === "duplicate" ? [exporting, toEntry(act)] : [toEntry(act)],
  );
  return (
    <>
      <Menu label={label} surface={LateMenu} props={{ entries: [...more, ...entries] }}>
        {(button) => (
          <IconButton {...button} label={label}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        )}
      </Menu>
      {dialog === "rename" && <RenameDocumentDialog document={document} onClose={close} />}
      {dialog === "move" && <MoveDocumentDialog document={document} onClose={close} />}
      {dialog === "share" && <ShareDocumentDialog document={document} onClose={close} />}
      {dialog === "remove" && <RemoveDocumentDialog document={document} onClose={close} />}
    </>
  );
}
