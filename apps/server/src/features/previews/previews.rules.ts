import { LINK_PREVIEWS_PER_MESSAGE, OUTGOING_URL_MAX, plainRanges } from "@colbin/protocol";
import { isSameHost } from "#server/platform/outgoing/hosts.rules.ts";

const SPOILER = "||";
const image = /!\[[^[\]]{0,1000}\]\([^()\s]{0,2048}\)/g;
/** Of a link that has words of its own: what they look like is not where it leads. */
const words = /\[[^[\]]{0,1000}\]\(/g;
const scheme = /https?:\/\//gi;
const behind = /[\s<>]/;
const punctuation = /[?!.,:;*_~'"]/;

/**
 * The first links of a message that may be looked at: of http and https, each once, none of this instance, and none in code, in
 * quotes or in spoilers (rules-messages 48). In doubt a link is none: nobody misses a preview, and a spoiler tells nothing.
 */
export function linksIn(content: string, publicUrl: string): string[] {
  if (!hasLinks(content)) return [];
  const links = new Set<string>();
  const own = new URL(publicUrl);
  const plain = plainRanges(content).map(([from, to]) => content.slice(from, to));
  const shown = plain
    .join(" ")
    .split(/\n[^\S\n]*\n/)
    .map(withoutSpoilers)
    .join("\n");
  const text = shown.replaceAll(image, " ").replaceAll(words, " (");
  for (const { index } of text.matchAll(scheme)) {
    if (links.size === LINK_PREVIEWS_PER_MESSAGE) break;
    const link = toLink(text.slice(index, index + OUTGOING_URL_MAX + 1), own);
    if (link !== undefined) links.add(link);
  }
  return [...links];
}

function hasLinks(content: string): boolean {
  return /https?:\/\//i.test(content);
}

/** One that is not closed in its paragraph hides all behind it: it may be closed where Markdown sees it and this does not. */
function withoutSpoilers(paragraph: string): string {
  const parts = paragraph.split(SPOILER);
  return parts.filter((_, index) => index % 2 === 0).join(" ");
}

/** The address with which a text begins. */
function toLink(text: string, own: URL): string | undefined {
  const length = text.search(behind);
  const written = withoutClosing(length === -1 ? text : text.slice(0, length));
  const url = written.length <= OUTGOING_URL_MAX ? URL.parse(written) : null;
  if (!url || url.username || url.password || isSameHost(url, own)) return undefined;
  return written;
}

/** Up to a bracket that does not begin in it, without the punctuation of the sentence. */
function withoutClosing(address: string): string {
  let depth = 0;
  let to = 0;
  for (; to < address.length; to += 1) {
    const sign = address.charAt(to);
    if (sign === "(" || sign === "[") depth += 1;
    else if (sign === ")" || sign === "]") depth -= 1;
    if (depth < 0) break;
  }
  while (to > 0 && punctuation.test(address.charAt(to - 1))) to -= 1;
  return address.slice(0, to);
}
