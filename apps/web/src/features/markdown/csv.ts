/** Cells that a spreadsheet would run as a formula are prefixed by ' (rules-messages 61). */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(toCell).join(",")).join("\r\n");
}

function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
