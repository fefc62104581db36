import type { RoomCard, Subscription } from "@colbin/protocol";
import clsx from "clsx";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import { buttonLook } from "#web/design/button/button-look.ts";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { useQueryText } from "#web/lib/react/use-query-text.ts";
import { isAtStart } from "#web/lib/routing/history.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { FilterRow } from "./FilterRow.tsx";
import { focusBelow, FoundList } from "./FoundList.tsx";
import { markWords, unmarkWords } from "./mark-words.ts";
import { QueryField } from "./QueryField.tsx";
import { isUnfinished, wantedTerms } from "./query-text.ts";
import { keepSearch } from "./recent-searches.ts";
import { RecentSearches } from "./RecentSearches.tsx";
import {
  changeRoomSearch,
  closeRoomSearch,
  resultPath,
  ROOM_FIELD_ID,
  searchPath,
  useRoomSearch,
} from "#web/lib/routing/search-address.ts";
import { searchTexts } from "./search-texts.ts";
import { useFound } from "./use-found.ts";

interface RoomSearchProps {
  room: Subscription | RoomCard;
}

/** Over the messages of the room: the field, and below it the results until one of them is chosen. */
export function RoomSearch({ room }: RoomSearchProps) {
  const { roomId, sessionRoomSlug: slug } = room;
  const { find = "", messageId } = useRoomSearch();
  const { text, isTyping, type, ask, stop } = useQueryText(find, changeRoomSearch, isUnfinished);
  const results = useResults(slug, find, stop);
  const { list, chosenId, isOpen, setReopened, choose, step, close } = results;
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useFocusWithin(box, field, messageId !== undefined);
  useEscape(box, field);
  useMarks(find);
  const change = (query: string): void => {
    setReopened(true);
    type(query);
  };
  const go = (by: 1 | -1): void => (isTyping ? ask(text) : step(by));
  return (
    <div
      ref={box}
      role="search"
      aria-label={t(searchTexts.inRoom)}
      data-search=""
      className={clsx(
        "room-search absolute z-drawer flex flex-col rounded-lg bg-raised shadow-float max-pair:inset-x-0 max-pair:top-header max-pair:rounded-none",
        isOpen && "max-pair:bottom-0",
      )}
    >
      <div className="relative flex h-10 flex-none items-center gap-0.5 ps-3 pe-1.5 text-ink-subtle max-pair:h-13 max-pair:border-b max-pair:border-line">
        <Search className="me-1.5 flex-none" aria-hidden="true" />
        <QueryField
          id={ROOM_FIELD_ID}
          label={t(searchTexts.inRoom)}
          field={field}
          query={text}
          onType={change}
          roomId={roomId}
          onEnter={(isBack) => go(isBack ? -1 : 1)}
          onDown={() => {
            setReopened(true);
            // The list may come with this step.
            requestAnimationFrame(() => focusBelow(field.current));
          }}
          onEscape={close}
        />
        <Steps list={list} chosenId={chosenId} onStep={go} />
        <AllRooms query={text} className="max-pair:hidden" />
        <IconButton label={t(searchTexts.close)} shortcut="Escape" onClick={close}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {isOpen && (
        <div className="flex min-h-0 flex-col pair:border-t pair:border-line">
          <div className="flex items-start justify-between gap-2 px-3 pt-2 pb-1 pair:not-has-[[role=group]]:hidden">
            <FilterRow
              field={field}
              query={text}
              onType={change}
              roomId={roomId}
              hasOffers={text === ""}
            />
            <AllRooms query={text} className="ms-auto pair:hidden" />
          </div>
          {text === "" ? (
            <RecentSearches onChoose={ask} />
          ) : (
            <FoundList
              list={list}
              query={find}
              placeKey={`${slug} ${find}`}
              currentId={chosenId}
              pathOf={({ message }) => resultPath(slug, message, find)}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The results, and the one that is shown in the room. */
function useResults(slug: string, find: string, stopTyping: () => void) {
  const { messageId, threadAt } = useRoomSearch();
  const navigate = useNavigate();
  const list = useFound({ slug }, find);
  const { found = [], hasMore } = list;
  const [isReopened, setReopened] = useState(false);
  const isResult = found.some(({ message }) => message.id === threadAt);
  const chosenId = messageId ?? (isResult ? threadAt : undefined);

  function choose(): void {
    stopTyping();
    setReopened(false);
    keepSearch(find);
  }

  /** The results are the newest first, so the next one is older. */
  function step(by: 1 | -1): void {
    // The results of other words are not stepped through.
    if (list.isOld) return;
    const at = found.findIndex(({ message }) => message.id === chosenId);
    if (by === 1 && at === found.length - 1 && hasMore) return list.more();
    const next = at === -1 ? found[0] : found.at((at + by) % found.length);
    if (!next) return;
    choose();
    void navigate(resultPath(slug, next.message, find), { replace: chosenId !== undefined });
  }

  function close(): void {
    stopTyping();
    closeRoomSearch();
  }

  const isOpen = isReopened || chosenId === undefined;
  return { list, chosenId, isOpen, setReopened, choose, step, close };
}

interface StepsProps {
  list: ReturnType<typeof useFound>;
  chosenId: string | undefined;
  onStep: (by: 1 | -1) => void;
}

function Steps({ list: { found = [], total, isWhole, isOld }, chosenId, onStep }: StepsProps) {
  const at = found.findIndex(({ message }) => message.id === chosenId);
  const isNone = isOld || found.length === 0;
  return (
    <>
      <span role="status" className="flex-none px-1 tabular-nums">
        {at !== -1 &&
          t(searchTexts.place, {
            n: at + 1,
            total: total.toLocaleString(displayLocale()) + (isWhole ? "" : "+"),
          })}
      </span>
      <IconButton
        label={t(searchTexts.next)}
        shortcut="Enter"
        aria-disabled={isNone}
        onClick={() => onStep(1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t(searchTexts.previous)}
        shortcut="Shift+Enter"
        aria-disabled={isNone}
        onClick={() => onStep(-1)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  );
}

function AllRooms({ query, className }: { query: string; className: string }) {
  if (isLinkGuest()) return null;
  return (
    <Link
      to={searchPath(query)}
      className={clsx(buttonLook({ variant: "ghost", size: "sm" }), className)}
    >
      {t(searchTexts.allRooms)}
    </Link>
  );
}

/** Takes the focus when it comes, and gives it back when it goes with it. */
function useFocusWithin(
  box: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
  isAtResult: boolean,
): void {
  const [isTaken] = useState(() => !isAtResult && !isAtStart());
  useLayoutEffect(() => {
    const element = box.current;
    const before = document.activeElement;
    // A list that comes back has the focus where it was left.
    if (isTaken && !element?.contains(before)) field.current?.focus();
    return () => {
      const now = document.activeElement;
      const hasFocus = now === document.body || element?.contains(now);
      if (hasFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [box, field, isTaken]);
}

/** From anywhere but the field, which may have a use of its own for the key. */
function useEscape(
  box: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    const element = box.current;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.target === field.current) return;
      event.preventDefault();
      closeRoomSearch();
    };
    element?.addEventListener("keydown", handleKey);
    return () => element?.removeEventListener("keydown", handleKey);
  }, [box, field]);
}

function useMarks(find: string): void {
  useEffect(() => {
    chat.view.search(find);
    markWords(wantedTerms(find));
  }, [find]);
  useEffect(
    () => () => {
      chat.view.search("");
      unmarkWords();
    },
    [],
  );
}
