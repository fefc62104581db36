/** The name of the row with what the server has of a draft, beside the row of this name with its text. */
export function savedName(name: string): string {
  return `saved ${name}`;
}
