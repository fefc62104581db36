/** The pattern of `like` for all texts that have this one in them: none of its signs stands for others. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
