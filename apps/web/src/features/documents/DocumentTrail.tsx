import type { Document } from "@colbin/protocol";
import { Link } from "#web/design/button/Link.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { DOCUMENTS_PATH, documentPath, roomPath } from "#web/lib/routing/paths.ts";
import { DocumentPlace } from "./DocumentPlace.tsx";
import { editorTexts } from "./editor-texts.ts";
import { treeTexts } from "./tree-texts.ts";

const look = "inline-flex min-h-6 items-center rounded-xs hover:text-ink";

/** Where a document is: its room, or all documents, and those above it. */
export function DocumentTrail({ document }: { document: Document }) {
  const { id, sessionRoomSlug: slug } = document;
  const { data } = useCall("getDocumentPlace", { params: { id } });
  return (
    <nav aria-label={t(treeTexts.where)}>
      <Link to={slug === null ? DOCUMENTS_PATH : roomPath(slug)} className={look}>
        {slug === null ? t(editorTexts.documents) : <DocumentPlace document={document} />}
      </Link>
      {data?.above.map((each) => (
        <span key={each.id}>
          <span aria-hidden="true"> / </span>
          <Link to={documentPath(each.id)} className={look}>
            <bdi>{each.title}</bdi>
          </Link>
        </span>
      ))}
    </nav>
  );
}
