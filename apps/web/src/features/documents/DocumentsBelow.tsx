import { hasPermission, type Document } from "@colbin/protocol";
import { Plus } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { actTexts } from "./act-texts.ts";
import { OtherDocuments } from "./OtherDocuments.tsx";
import { treeTexts } from "./tree-texts.ts";
import { useNewDocument } from "./use-new-document.ts";

/** Behind the text: the documents right below this one, and those that link to it. Nothing where there are none. */
export function DocumentsBelow({ document }: { document: Document }) {
  const { id, level, status } = document;
  const { data: place } = useCall("getDocumentPlace", { params: { id } });
  const { data: linking } = useCall("listBacklinks", { params: { id }, query: {} });
  const { create, isBusy } = useNewDocument();
  return (
    <>
      {place && place.below.length > 0 && (
        <OtherDocuments title={t(treeTexts.inside)} documents={place.below}>
          {status === "ACTIVE" && hasPermission(level, "WRITE") && (
            <Button size="sm" className="mt-1.5" isBusy={isBusy} onClick={() => void create(id)}>
              <Plus aria-hidden="true" />
              {t(actTexts.inside)}
            </Button>
          )}
        </OtherDocuments>
      )}
      {linking && linking.results.length > 0 && (
        <OtherDocuments title={t(treeTexts.linking)} documents={linking.results} />
      )}
    </>
  );
}
