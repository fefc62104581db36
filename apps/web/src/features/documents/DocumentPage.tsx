import type { Document, DocumentId } from "@colbin/protocol";
import { FileX, Trash2, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { Button } from "#web/design/button/Button.tsx";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { DOCUMENTS_PATH } from "#web/lib/routing/paths.ts";
import { askTexts } from "./ask-texts.ts";
import { actsOn } from "./document-acts.ts";
import { documentTexts } from "./document-texts.ts";
import { DocumentFrame } from "./DocumentFrame.tsx";
import { DocumentMenu } from "./DocumentMenu.tsx";
import { useKeptFacts } from "./use-kept-facts.ts";
import { WaitingCopy } from "./WaitingCopy.tsx";

/** With the editor and all that it stands on: the largest part of the app, for those alone who open a document. */
const DocumentSheet = lazyPart(() => import("./DocumentSheet.tsx"), "DocumentSheet");

const AskForDocumentDialog = lazyPart(
  () => import("./AskForDocumentDialog.tsx"),
  "AskForDocumentDialog",
);

/** The title, and what the person may do, are pushed to nobody. */
const REFRESH_MS = 30_000;

/** `/documents/{id}` */
export function DocumentPage() {
  const { documentId = "" } = useParams();
  return <OneDocument key={documentId} id={documentId as DocumentId} />;
}

function OneDocument({ id }: { id: DocumentId }) {
  const call = useCall("getDocument", { params: { id } }, { refreshMs: REFRESH_MS });
  const { error, refetch } = call;
  const isMissing = error?.status === 404 || error?.status === 400;
  const data = useKeptFacts(id, call.data, error !== null && !isMissing);
  useConnectionBack(error !== null && !isMissing, refetch);
  if (data?.status === "DELETED") return <Trashed document={data} />;
  // One that is lost meanwhile stays on the screen: what was written in it can still be saved elsewhere.
  if (data)
    return (
      <DocumentSheet
        document={data}
        missing={
          <DocumentFrame title={data.title}>
            <TableBones label={data.title} />
          </DocumentFrame>
        }
        renderFailed={(retry) => (
          <DocumentFrame title={data.title}>
            <Middle>
              <ErrorState
                title={t(documentTexts.editorFailed)}
                text={t(documentTexts.editorFailedText)}
                onRetry={retry}
              />
            </Middle>
          </DocumentFrame>
        )}
      />
    );
  return (
    <DocumentFrame title={t(documentTexts.document)}>
      {isMissing ? (
        <Missing id={id} mayAsk={error.status === 404} />
      ) : error ? (
        <Middle>
          <ErrorState
            title={t(documentTexts.oneFailed)}
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
          <WaitingCopy id={id} isLost={false} />
        </Middle>
      ) : (
        <TableBones label={t(documentTexts.document)} />
      )}
    </DocumentFrame>
  );
}

/** A document that is not there, or not open to the person: which of them, nobody is told. */
function Missing({ id, mayAsk }: { id: DocumentId; mayAsk: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Stop
        icon={FileX}
        title={t(documentTexts.missing)}
        text={t(documentTexts.missingText)}
        below={<WaitingCopy id={id} isLost />}
      >
        {mayAsk && (
          <Button size="sm" variant="primary" onClick={() => setAsking(true)}>
            {t(askTexts.ask)}
          </Button>
        )}
      </Stop>
      {isAsking && <AskForDocumentDialog id={id} onClose={() => setAsking(false)} />}
    </>
  );
}

function Trashed({ document }: { document: Document }) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const date = document.purgesAt && formatDate(new Date(document.purgesAt), "date");
  return (
    <DocumentFrame
      title={document.title}
      tools={<DocumentMenu document={document} acts={actsOn(document, ownId)} />}
    >
      <Stop
        icon={Trash2}
        title={t(documentTexts.trashed)}
        text={t(documentTexts.trashedUntil, { date: date ?? "" })}
      />
    </DocumentFrame>
  );
}

interface StopProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** Before the way to all documents. */
  children?: ReactNode;
  below?: ReactNode;
}

function Stop({ children, below, ...words }: StopProps) {
  return (
    <Middle>
      <EmptyState
        {...words}
        action={
          <span className="flex flex-wrap items-center justify-center gap-2">
            {children}
            <PageLink size="sm" to={DOCUMENTS_PATH}>
              {t(documentTexts.toAll)}
            </PageLink>
          </span>
        }
      />
      {below}
    </Middle>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return (
    <div className="scroll-area grid min-h-0 flex-1 content-center justify-items-center gap-4 py-6">
      {children}
    </div>
  );
}
