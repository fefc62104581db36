/** A spreadsheet would run cells that begin with these as formulas (rules-messages 61), some also where the signs are wide. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Cells that a spreadsheet would run are prefixed by '. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(toCell).join(",")).join("\r\n");
}

function toCell(text: string): string {
  const harmless = toHarmless(text);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** As it is pasted into a spreadsheet or a text, where numbers below zero are to stay what they are. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  const toPasted = (text: string): string =>
    (/^[+-][\d.,\s]+(?:%|\p{L}{1,3})?$/u.test(text) ? text : toHarmless(text)).replaceAll(
      /[\t\r\n]/g,
      " ",
    );
  return rows.map((row) => row.map(toPasted).join("\t")).join("\n");
}

function toHarmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
