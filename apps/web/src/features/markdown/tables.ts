import { TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from "./constants.ts";
import { readInlines } from "./inlines.ts";
import type { Block } from "./tree.ts";

/** Are these the first two lines of a table? A second line of hyphens alone is a rule. */
export function beginsTable(head: string, delimiters: string): boolean {
  if (!/^[-:| \t]+$/.test(delimiters) || !/[:|]/.test(delimiters)) return false;
  const cells = cellsOf(delimiters);
  if (cells.length === 0 || cells.length !== cellsOf(head).length) return false;
  return cells.every((cell) => /^:?-+:?$/.test(cell));
}

/** The table of these lines; a table that is larger than allowed is text. */
export function toTable(lines: readonly string[]): Block {
  const [head = [], , ...rows] = lines.map(cellsOf);
  const last = head.length - 1;
  if (head.length > TABLE_COLUMNS_MAX || rows.length > TABLE_ROWS_MAX)
    return { kind: "plain", text: lines.join("\n") };
  const toRow = (cells: readonly string[]) =>
    head.map((_, column) => {
      // Cells beyond the last column go into it, so that no text is lost.
      const text = column === last ? cells.slice(last).join(" | ") : (cells[column] ?? "");
      // A picture would make rows of a table as high as itself.
      return { text, children: readInlines(text, { images: 0 }) };
    });
  return { kind: "table", head: toRow(head), rows: rows.map(toRow) };
}

/** Pipes at both ends of a row are its frame; an escaped pipe belongs to a cell. */
function cellsOf(row: string): string[] {
  const text = row.trim();
  const cells: string[] = [];
  let cell = "";
  for (let at = text.startsWith("|") ? 1 : 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "|") {
      cells.push(cell.trim());
      cell = "";
    } else if (sign === "\\") {
      at += 1;
      const next = text.charAt(at);
      cell += next === "|" ? next : sign + next;
    } else cell += sign;
  }
  return cell === "" ? cells : [...cells, cell.trim()];
}
