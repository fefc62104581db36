import { ArrowUp } from "lucide-react";
import { useEffect, useState, type RefObject } from "react";
import { useOffer } from "#web/lib/actions/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { MessageRow } from "./message-rows.ts";
import type { Bounds } from "./shown-rows.ts";
import { messageTexts } from "./texts.ts";
import { jumpingToUnread, jumpToUnread } from "./unread-action.ts";

interface UnreadPillProps {
  /** The element that scrolls. */
  list: RefObject<HTMLElement | null>;
  rows: readonly MessageRow[];
  /** The rows that are in the page. */
  bounds: Bounds;
  firstUnreadId: string;
  ownId: string;
  /** All that is new is loaded, and can be counted. */
  isWhole: boolean;
  onShow: (index: number, hasFocus: boolean) => void;
}

/** At the upper edge, while the first unread message is above what is shown. */
export function UnreadPill(props: UnreadPillProps) {
  const { list, rows, bounds, firstUnreadId, ownId, isWhole, onShow } = props;
  const at = rows.findIndex((row) => row.kind === "message" && row.message.id === firstUnreadId);
  const isInPage = at >= bounds.from && at < bounds.to;
  const isPassed = usePassed(list, rows[at]?.key, isInPage);
  const isShown = isInPage ? isPassed : at !== -1 && at < bounds.from;
  const count = rows.slice(at).filter((row) => isOfOthers(row, ownId)).length;
  const onClick = () => onShow(at, true);
  useOffer(jumpingToUnread, isShown ? onClick : undefined, list);
  if (!isShown) return null;
  return (
    <div className="relative">
      <button
        type="button"
        onClick={onClick}
        data-tooltip={t(jumpToUnread.title)}
        data-tooltip-shortcut={shortcutLabel(jumpToUnread.shortcut)}
        aria-keyshortcuts={ariaShortcut(jumpToUnread.shortcut)}
        className="layered animate-appear absolute inset-x-0 top-2.5 z-float mx-auto flex h-control w-max items-center gap-1.5 rounded-full bg-raised px-3 font-medium shadow-float"
      >
        <ArrowUp className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
        {isWhole ? t(messageTexts.newMessages, { n: count }) : t(jumpToUnread.title)}
      </button>
    </div>
  );
}

function isOfOthers(row: MessageRow, ownId: string): boolean {
  return row.kind === "message" && row.message.authorId !== ownId;
}

/** Is the row above what is shown? Told by the browser, which knows where everything is. */
function usePassed(
  list: UnreadPillProps["list"],
  rowKey: string | undefined,
  isInPage: boolean,
): boolean {
  const [isPassed, setPassed] = useState(false);
  useEffect(() => {
    const root = list.current;
    const row = root?.querySelector(`[data-row="${CSS.escape(rowKey ?? "")}"]`);
    if (!row || !isInPage) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting = true, boundingClientRect, rootBounds } = entries.at(-1) ?? {};
        const [bottom = 0, edge = 0] = [boundingClientRect?.bottom, rootBounds?.top];
        setPassed(!isIntersecting && bottom <= edge);
      },
      { root },
    );
    observer.observe(row);
    return () => observer.disconnect();
  }, [list, rowKey, isInPage]);
  return isPassed;
}
