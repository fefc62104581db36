import { hasPermission, isLeadingLevel, type Document } from "@colbin/protocol";
import { Download, History, MessageCircle, PenLine, Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openSide, toggleSide, useSide } from "#web/lib/routing/side.ts";
import { askTexts } from "./ask-texts.ts";
import { commentTexts } from "./comment-texts.ts";
import { actsOn } from "./document-acts.ts";
import { DocumentMenu } from "./DocumentMenu.tsx";
import { editorTexts } from "./editor-texts.ts";

const ShareDocumentDialog = lazyPart(
  () => import("./ShareDocumentDialog.tsx"),
  "ShareDocumentDialog",
);
const AskForDocumentDialog = lazyPart(
  () => import("./AskForDocumentDialog.tsx"),
  "AskForDocumentDialog",
);

interface SheetToolsProps {
  document: Document;
  onCopy: () => void;
}

/** The buttons in the head of a document: its comments, who may open it, and its menu. */
export function SheetTools({ document, onCopy }: SheetToolsProps) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const [dialog, setDialog] = useState<"share" | "ask">();
  const close = () => setDialog(undefined);
  const mayAsk = document.status === "ACTIVE" && !hasPermission(document.level, "WRITE");
  // The title and the way to share stand on the page themselves.
  const acts = actsOn(document, ownId).filter((act) => act !== "rename" && act !== "share");
  return (
    <>
      <CommentsButton />
      {isLeadingLevel(document.level) && (
        <Button
          size="header"
          aria-label={t(editorTexts.share)}
          className="max-pair:px-2.5"
          onClick={() => setDialog("share")}
        >
          <Share2 aria-hidden="true" />
          <span className="max-pair:hidden">{t(editorTexts.share)}</span>
        </Button>
      )}
      <DocumentMenu
        document={document}
        acts={acts}
        more={[
          ...(mayAsk
            ? [
                {
                  kind: "action" as const,
                  id: "ask",
                  label: t(askTexts.askMore),
                  icon: PenLine,
                  onSelect: () => setDialog("ask"),
                },
              ]
            : []),
          {
            kind: "action",
            id: "copy",
            label: t(editorTexts.copy),
            icon: Download,
            onSelect: onCopy,
          },
          {
            kind: "action",
            id: "versions",
            label: t(editorTexts.versions),
            icon: History,
            onSelect: () => openSide({ name: "versions", at: "" }),
          },
        ]}
      />
      {dialog === "share" && <ShareDocumentDialog document={document} onClose={close} />}
      {dialog === "ask" && (
        <AskForDocumentDialog id={document.id} own={document.level} onClose={close} />
      )}
    </>
  );
}

function CommentsButton() {
  const isOpen = useSide()?.name === "comments";
  return (
    <IconButton
      label={t(commentTexts.title)}
      aria-pressed={isOpen}
      onClick={() => toggleSide({ name: "comments", at: "" })}
    >
      <MessageCircle aria-hidden="true" />
    </IconButton>
  );
}
