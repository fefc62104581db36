import type { ReactNode } from "react";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import type { TablePaging, TableRows, TableSelection, TableSort } from "./table-parts.ts";
import { TableBones } from "./TableBones.tsx";
import { TableFoot } from "./TableFoot.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { TableTools } from "./TableTools.tsx";

interface TableProps<R> extends TableRows<R> {
  /** The name of the rows: "Members". */
  label: string;
  /** A `SearchField`. */
  search?: ReactNode;
  /** `Select` with the look of a filter. */
  filters?: ReactNode;
  sort?: TableSort | undefined;
  selection?: TableSelection | undefined;
  paging?: TablePaging | undefined;
  /** Instead of the rows: they could not be read. */
  error?:
    | { readonly title: string; readonly text: string; readonly onRetry: () => void }
    | undefined;
  /** Instead of no rows: an `EmptyState`. */
  empty: ReactNode;
}

/**
 * Rows by page, filling the height that is left. The parts above and below the rows stay while rows are loaded, and keep their
 * focus; on a phone each row is a card.
 */
export function Table<R>(props: TableProps<R>) {
  const { label, search, filters, sort, selection, paging, ...body } = props;
  return (
    <section aria-label={label} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TableTools
        search={search}
        filters={filters}
        columns={body.columns}
        ids={body.rows?.map(body.idOf) ?? []}
        sort={sort}
        selection={selection}
      />
      <TableBody {...body} label={label} sort={sort} selection={selection} />
      {paging && <TableFoot {...paging} label={label} />}
    </section>
  );
}

type TableBodyProps<R> = Omit<
  TableProps<R>,
  "search" | "filters" | "paging" | "sort" | "selection"
> & {
  sort: TableSort | undefined;
  selection: TableSelection | undefined;
};

function TableBody<R>(props: TableBodyProps<R>) {
  const { label, columns, rows, idOf, nameOf, renderActions, sort, selection, error, empty } =
    props;
  if (error && !rows) return <Middle>{<ErrorState {...error} />}</Middle>;
  if (!rows) return <TableBones label={label} />;
  if (rows.length === 0) return <Middle>{empty}</Middle>;
  return (
    <ScrollRegion className="min-h-0 flex-1">
      <table aria-label={label} className="w-full max-pair:block">
        <TableHead
          columns={columns}
          ids={rows.map(idOf)}
          hasActions={renderActions !== undefined}
          sort={sort}
          selection={selection}
        />
        <tbody className="max-pair:block">
          {rows.map((row) => (
            <TableRow
              key={idOf(row)}
              id={idOf(row)}
              row={row}
              name={nameOf(row)}
              columns={columns}
              renderActions={renderActions}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="scroll-area grid min-h-0 flex-1 place-items-center py-6">{children}</div>;
}
