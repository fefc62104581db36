// Drawn anew only with another text: to remember its parts would cost every row time and memory.
"use no memo";

import clsx from "clsx";
import type { ReactNode } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { Cell } from "./tree.ts";
import { contentTexts } from "./content-texts.ts";

const TableHead = lazyPart(() => import("./late-blocks.ts"), "TableHead");

interface TableBlockProps {
  dir: "ltr" | "rtl" | undefined;
  head: readonly Cell[];
  rows: readonly (readonly Cell[])[];
  renderCell: (cell: Cell) => ReactNode;
}

export function TableBlock({ dir, head, rows, renderCell }: TableBlockProps) {
  const texts = [head, ...rows].map((row) => row.map(({ text }) => text));
  const tools = <div className="h-8 coarse:h-control-sm" />;
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
      <TableHead texts={texts} missing={tools} renderFailed={() => tools} />
      <ScrollRegion>
        <table dir={dir} className="w-full text-sm">
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

/** Digits with what stands around them: units, signs, separators. */
function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^[^\p{L}\d]*\d[\d.,\s]*(?:\s?\p{L}{1,3}|\s?%)?$/u.test(text.trim());
}
