import { emojiCategories, searchEmojis, type Emoji, type EmojiCategory } from "./emojis.ts";

export type EmojiSection = EmojiCategory | "recent" | "found";

export type EmojiRow =
  | { readonly kind: "title"; readonly section: EmojiSection; readonly count: number }
  | { readonly kind: "emojis"; readonly section: EmojiSection; readonly cells: readonly Emoji[] };

interface RowsInput {
  readonly emojis: readonly Emoji[];
  readonly recents: readonly Emoji[];
  readonly query: string;
  readonly columns: number;
}

/** The rows of the picker, top to bottom: the emoji that were found, or the recent ones and all categories. */
export function toEmojiRows({ emojis, recents, query, columns }: RowsInput): readonly EmojiRow[] {
  const sections: [EmojiSection, readonly Emoji[]][] =
    query.trim() === ""
      ? [
          ["recent", recents],
          ...sectionsOf(emojis).map((each): [EmojiSection, readonly Emoji[]] => [
            each,
            emojis.filter(({ category }) => category === each),
          ]),
        ]
      : [["found", searchEmojis(emojis, query)]];
  return sections
    .filter(([, found]) => found.length > 0)
    .flatMap(([section, found]) => [
      { kind: "title" as const, section, count: found.length },
      ...Array.from({ length: Math.ceil(found.length / columns) }, (_, at) => ({
        kind: "emojis" as const,
        section,
        cells: found.slice(at * columns, (at + 1) * columns),
      })),
    ]);
}

/** The categories that the picker has, in its order. */
export function sectionsOf(emojis: readonly Emoji[]): readonly EmojiCategory[] {
  const hasCustom = emojis.some(({ category }) => category === "custom");
  return hasCustom ? ["custom", ...emojiCategories] : emojiCategories;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The id by which the search box names the cell that its arrows are on. */
export function cellId(gridId: string, { row, column }: Cell): string {
  return `${gridId}-${row}-${column}`;
}

const steps = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowDown: 1,
} as const;

export type ArrowKey = keyof typeof steps;

export function isArrowKey(key: string): key is ArrowKey {
  return Object.hasOwn(steps, key);
}

/** Where an arrow leads; from nowhere to the first cell. Sideways it goes on in the next row, and at an end it stays. */
export function moveCell(
  rows: readonly EmojiRow[],
  from: Cell | undefined,
  key: ArrowKey,
): Cell | undefined {
  const step = steps[key];
  if (!from) return firstCell(rows);
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  const column = from.column + step;
  if (isSideways && column >= 0 && column < cellsOf(rows, from.row).length)
    return { row: from.row, column };
  let row = from.row + step;
  while (rows[row]?.kind === "title") row += step;
  const cells = cellsOf(rows, row);
  if (cells.length === 0) return from;
  const last = cells.length - 1;
  if (!isSideways) return { row, column: Math.min(from.column, last) };
  return { row, column: step > 0 ? 0 : last };
}

export function firstCell(rows: readonly EmojiRow[]): Cell | undefined {
  const row = rows.findIndex(({ kind }) => kind === "emojis");
  return row === -1 ? undefined : { row, column: 0 };
}

export function emojiAt(rows: readonly EmojiRow[], cell: Cell | undefined): Emoji | undefined {
  return cell && cellsOf(rows, cell.row)[cell.column];
}

function cellsOf(rows: readonly EmojiRow[], at: number): readonly Emoji[] {
  const row = rows[at];
  return row?.kind === "emojis" ? row.cells : [];
}
