import { isSearchable, readSearch, SEARCH_MIN_CHARS, SEARCH_PARTS_MAX } from "@colbin/protocol";
import { Search } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { dayAfter, dayKey } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { useNearEnd } from "#web/lib/react/use-near-end.ts";
import { FoundItem } from "./FoundItem.tsx";
import { searchTexts } from "./search-texts.ts";
import type { Found, FoundList as List } from "./use-found.ts";

interface FoundListProps {
  list: List;
  /** Asked for. */
  query: string;
  /** Another search has a place of its own. */
  placeKey: string;
  currentId: string | undefined;
  pathOf: (found: Found) => string;
  onChoose: (found: Found) => void;
}

/** How a search stands, and what it has found. */
export function FoundList(props: FoundListProps) {
  const { list, query } = props;
  const { found, error, isLoading } = list;
  const isAsked = isSearchable(readSearch(query));
  return (
    <>
      <p
        role="status"
        className="flex min-h-8 flex-none items-center gap-2 px-5 text-xs text-ink-subtle empty:hidden"
      >
        {isLoading && found && <Spinner />}
        {statusText(props)}
      </p>
      {isAsked && error && !found && (
        <ErrorState title={t(searchTexts.failed)} text={errorText(error)} onRetry={list.retry} />
      )}
      {isAsked && !found && !error && <TableBones label={t(searchTexts.searching)} />}
      {found?.length === 0 && !isLoading && !error && (
        <EmptyState
          icon={Search}
          title={t(searchTexts.none, { query: query.trim() })}
          text={t(searchTexts.noneAdvice)}
        />
      )}
      {found && found.length > 0 && <Results key={props.placeKey} {...props} found={found} />}
    </>
  );
}

function statusText({ list, query }: FoundListProps): string {
  const { found, total, isWhole, isLoading, isWaiting } = list;
  if (query.trim() === "") return "";
  const read = readSearch(query);
  if (read.terms.length + read.filters.length > SEARCH_PARTS_MAX)
    return t(searchTexts.tooManyWords, { n: SEARCH_PARTS_MAX });
  if (!isSearchable(read)) return t(searchTexts.tooShort, { n: SEARCH_MIN_CHARS });
  if (isWaiting) return t(searchTexts.waiting);
  if (isLoading) return t(searchTexts.searching);
  if (!found || found.length === 0) return "";
  return isWhole
    ? t(searchTexts.count, { n: total })
    : t(searchTexts.countMany, { n: total.toLocaleString(displayLocale()) });
}

interface Kept {
  readonly top: number;
  readonly chosenId: string | undefined;
}

/** Where the lists of this page were left, for the way back to them. */
const places = new Map<string, Kept>();

function Results(props: FoundListProps & { found: readonly Found[] }) {
  const { list, found, placeKey, currentId, pathOf, onChoose } = props;
  const today = useToday();
  const names = useNames(found.map(({ message }) => message.authorId));
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const kept = places.get(placeKey);
    const element = region.current;
    if (!kept || !element) return;
    element.scrollTop = kept.top;
    if (!document.activeElement?.matches("input, textarea")) focusFound(element, kept.chosenId);
  }, [placeKey]);
  useEffect(() => {
    const element = region.current;
    element?.addEventListener("keydown", stepThrough);
    return () => element?.removeEventListener("keydown", stepThrough);
  }, []);
  const keep = (chosenId = places.get(placeKey)?.chosenId): void => {
    places.set(placeKey, { top: region.current?.scrollTop ?? 0, chosenId });
  };
  const days = [...Map.groupBy(found, ({ message }) => dayName(message.createdAt, today))];
  return (
    <div ref={region} onScroll={() => keep()} className="scroll-area min-h-0 flex-1 px-2 pb-3">
      {days.map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h2 className="px-3 pt-3 pb-1 text-xs font-medium text-ink-muted">{day}</h2>
          <ul aria-label={`${t(searchTexts.results)}, ${day}`}>
            {entries.map((each) => (
              <li key={each.message.id}>
                <FoundItem
                  found={each}
                  author={names.get(each.message.authorId) ?? each.message.authorName}
                  today={today}
                  to={pathOf(each)}
                  isCurrent={each.message.id === currentId}
                  onChoose={() => {
                    keep(each.message.id);
                    onChoose(each);
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <More list={list} />
    </div>
  );
}

function dayName(at: string, today: string): string {
  const key = dayKey(new Date(at));
  if (key >= today) return t(searchTexts.today);
  return t(dayAfter(key) === today ? searchTexts.yesterday : searchTexts.earlier);
}

/** Loads further results when its place comes near. */
function More({ list }: Pick<FoundListProps, "list">) {
  const { hasMore, isCut, isLoadingMore, error } = list;
  const mark = useNearEnd(hasMore && !isLoadingMore && !error, list.more);
  return (
    <div ref={mark} className="grid justify-items-center px-3 py-2 text-ink-subtle">
      {isLoadingMore && <Spinner />}
      {error && (
        <p role="alert" className="flex items-center gap-3 text-danger-ink">
          {t(searchTexts.moreFailed)}
          <TextButton onClick={list.retry}>{t(searchTexts.tryAgain)}</TextButton>
        </p>
      )}
      {isCut && <p className="text-xs">{t(searchTexts.tooMany)}</p>}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrows go from one to the next, and up from the first one back to the field. */
function stepThrough(event: KeyboardEvent): void {
  const step = steps[event.key];
  const region = event.currentTarget;
  if (
    step === undefined ||
    !(region instanceof HTMLElement) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  const all = linksIn(region);
  const at = all.findIndex((each) => each === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  const field = region.closest("[data-search]")?.querySelector("input");
  if (at + step < 0) field?.focus();
  else all[at + step]?.focus();
}

function linksIn(element: Element): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("[data-found]")];
}

function focusFound(element: Element, id: string | undefined): void {
  linksIn(element)
    .find((each) => each.dataset["found"] === id)
    ?.focus({ preventScroll: true });
}

/** Down from the field of this search: to the result that was chosen last, else to the first entry below it. */
export function focusBelow(field: HTMLElement | null): void {
  const search = field?.closest("[data-search]");
  const first = search?.querySelector<HTMLElement>("[data-found], [data-recent]");
  (search?.querySelector<HTMLElement>("[data-found][aria-current]") ?? first)?.focus();
}
