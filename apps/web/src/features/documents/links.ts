const safe = /^(?:https?:\/\/|mailto:)./i;
const anyScheme = /^[a-z][a-z\d+.-]*:/i;
const mail = /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/;
const site = /^[^\s/@]+\.[^\s/@]+/;

/** May a link of a document lead there? To the web and to mail addresses, and nowhere else. */
export function isSafeLink(address: string | null | undefined): boolean {
  return safe.test(address ?? "");
}

/** The address that is meant by a text that was typed; undefined where a document has no such links. */
export function toLink(text: string): string | undefined {
  const typed = text.trim();
  if (/\s/.test(typed)) return undefined;
  if (isSafeLink(typed)) return typed;
  if (anyScheme.test(typed)) return undefined;
  if (mail.test(typed)) return `mailto:${typed}`;
  return site.test(typed) ? `https://${typed}` : undefined;
}
