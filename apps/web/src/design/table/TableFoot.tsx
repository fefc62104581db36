import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import type { TablePaging } from "./table-parts.ts";
import { tableTexts } from "./table-texts.ts";

/** Which of all rows are shown, and the way to the others. */
export function TableFoot({ label, page, limit, total, onPage }: TablePaging & { label: string }) {
  const isFirst = page <= 1;
  const isLast = total === undefined || page * limit >= total;
  return (
    <div
      role="group"
      aria-label={label}
      className="flex h-11 flex-none items-center gap-2 border-t border-line ps-gutter pe-2.5 text-xs text-ink-subtle"
    >
      <span role="status" className="flex-1 tabular-nums">
        {total !== undefined && rangeText(page, limit, total)}
      </span>
      {/* Never `disabled`, which would take the focus from whoever leafs through. */}
      <IconButton
        label={t(tableTexts.previous)}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onPage(page - 1)}
      >
        <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t(tableTexts.next)}
        aria-disabled={isLast}
        onClick={() => !isLast && onPage(page + 1)}
      >
        <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function rangeText(page: number, limit: number, total: number): string {
  const numbers = new Intl.NumberFormat(displayLocale());
  const format = (count: number) => numbers.format(count);
  const from = total === 0 ? 0 : (page - 1) * limit + 1;
  const to = Math.min(page * limit, total);
  return t(tableTexts.range, { from: format(from), to: format(to), total: format(total) });
}
