import type { ReactNode } from "react";
import { t, type Text } from "#web/lib/language/i18n.ts";

export interface TableColumn<R> {
  readonly id: string;
  readonly title: string;
  readonly render: (row: R) => ReactNode;
  /** The rows can stand in its order: what `onSort` is told. */
  readonly sortKey?: string;
  /** Numbers, which stand at the end. */
  readonly isNumber?: boolean;
  /** Not worth its place on a phone. */
  readonly isWideOnly?: boolean;
}

/** One with a title and what is drawn below it. */
export function toColumn<R>(
  title: Text,
  render: (row: R) => ReactNode,
  sortKey?: string,
): TableColumn<R> {
  return { id: title.message, title: t(title), render, ...(sortKey && { sortKey }) };
}

export interface TableRows<R> {
  /** The first column says what the row is about. */
  readonly columns: readonly TableColumn<R>[];
  /** Undefined until they are loaded. */
  readonly rows: readonly R[] | undefined;
  readonly idOf: (row: R) => string;
  /** The name of the row in messages about it. */
  readonly nameOf: (row: R) => string;
  /** At the end of each row: a menu, or a button. */
  readonly renderActions?: ((row: R) => ReactNode) | undefined;
}

export interface TableSort {
  readonly by: string;
  readonly isDescending?: boolean;
  readonly onSort: (by: string) => void;
}

export interface TableSelection {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  /** The acts on all selected rows. */
  readonly actions: ReactNode;
}

export interface TablePaging {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Undefined until it is known. */
  readonly total: number | undefined;
  readonly onPage: (page: number) => void;
}
