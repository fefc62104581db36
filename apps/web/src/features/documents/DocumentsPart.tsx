import { hasPermission } from "@colbin/protocol";
import { Plus } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentTexts } from "./document-texts.ts";
import { DocumentTree } from "./DocumentTree.tsx";
import { RoomDocumentsMenu } from "./RoomDocumentsMenu.tsx";
import { useNewDocument } from "./use-new-document.ts";

/** In the details of a room: the documents that belong to it. */
export function DocumentsPart({ room, level }: DetailsProps) {
  const { sessionRoomSlug: slug, status } = room;
  const { create, isBusy } = useNewDocument(slug);
  const isWriter = status === "ACTIVE" && hasPermission(level, "WRITE");
  return (
    <>
      <div className="flex flex-none items-center gap-2 px-gutter pt-3 pb-1">
        {isWriter && (
          <Button variant="primary" size="header" isBusy={isBusy} onClick={() => void create()}>
            <Plus className="-ms-0.5" aria-hidden="true" />
            {t(documentTexts.create)}
          </Button>
        )}
        <RoomDocumentsMenu slug={slug} mayImport={isWriter} />
      </div>
      <DocumentTree slug={slug} />
    </>
  );
}
