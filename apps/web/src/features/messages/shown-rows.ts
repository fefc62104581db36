import type { MessageRow } from "./message-rows.ts";

/** Rows in the page at once (quality.md, W6). */
export const ROWS_MAX = 120;
/** Rows that come in when one end of the shown ones is near. */
const STEP = 40;
/** No row is lower, so that many of them fill a view (tokens: one line of a message). */
const ROW_PX_MIN = 24;
/** Rows before the one at which a room opens. */
const BEFORE = 12;

/**
 * Which of a list's rows are in the page, by the keys of the first and the last one: rows that come in at the front move no
 * index. Without a last one it reaches to the end, whatever comes there.
 */
export interface ShownRows {
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** The first one before more came in: with its predecessor it may have lost its head. */
  readonly seam?: string | undefined;
}

/** As indexes; `to` is not in it. Never more than ROWS_MAX rows, the last ones of them. */
export interface Bounds {
  readonly from: number;
  readonly to: number;
}

type Rows = readonly Pick<MessageRow, "key">[];

export function boundsOf(rows: Rows, { first, last }: ShownRows): Bounds {
  const lastAt = last === undefined ? -1 : rows.findIndex(({ key }) => key === last);
  const to = lastAt === -1 ? rows.length : lastAt + 1;
  const firstAt = rows.findIndex(({ key }) => key === first);
  return { from: Math.max(firstAt === -1 || firstAt >= to ? 0 : firstAt, to - ROWS_MAX), to };
}

function shownAt(rows: Rows, from: number, to: number): ShownRows {
  return {
    first: rows[Math.max(from, 0)]?.key,
    last: to >= rows.length ? undefined : rows[to - 1]?.key,
  };
}

/** As many as fill a view of this height, around the row at which the room opens, or at the end. */
export function firstRows(rows: Rows, openAt: number | undefined, viewPx: number): ShownRows {
  const count = Math.min(Math.ceil(viewPx / ROW_PX_MIN), ROWS_MAX - BEFORE);
  if (openAt === undefined) return shownAt(rows, rows.length - count, rows.length);
  return shownAt(rows, openAt - BEFORE, openAt + count);
}

/** With more rows before those shown; where they are too many, the last ones go. */
export function withEarlier(rows: Rows, shown: ShownRows): ShownRows {
  const { from, to } = boundsOf(rows, shown);
  const first = Math.max(from - STEP, 0);
  return { ...shownAt(rows, first, Math.min(to, first + ROWS_MAX)), seam: rows[from]?.key };
}

/** The same towards the end. */
export function withLater(rows: Rows, shown: ShownRows): ShownRows {
  const { from, to } = boundsOf(rows, shown);
  const last = Math.min(to + STEP, rows.length);
  return shownAt(rows, Math.max(from, last - ROWS_MAX), last);
}

/** With this row: from where they are if it is near, else around it. */
export function withRow(rows: Rows, shown: ShownRows, at: number, viewPx: number): ShownRows {
  const { from, to } = boundsOf(rows, shown);
  if (at >= from && at < to) return shown;
  if (at < from && at >= from - STEP) return withEarlier(rows, shown);
  if (at >= to && at < to + STEP) return withLater(rows, shown);
  return firstRows(rows, at, viewPx);
}

/** The same rows, whatever comes behind them; or with all that comes. */
export function pinned(rows: Rows, shown: ShownRows, isPinned: boolean): ShownRows {
  if (isPinned === (shown.last !== undefined)) return shown;
  return { ...shown, last: isPinned ? rows.at(-1)?.key : undefined };
}
