import {
  hasPermission,
  type Document,
  type DocumentId,
  type DocumentVersion,
  type VersionId,
} from "@colbin/protocol";
import { Bookmark, History } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { LoadingLine } from "#web/design/page/LoadingLine.tsx";
import { TableFoot } from "#web/design/table/TableFoot.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { kindTexts, versionTexts } from "./version-texts.ts";

const NameVersionDialog = lazyPart(() => import("./NameVersionDialog.tsx"), "NameVersionDialog");

const PAGE_SIZE = 50;
/** New versions are pushed to nobody. */
const REFRESH_MS = 30_000;

interface VersionListProps {
  id: DocumentId;
  /** Undefined until it is there. */
  document: Document | undefined;
  onChoose: (versionId: VersionId) => void;
}

/** The versions of a document by their days, the newest first. */
export function VersionList({ id, document, onChoose }: VersionListProps) {
  const [page, setPage] = useState(1);
  const [isNaming, setNaming] = useState(false);
  const input = { params: { id }, query: { page, limit: PAGE_SIZE } };
  const { data, error, refetch } = useCall("listDocumentVersions", input, {
    isPaged: true,
    refreshMs: REFRESH_MS,
  });
  return (
    <>
      {document && hasPermission(document.level, "WRITE") && (
        <div className="flex-none px-gutter pt-3">
          <Button size="sm" onClick={() => setNaming(true)}>
            <Bookmark aria-hidden="true" />
            {t(versionTexts.nameNow)}
          </Button>
        </div>
      )}
      {data ? (
        <Days versions={data.results} onChoose={onChoose} />
      ) : error ? (
        <ErrorState
          title={t(versionTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingLine text={t(versionTexts.loading)} />
      )}
      {data && data.totalPages > 1 && (
        <TableFoot
          label={t(versionTexts.pages)}
          page={page}
          limit={PAGE_SIZE}
          total={data.totalResults}
          onPage={setPage}
        />
      )}
      {isNaming && <NameVersionDialog id={id} onClose={() => setNaming(false)} />}
    </>
  );
}

interface DaysProps {
  versions: readonly DocumentVersion[];
  onChoose: (versionId: VersionId) => void;
}

function Days({ versions, onChoose }: DaysProps) {
  const today = useToday();
  if (versions.length === 0)
    return (
      <EmptyState icon={History} title={t(versionTexts.empty)} text={t(versionTexts.emptyText)} />
    );
  const days = Map.groupBy(versions, ({ createdAt }) => dayKey(new Date(createdAt)));
  const year = today.slice(0, 4);
  return (
    <ScrollRegion className="min-h-0 flex-1 px-2 pt-2 pb-4">
      {[...days].map(([day, kept]) => {
        const heading = formatDate(
          new Date(kept[0]?.createdAt ?? ""),
          day.startsWith(year) ? "day" : "dayAndYear",
        );
        return (
          <section key={day} aria-label={heading}>
            <p className="px-2 pt-3 pb-1 text-xs font-medium text-ink-subtle">{heading}</p>
            <ul className="grid gap-0.5">
              {kept.map((version) => (
                <li key={version.id}>
                  <VersionRow version={version} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </ScrollRegion>
  );
}

function VersionRow({
  version,
  onChoose,
}: { version: DocumentVersion } & Omit<DaysProps, "versions">) {
  const { id, kind, name, createdAt, editors, words } = version;
  const date = new Date(createdAt);
  return (
    <button
      type="button"
      className="grid w-full gap-0.5 rounded-sm px-2 py-1.5 text-start hover:bg-hover"
      onClick={() => onChoose(id)}
    >
      <span className="flex min-w-0 items-baseline gap-2">
        <time dateTime={createdAt} className="flex-none font-medium tabular-nums">
          {formatDate(date, "clock")}
        </time>
        {name === null ? (
          <span className="clip-line text-ink-muted">{t(kindTexts[kind])}</span>
        ) : (
          <bdi className="clip-line font-strong">{name}</bdi>
        )}
      </span>
      <span className="clip-line text-xs text-ink-subtle">
        {[
          editors.length > 0 && editors.map(({ fullName }) => fullName).join(", "),
          t(versionTexts.words, { n: words }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </button>
  );
}
