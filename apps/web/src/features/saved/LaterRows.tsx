import type { SavedMessage } from "@colbin/protocol";
import { Bookmark, Ellipsis } from "lucide-react";
import { useMatch } from "react-router";
import { momentText } from "#web/design/form/near-times.ts";
import { SidebarRow } from "#web/design/page/SidebarRow.tsx";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { LATER_PATH } from "./constants.ts";
import { laterTexts } from "./later-texts.ts";
import { saved } from "./saved.ts";
import { messagePath, wordsOfSaved } from "./saved-words.ts";

/** So many stand in the sidebar; the others are on their page. */
const SHOWN = 3;

/** Messages that wait in the sidebar, the last saved first. */
export function LaterRows() {
  const { results = [], total = 0 } = useList(saved.list, "open");
  const isCurrent = useMatch(LATER_PATH) !== null;
  const more = total - SHOWN;
  return (
    <>
      {results.length === 0 && (
        <p className="px-2 py-1 text-xs text-ink-subtle">{t(laterTexts.empty)}</p>
      )}
      {results.slice(0, SHOWN).map((each) => (
        <LaterRow key={each.messageId} saved={each} />
      ))}
      <SidebarRow
        to={LATER_PATH}
        icon={<Ellipsis aria-hidden="true" />}
        name={more > 0 ? t(laterTexts.more, { n: more }) : t(laterTexts.all)}
        isCurrent={isCurrent}
        isUnread={false}
      />
    </>
  );
}

function LaterRow({ saved: entry }: { saved: SavedMessage }) {
  const now = new Date(useMinute());
  const { remindAt } = entry;
  return (
    <SidebarRow
      to={messagePath(entry) ?? LATER_PATH}
      icon={<Bookmark aria-hidden="true" />}
      name={wordsOfSaved(entry)}
      isCurrent={false}
      isUnread={false}
    >
      {remindAt !== null && (
        <span className="flex-none text-xs text-warning-ink tabular-nums">
          {momentText(new Date(remindAt), now)}
        </span>
      )}
    </SidebarRow>
  );
}
