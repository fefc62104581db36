import { History, X } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { forgetSearch, useRecentSearches } from "./recent-searches.ts";
import { searchTexts } from "./search-texts.ts";

/** Before anything is typed: the searches of before, and how a search is written. */
export function RecentSearches({ onChoose }: { onChoose: (query: string) => void }) {
  const recent = useRecentSearches();
  return (
    <div className="scroll-area min-h-0 px-2 pt-1 pb-2">
      <p className="px-3 py-1.5 text-xs text-ink-subtle">{t(searchTexts.help)}</p>
      {recent.length > 0 && (
        <>
          <h2 id="recent-searches" className="px-3 pt-2 pb-1 text-xs font-medium text-ink-muted">
            {t(searchTexts.recent)}
          </h2>
          <ul aria-labelledby="recent-searches">
            {recent.map((query) => (
              <li key={query} className="flex items-center gap-1">
                <button
                  type="button"
                  data-recent=""
                  onClick={() => onChoose(query)}
                  className="flex min-h-control min-w-0 flex-1 items-center gap-2.5 rounded-sm px-3 text-start hover:bg-hover focus-visible:-outline-offset-2 coarse:min-h-touch"
                >
                  <History className="icon-sm flex-none text-ink-subtle" aria-hidden="true" />
                  <span dir="auto" className="clip-line">
                    {query}
                  </span>
                </button>
                <IconButton
                  label={t(searchTexts.forget, { query })}
                  onClick={() => forgetSearch(query)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
