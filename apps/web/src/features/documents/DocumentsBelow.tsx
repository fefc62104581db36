import { hasPermission, type Document } from "@colbin/protocol";
import { Plus } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentPath } from "#web/lib/routing/paths.ts";
import { actTexts } from "./act-texts.ts";
import { DocumentIcon } from "./DocumentIcon.tsx";
import { treeTexts } from "./tree-texts.ts";
import { useNewDocument } from "./use-new-document.ts";

/** Behind the text: the documents right below this one. Nothing where there are none. */
export function DocumentsBelow({ document }: { document: Document }) {
  const { id, level, status } = document;
  const { data } = useCall("getDocumentPlace", { params: { id } });
  const { create, isBusy } = useNewDocument();
  if (!data || data.below.length === 0) return null;
  return (
    <nav aria-labelledby="documents-below" className="mt-10 border-t border-line pt-4">
      <h2 id="documents-below" className="mb-1 font-strong text-ink-muted">
        {t(treeTexts.inside)}
      </h2>
      <ul>
        {data.below.map((each) => (
          <li key={each.id}>
            <Link
              to={documentPath(each.id)}
              className="flex min-h-11 items-center gap-2 rounded-sm px-1.5 hover:bg-hover"
            >
              <DocumentIcon icon={each.icon} />
              <bdi className="min-w-0 wrap-anywhere">{each.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {status === "ACTIVE" && hasPermission(level, "WRITE") && (
        <Button size="sm" className="mt-1.5" isBusy={isBusy} onClick={() => void create(id)}>
          <Plus aria-hidden="true" />
          {t(actTexts.inside)}
        </Button>
      )}
    </nav>
  );
}
