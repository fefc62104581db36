import {
  hasPermission,
  isLeadingLevel,
  type Document,
  type DocumentId,
  type ReplyOf,
  type VersionId,
} from "@colbin/protocol";
import { ArrowLeft, FileX, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { LoadingLine } from "#web/design/page/LoadingLine.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ComparedText } from "./ComparedText.tsx";
import { mayWriteIn } from "./document-acts.ts";
import { baseTexts, kindTexts, versionTexts } from "./version-texts.ts";
import { VersionName } from "./VersionName.tsx";

const RestoreVersionDialog = lazyPart(
  () => import("./RestoreVersionDialog.tsx"),
  "RestoreVersionDialog",
);

type Base = keyof typeof baseTexts;
const bases: readonly Base[] = ["previous", "current", "none"];

interface OneVersionProps {
  id: DocumentId;
  /** Undefined until it is there. */
  document: Document | undefined;
  versionId: VersionId;
  onBack: () => void;
}

/** A version with what it has more and less than another text. */
export function OneVersion({ id, document, versionId, onBack }: OneVersionProps) {
  const [base, setBase] = useState<Base>("previous");
  const input = {
    params: { id, versionId },
    query: base === "none" ? {} : { compareTo: base },
  };
  const { data, error, refetch } = useCall("getDocumentVersion", input, { isPaged: true });
  const isGone = error?.code === "VERSION_GONE";
  return (
    <>
      <div className="grid flex-none gap-2.5 border-b border-line px-gutter pt-2.5 pb-3">
        <TextButton
          autoFocus
          className="inline-flex items-center gap-1 justify-self-start"
          onClick={onBack}
        >
          <ArrowLeft className="icon-sm rtl:-scale-x-100" aria-hidden="true" />
          {t(versionTexts.all)}
        </TextButton>
        {data && !isGone && <Head shown={data} document={document} onDone={onBack} />}
        <Segmented
          label={t(versionTexts.compare)}
          options={bases.map((value) => ({ value, label: t(baseTexts[value]) }))}
          value={base}
          onChange={setBase}
        />
      </div>
      {isGone ? (
        <EmptyState icon={FileX} title={t(versionTexts.gone)} text={t(versionTexts.goneText)} />
      ) : data ? (
        <Text shown={data} isCompared={base !== "none"} />
      ) : error ? (
        <ErrorState
          title={t(versionTexts.failedOne)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingLine text={t(versionTexts.loadingOne)} />
      )}
    </>
  );
}

type Shown = ReplyOf<"getDocumentVersion">;

interface HeadProps {
  shown: Shown;
  document: Document | undefined;
  onDone: () => void;
}

function Head({ shown: { version }, document, onDone }: HeadProps) {
  const [isRestoring, setRestoring] = useState(false);
  const { kind, name, createdAt, editors } = version;
  const names = editors.map(({ fullName }) => fullName).join(", ");
  return (
    <>
      <div className="grid gap-0.5">
        <p className="font-strong">
          <time dateTime={createdAt}>{formatDate(new Date(createdAt), "full")}</time>
        </p>
        <p className="text-xs text-ink-subtle">
          {t(kindTexts[kind])}
          {names && ` ${t(versionTexts.by, { names })}`}
        </p>
      </div>
      {document && hasPermission(document.level, "WRITE") ? (
        <VersionName key={version.id} version={version} />
      ) : (
        name !== null && <bdi className="font-medium">{name}</bdi>
      )}
      {document && isLeadingLevel(document.level) && mayWriteIn(document) && (
        <Button size="sm" className="justify-self-start" onClick={() => setRestoring(true)}>
          <RotateCcw aria-hidden="true" />
          {t(versionTexts.restore)}
        </Button>
      )}
      {isRestoring && (
        <RestoreVersionDialog
          version={version}
          onDone={onDone}
          onClose={() => setRestoring(false)}
        />
      )}
    </>
  );
}

function Text({ shown, isCompared }: { shown: Shown; isCompared: boolean }) {
  const { blocks, addedWords: added, removedWords: removed, isCoarse } = shown;
  return (
    <ScrollRegion className="min-h-0 flex-1 px-gutter pt-3 pb-6">
      {isCompared && (
        <p role="status" className="pb-3 text-xs text-ink-subtle">
          {t(versionTexts.changes, { added, removed })}
          {isCoarse && ` ${t(versionTexts.coarse)}`}
        </p>
      )}
      {blocks.length > 0 ? (
        <ComparedText blocks={blocks} />
      ) : (
        <p className="text-ink-muted">{t(versionTexts.blank)}</p>
      )}
    </ScrollRegion>
  );
}
