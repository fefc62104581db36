import { isSafeLink } from "@colbin/documents";

const anyScheme = /^[a-z][a-z\d+.-]*:/i;
const mail = /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/;
const site = /^[^\s/@]+\.[^\s/@]+/;

/** The address that is meant by a text that was typed; undefined where a document has no such links. */
export function toLink(text: string): string | undefined {
  const typed = text.trim();
  if (/\s/.test(typed)) return undefined;
  if (isSafeLink(typed)) return typed;
  if (anyScheme.test(typed)) return undefined;
  if (mail.test(typed)) return `mailto:${typed}`;
  return site.test(typed) ? `https://${typed}` : undefined;
}
