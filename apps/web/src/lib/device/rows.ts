import type { Key, Table } from "./schema.ts";

interface Row {
  readonly key: Key;
  readonly value?: unknown;
}

/** The row takes the place of the one with its key; without a value all rows go whose keys begin with this one. */
export interface Change extends Row {
  readonly table: Table;
}

export interface Rows {
  readonly read: (table: Table, under: Key) => Promise<readonly Row[]>;
  readonly keys: (table: Table, under: Key) => Promise<readonly Key[]>;
  /** In this order, and all or nothing; rejects where the device is full. */
  readonly write: (changes: readonly Change[]) => Promise<void>;
}
