import { LINK_TEXT_MAX } from "./constants.ts";

const safeProtocols = new Set(["http:", "https:", "mailto:"]);

/** The address, if it is one that may become a link: http, https or mailto (rules-messages 60). */
export function safeUrl(href: string): URL | undefined {
  const url = URL.parse(href);
  return url && safeProtocols.has(url.protocol) ? url : undefined;
}

/** What a bare address reads as: its host without www., or the first 30 characters. */
export function linkText(url: URL, written: string): string {
  return url.hostname
    ? withoutWww(url.hostname)
    : Array.from(written).slice(0, LINK_TEXT_MAX).join("");
}

/** The true host, where the words of a link look like another address. */
export function hostBeside(url: URL, words: string): string | undefined {
  const claimed = claimedHost(words.trim());
  return claimed !== undefined && claimed !== withoutWww(url.hostname)
    ? withoutWww(url.hostname) || url.pathname
    : undefined;
}

function claimedHost(words: string): string | undefined {
  const looksLikeAddress =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^\s/@]+\.[^\s/@.]{2,}(?:[/?#:]\S*)?$/i.test(words);
  if (!looksLikeAddress) return undefined;
  const host = URL.parse(words.includes("://") ? words : `http://${words}`)?.hostname;
  return host === undefined ? "" : withoutWww(host);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, "");
}
