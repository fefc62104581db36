import type { ReactNode } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { TableColumn, TableSelection, TableSort } from "./table-parts.ts";
import { tableTexts } from "./table-texts.ts";

interface TableToolsProps<R> {
  search: ReactNode;
  filters: ReactNode;
  columns: readonly TableColumn<R>[];
  /** The ids of the rows of this page. */
  ids: readonly string[];
  sort: TableSort | undefined;
  selection: TableSelection | undefined;
}

/** Search, filters and order of the rows; while some are selected, the acts on those instead. */
export function TableTools<R>(props: TableToolsProps<R>) {
  const { search, filters, columns, ids, sort, selection } = props;
  if (selection && selection.ids.size > 0) return <SelectionBar {...selection} pageIds={ids} />;
  const isEmpty = !search && !filters && !sort;
  if (isEmpty) return null;
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 px-gutter py-2.5">
      {search && <div className="flex w-66 max-pair:w-full">{search}</div>}
      {filters}
      {sort && <SortChoice columns={columns} sort={sort} />}
    </div>
  );
}

interface SortChoiceProps<R> {
  columns: readonly TableColumn<R>[];
  sort: TableSort;
}

/** Where the head of the table is not in sight. */
function SortChoice<R>({ columns, sort }: SortChoiceProps<R>) {
  const options = columns.flatMap(({ sortKey, title }) =>
    sortKey === undefined
      ? []
      : [{ value: sortKey, label: t(tableTexts.sortedBy, { column: title }) }],
  );
  return (
    <Select
      className="pair:hidden"
      label={t(tableTexts.sort)}
      look="filter"
      options={options}
      value={sort.by}
      onChange={sort.onSort}
    />
  );
}

function SelectionBar(props: TableSelection & { pageIds: readonly string[] }) {
  const { ids, onChange, actions, pageIds } = props;
  const hasAll = pageIds.every((id) => ids.has(id));
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 bg-accent-soft px-gutter py-2.5">
      <span role="status" className="font-strong tabular-nums">
        {t(tableTexts.selected, { n: ids.size })}
      </span>
      {actions}
      {!hasAll && (
        <TextButton className="pair:hidden" onClick={() => onChange(new Set([...ids, ...pageIds]))}>
          {t(tableTexts.selectAll)}
        </TextButton>
      )}
      <TextButton onClick={() => onChange(new Set())}>{t(tableTexts.clear)}</TextButton>
    </div>
  );
}
