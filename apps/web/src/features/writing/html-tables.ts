import type Turndown from "turndown";

/** End a cell and a row, until the table is put together. */
const CELL = "\uE001";
const ROW = "\uE002";

/** Tables of data become tables; what a page lays out by tables is text, cell by cell. */
export function addTableRules(converter: Turndown): void {
  converter.addRule("cell", {
    filter: ["td", "th"],
    replacement: (content, node) =>
      isOfData(node) ? `${content}${CELL}` : `\n\n${content.trim()}\n\n`,
  });
  converter.addRule("row", {
    filter: "tr",
    replacement: (content, node) => (isOfData(node) ? `${content}${ROW}` : content),
  });
  converter.addRule("table", {
    filter: "table",
    replacement: (content, node) => (isOfData(node) ? toTable(content) : `\n\n${content}\n\n`),
  });
}

const blocks = "table, ul, ol, pre, blockquote, h1, h2, h3, h4, h5, h6";

/** Each table is looked through once, and not for each of its cells. */
const known = new WeakMap<HTMLElement, boolean>();

/** Does the node stand in a table, or is it one, whose cells are lines of text in columns? */
function isOfData(node: HTMLElement): boolean {
  const table = tableOf(node);
  if (!table) return false;
  const isData = known.get(table) ?? hasColumns(table);
  known.set(table, isData);
  return isData;
}

function tableOf(node: HTMLElement): HTMLElement | null {
  let table: HTMLElement | null = node;
  while (table && table.nodeName !== "TABLE") table = table.parentElement;
  return table;
}

function hasColumns(table: HTMLElement): boolean {
  if (table.querySelector(blocks)) return false;
  return Array.from(table.querySelectorAll("tr")).some(({ children }) => children.length > 1);
}

/** The first row is the head: without one there is no table in Markdown. */
function toTable(content: string): string {
  const rows = content
    .split(ROW)
    .slice(0, -1)
    .map((row) => row.split(CELL).slice(0, -1).map(toCell));
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const lines = rows.map((cells) => {
    const all = Array.from({ length: columns }, (_, at) => cells[at] ?? "");
    return `| ${all.join(" | ")} |`;
  });
  lines.splice(1, 0, `|${" --- |".repeat(columns)}`);
  return `\n\n${lines.join("\n")}\n\n`;
}

function toCell(content: string): string {
  return content
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/(?<!\\|\uE000)\|/g, "\\|");
}
