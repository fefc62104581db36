import clsx from "clsx";
import { Check, Copy, Download } from "lucide-react";
import type { ReactNode } from "react";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { toCsv } from "./csv.ts";
import type { Cell } from "./tree.ts";
import { contentTexts } from "./content-texts.ts";
import { useCopied } from "./use-copied.ts";

interface TableBlockProps {
  head: readonly Cell[];
  rows: readonly (readonly Cell[])[];
  renderCell: (cell: Cell) => ReactNode;
}

export function TableBlock({ head, rows, renderCell }: TableBlockProps) {
  const texts = [head, ...rows].map((row) => row.map(({ text }) => text));
  const isNumeric = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column]?.text)),
  );
  const cellClass = (column: number) =>
    clsx(
      "border-t border-line py-1.5 ps-3 pe-3.5 whitespace-nowrap max-pair:ps-2.5 max-pair:pe-1.5 max-pair:text-xs",
      isNumeric[column] ? "text-end tabular-nums" : "text-start",
    );
  return (
    <figure
      aria-label={t(contentTexts.table, { n: rows.length })}
      className="mt-1.75 inline-block max-w-full overflow-hidden rounded-md align-top inset-ring inset-ring-line"
    >
      <TableHead texts={texts} />
      <ScrollRegion>
        <table className="w-full text-sm">
          <thead>
            <tr className="bg-sunken text-ink-muted">
              {head.map((cell, column) => (
                <th
                  key={column}
                  scope="col"
                  dir="auto"
                  className={clsx(cellClass(column), "font-medium")}
                >
                  {renderCell(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column} dir="auto" className={cellClass(column)}>
                    {renderCell(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </figure>
  );
}

function TableHead({ texts }: { texts: readonly (readonly string[])[] }) {
  const { isCopied, copy } = useCopied(t(contentTexts.copyTableFailed));
  const CopyIcon = isCopied ? Check : Copy;
  return (
    <div className="flex h-8 items-center gap-0.5 ps-3 pe-1 text-xs text-ink-subtle coarse:h-auto">
      <span className="me-auto pe-6">{t(contentTexts.rows, { n: texts.length - 1 })}</span>
      <TableAction
        label={t(contentTexts.copyTable)}
        onClick={() => copy(texts.map((row) => row.join("\t")).join("\n"))}
      >
        <CopyIcon className="icon-sm" aria-hidden="true" />
        {t(contentTexts.copy)}
      </TableAction>
      <TableAction label={t(contentTexts.exportCsv)} onClick={() => saveCsv(toCsv(texts))}>
        <Download className="icon-sm" aria-hidden="true" />
        {t(contentTexts.csv)}
      </TableAction>
    </div>
  );
}

interface TableActionProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function TableAction({ label, onClick, children }: TableActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex h-control-sm items-center gap-1.25 rounded-sm px-1.75 font-medium hover:bg-hover hover:text-ink active:bg-pressed"
    >
      {children}
    </button>
  );
}

/** Digits with what stands around them: units, signs, separators. */
function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^[^\p{L}\d]*\d[\d.,\s]*(?:\s?\p{L}{1,3}|\s?%)?$/u.test(text.trim());
}

function saveCsv(csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = "table.csv";
  anchor.click();
  URL.revokeObjectURL(address);
}
