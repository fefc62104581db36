import clsx from "clsx";
import { Checkbox } from "#web/design/form/Checkbox.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { TableRows, TableSelection } from "./table-parts.ts";
import { tableTexts } from "./table-texts.ts";

interface TableRowProps<R> extends Pick<TableRows<R>, "columns" | "renderActions"> {
  id: string;
  row: R;
  name: string;
  selection: TableSelection | undefined;
}

const cell = "px-3 first:ps-gutter last:pe-gutter pair:border-b pair:border-line";

/** A row; on a phone a card: what it is about, the rest below it, each with its title. */
export function TableRow<R>(props: TableRowProps<R>) {
  const { id, row, name, columns, renderActions, selection } = props;
  const isSelected = selection?.ids.has(id) ?? false;
  return (
    <tr
      className={clsx(
        "text-ink-muted max-pair:grid max-pair:grid-cols-[auto_minmax(0,1fr)_auto] max-pair:items-center max-pair:border-b max-pair:border-line max-pair:py-2 pair:h-13",
        isSelected ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      {selection && (
        <td className={clsx(cell, "pe-0! max-pair:ps-1.5!")}>
          <Checkbox
            label={t(tableTexts.selectRow, { name })}
            isChecked={isSelected}
            onChange={(isChecked) => {
              const ids = new Set(selection.ids);
              if (isChecked) ids.add(id);
              else ids.delete(id);
              selection.onChange(ids);
            }}
          />
        </td>
      )}
      {columns.map(({ id: columnId, title, render, isNumber, isWideOnly }, index) => (
        <td
          key={columnId}
          className={clsx(
            cell,
            "max-pair:col-start-2 max-pair:px-4",
            isNumber && "tabular-nums pair:text-end",
            isWideOnly && "max-pair:hidden",
            index > 0 && "max-pair:col-end-[-1] max-pair:flex max-pair:min-h-7 max-pair:gap-3",
          )}
        >
          {index > 0 && (
            <span className="w-28 flex-none self-center text-xs text-ink-subtle pair:hidden">
              {title}
            </span>
          )}
          <div className="min-w-0 max-pair:self-center">{render(row)}</div>
        </td>
      ))}
      {renderActions && (
        <td className={clsx(cell, "max-pair:col-start-3 max-pair:row-start-1 max-pair:pe-2.5!")}>
          <div className="flex justify-end gap-0.5">{renderActions(row)}</div>
        </td>
      )}
    </tr>
  );
}
