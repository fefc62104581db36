import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "#web/design/form/Checkbox.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { TableColumn, TableSelection, TableSort } from "./table-parts.ts";
import { tableTexts } from "./table-texts.ts";

interface TableHeadProps<R> {
  columns: readonly TableColumn<R>[];
  /** The ids of the rows of this page. */
  ids: readonly string[];
  hasActions: boolean;
  sort: TableSort | undefined;
  selection: TableSelection | undefined;
}

const cell =
  "sticky top-0 z-sticky h-8 bg-sheet px-3 text-start text-xs font-medium whitespace-nowrap text-ink-subtle shadow-[inset_0_-1px_var(--color-line)] first:ps-gutter last:pe-gutter";

/** On a phone its choices are above the rows. */
export function TableHead<R>({ columns, ids, hasActions, sort, selection }: TableHeadProps<R>) {
  const selectedCount = selection ? ids.filter((id) => selection.ids.has(id)).length : 0;
  return (
    <thead className="max-pair:hidden">
      <tr>
        {selection && (
          <th scope="col" className={clsx(cell, "w-px pe-0!")}>
            <Checkbox
              label={t(tableTexts.selectAll)}
              isChecked={selectedCount === ids.length}
              isMixed={selectedCount > 0 && selectedCount < ids.length}
              onChange={(isChecked) => selection.onChange(new Set(isChecked ? ids : []))}
            />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} sort={sort} />
        ))}
        {hasActions && (
          <th scope="col" className={clsx(cell, "w-px")}>
            <span className="sr-only">{t(tableTexts.actions)}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface ColumnHeadProps<R> {
  column: TableColumn<R>;
  sort: TableSort | undefined;
}

function ColumnHead<R>({ column: { title, sortKey, isNumber }, sort }: ColumnHeadProps<R>) {
  const isSorted = sort !== undefined && sort.by === sortKey;
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp;
  const order = sort?.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-sort={isSorted ? order : undefined}
      className={clsx(cell, isNumber && "text-end!")}
    >
      {sort && sortKey !== undefined ? (
        <button
          type="button"
          onClick={() => sort.onSort(sortKey)}
          className="inline-flex min-h-6 items-center gap-1 rounded-xs hover:text-ink"
        >
          {title}
          {isSorted && <Arrow className="icon-sm" aria-hidden="true" />}
        </button>
      ) : (
        title
      )}
    </th>
  );
}
