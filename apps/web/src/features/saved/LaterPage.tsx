import type { SavedMessage, SavedStatus } from "@colbin/protocol";
import { Bookmark, Check, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { MoreButton } from "#web/design/button/MoreButton.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { Tabs } from "#web/design/page/Tabs.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";
import { laterTexts } from "./later-texts.ts";
import { RemindDialog } from "./RemindDialog.tsx";
import { ReminderList } from "./ReminderList.tsx";
import { saved } from "./saved.ts";
import { SavedRow } from "./SavedRow.tsx";

/** The second tab as the address has it. */
const DONE = "?tab=done";

/** `/chat/later`: messages that the person keeps, open and done, and what they are to be reminded of. */
export function LaterPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const status: SavedStatus = search === DONE ? "done" : "open";
  const { total } = useList(saved.list, "open");
  const [isReminding, setReminding] = useState(false);
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="flex-1 text-body leading-5 font-strong max-pair:text-read">
          {t(laterTexts.title)}
        </h1>
        <IconButton label={t(laterTexts.newReminder)} onClick={() => setReminding(true)}>
          <Plus aria-hidden="true" />
        </IconButton>
      </div>
      <Tabs
        label={t(laterTexts.title)}
        isFull
        value={status}
        onChange={(tab) => void navigate({ search: tab === "done" ? DONE : "" }, { replace: true })}
        tabs={[
          { value: "open", label: t(laterTexts.open), badge: <Count n={total} /> },
          { value: "done", label: t(laterTexts.done) },
        ]}
      >
        <SavedList key={status} status={status} />
      </Tabs>
      {isReminding && <RemindDialog onClose={() => setReminding(false)} />}
    </>
  );
}

function Count({ n = 0 }: { n: number | undefined }) {
  return n > 0 && <span className="text-xs font-regular text-ink-subtle tabular-nums">{n}</span>;
}

function SavedList({ status }: { status: SavedStatus }) {
  const { results, hasMore, failure, retry, more } = useList(saved.list, status);
  const region = useRef<HTMLDivElement>(null);
  const isNone = results?.length === 0;
  return (
    <ScrollRegion className="min-h-0 flex-1 px-2 pt-2 pb-3 max-pair:px-1">
      <div ref={region} tabIndex={-1} className="outline-none">
        {status === "open" && <ReminderList />}
        {results && <Rows results={results} onLeft={() => region.current?.focus()} />}
        {hasMore && <MoreButton failure={laterTexts.loadFailed} onMore={more} />}
        {isNone && status === "open" && (
          <EmptyState
            icon={Bookmark}
            title={t(laterTexts.noneOpen)}
            text={t(laterTexts.noneOpenText)}
          />
        )}
        {isNone && status === "done" && <EmptyState icon={Check} title={t(laterTexts.noneDone)} />}
        {!results && !failure && (
          <div role="status" aria-label={t(laterTexts.loading)} className="late grid p-4.5">
            <Spinner />
          </div>
        )}
        {!results && failure && (
          <ErrorState title={t(laterTexts.loadFailed)} text={errorText(failure)} onRetry={retry} />
        )}
      </div>
    </ScrollRegion>
  );
}

interface RowsProps {
  results: readonly SavedMessage[];
  /** The focus would go with the row that leaves the list. */
  onLeft: () => void;
}

function Rows({ results, onLeft }: RowsProps) {
  return (
    <ul aria-label={t(laterTexts.messages)}>
      {results.map((each) => (
        <li key={each.messageId}>
          <SavedRow saved={each} onLeft={onLeft} />
        </li>
      ))}
    </ul>
  );
}
