/** The words of a text that was typed or pasted with commas, semicolons, spaces or new lines between; each once. */
export function splitWords(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ""))];
}
