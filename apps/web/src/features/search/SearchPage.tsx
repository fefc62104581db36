import type { SearchScope } from "@colbin/protocol";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { account } from "#web/lib/api/account.ts";
import { wantsFocus } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useQueryText } from "#web/lib/react/use-query-text.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { FilterRow } from "./FilterRow.tsx";
import { focusBelow, FoundList } from "./FoundList.tsx";
import { markWords } from "./mark-words.ts";
import { QueryField } from "./QueryField.tsx";
import { isUnfinished, wantedTerms } from "./query-text.ts";
import { keepSearch } from "./recent-searches.ts";
import { RecentSearches } from "./RecentSearches.tsx";
import { searchPath, targetPath } from "#web/lib/routing/search-address.ts";
import { searchTexts } from "./search-texts.ts";
import { useFound, type Found } from "./use-found.ts";

/** `/chat/search?q=`: messages of all rooms. */
export function SearchPage() {
  const asked = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const q = asked.get("q") ?? "";
  const scope: SearchScope = asked.get("scope") === "public" ? "public" : "mine";
  const go = (query: string, wanted = scope): void =>
    void navigate(searchPath(query, wanted), { replace: true });
  const { text, type, ask, stop } = useQueryText(q, go, isUnfinished);
  const list = useFound({ scope }, q);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const isBack = document.activeElement?.matches("[data-found]") ?? false;
    if (wantsFocus() && !isBack) field.current?.focus();
  }, []);

  function choose({ message, room }: Found): void {
    stop();
    keepSearch(q);
    markWords(wantedTerms(q), roomPath(room?.sessionRoomSlug ?? message.sessionRoomSlug));
  }

  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="text-body leading-5 font-strong max-pair:text-read">
          {t(searchTexts.title)}
        </h1>
      </div>
      <div
        role="search"
        data-search=""
        className="mx-auto flex min-h-0 w-full max-w-column flex-1 flex-col"
      >
        <div className="relative mx-3.5 mt-3 flex h-10 flex-none items-center gap-2 rounded-md border border-control bg-field ps-3 pe-2 text-ink-subtle focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus max-pair:mx-2.5 max-pair:h-11">
          <Search className="flex-none" aria-hidden="true" />
          <QueryField
            label={t(searchTexts.messages)}
            field={field}
            query={text}
            onType={type}
            roomId={undefined}
            onEnter={() => {
              ask(text);
              keepSearch(text);
            }}
            onDown={() => focusBelow(field.current)}
          />
        </div>
        <div className="flex flex-none flex-wrap items-center gap-2 px-3.5 py-2 max-pair:px-2.5">
          <FilterRow field={field} query={text} onType={type} roomId={undefined} hasOffers />
          <span className="ms-auto">
            <Scopes
              scope={scope}
              onChange={(wanted) => {
                stop();
                go(text, wanted);
              }}
            />
          </span>
        </div>
        {text === "" ? (
          <RecentSearches onChoose={ask} />
        ) : (
          <FoundList
            list={list}
            query={q}
            placeKey={`${scope} ${q}`}
            currentId={undefined}
            pathOf={({ message, room }) =>
              targetPath(room?.sessionRoomSlug ?? message.sessionRoomSlug, message)
            }
            onChoose={choose}
          />
        )}
      </div>
    </>
  );
}

const scopes: readonly SearchScope[] = ["mine", "public"];

interface ScopesProps {
  scope: SearchScope;
  onChange: (scope: SearchScope) => void;
}

/** Rooms of an organization alone can be read by people who are not in them. */
function Scopes({ scope, onChange }: ScopesProps) {
  const isOrganization = useStore(account.session, ({ user }) => user?.accountType === "BUSINESS");
  if (!isOrganization) return null;
  return (
    <Segmented
      label={t(searchTexts.scope)}
      options={scopes.map((value) => ({ value, label: t(searchTexts[value]) }))}
      value={scope}
      onChange={onChange}
    />
  );
}
