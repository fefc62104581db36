import { LINK_TEXT_MAX } from "./constants.ts";

const safeProtocols = new Set(["http:", "https:", "mailto:"]);

/** The address, if it is one that may become a link: http, https or mailto (rules-messages 60). */
export function safeUrl(href: string): URL | undefined {
  const url = URL.parse(href);
  return url && safeProtocols.has(url.protocol) ? url : undefined;
}

/** The text of a bare address: its host without www., or the first 30 characters. */
export function linkText(url: URL, written: string): string {
  return url.hostname
    ? withoutWww(url.hostname)
    : Array.from(written).slice(0, LINK_TEXT_MAX).join("");
}

/** Longer words of a link are not searched for addresses. */
const WORDS_MAX = 1000;
/** Takes no room, or next to none. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2000-\u200A\u202F\u205F]/gu;
/** Characters that are read as a full stop and that NFKC does not turn into one. */
const DOTS = /[\u00B7\u0387\u0660\u06D4\u06F0\u0701\u0702\u2027\u2219\u22C5\u3002\u30FB\uA4F8]/gu;
const HOST = /^[^.]+(?:\.[^.]+)*\.(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$|^\d+(?:\.\d+){3}$/u;

/** The true host, unless every address that the words of a link look like is the one it leads to. */
export function hostBeside(url: URL, words: string): string | undefined {
  const host = toHost(url.hostname);
  const address = host || url.pathname.toLowerCase();
  const isPlain = words.length <= WORDS_MAX && !/\p{Bidi_Control}/u.test(words);
  const isTrue = isPlain && claimedAddresses(words).every((claim) => claim === address);
  return isTrue ? undefined : host || url.pathname;
}

function claimedAddresses(words: string): string[] {
  const read = words.replaceAll(UNSEEN, "").normalize("NFKC").replaceAll(DOTS, ".").toLowerCase();
  return read.split(/\s+/).flatMap(claimsOf);
}

/** Claims of one word: the host of an address, or each possible host or mail address in a word without `//`. */
function claimsOf(word: string): string[] {
  const authority = /[/\\]{2,}([^/\\?#]+)/.exec(word)?.[1];
  // Text before an @ is there to be taken for the host.
  if (authority?.includes("@")) return [authority];
  if (authority !== undefined) return [toHost(authority.replace(/:\d*$/, ""))];
  const start = /^[^/\\?#]*/.exec(word)?.[0] ?? "";
  const pieces = start.split(/[^\p{L}\p{M}\p{N}.@_%+-]+/u).map(toHost);
  return pieces.filter((piece) => HOST.test(piece));
}

/** As it is compared; what is not written in ASCII stays so and is equal to no host. */
function toHost(written: string): string {
  return withoutWww(written.replaceAll(/^[.@+%_-]+|[.@+%_-]+$/g, ""));
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, "");
}
