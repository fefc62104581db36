import type { Selected, TextEdit } from "./edit-field.ts";

/** The link that an address makes of selected words; undefined where either is something else. */
export function linkOver({ text, start, end }: Selected, pasted: string): TextEdit | undefined {
  const address = pasted.trim();
  const words = text.slice(start, end);
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/i.test(address) && URL.canParse(address);
  if (
    !isAddress ||
    words.trim() === "" ||
    /[\n`]/.test(words) ||
    /^https?:\/\//i.test(words.trim())
  )
    return undefined;
  const escaped = words.replaceAll(/[[\]]/g, String.raw`\$&`);
  const linked = `[${escaped}](${toTarget(address)})`;
  const caret = start + linked.length;
  return { from: start, to: end, text: linked, start: caret, end: caret };
}

/** An address as it stands in the parentheses of a link. */
export function toTarget(address: string): string {
  return address.replaceAll(/[()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
