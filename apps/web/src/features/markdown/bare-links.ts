/** A bare address in a text: from its first character to behind its last one, and where it leads. */
interface BareLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/**
 * The bare address whose colon of `https://`, dot after `www` or @ is at this place; it begins at the floor or later. The whole
 * text is never read: an address ends at a blank, and a search back for its beginning ends at the @ before.
 */
export function readBareLink(text: string, at: number, floor: number): BareLink | undefined {
  const before = text.slice(Math.max(floor, at - 6), at);
  const next = text.slice(at, at + 4);
  switch (next.charAt(0)) {
    case ":": {
      const scheme = /^:\/\/[^\s<]/.test(next) ? /https?$/i.exec(before)?.[0] : undefined;
      return scheme === undefined ? undefined : toLink(text, at - scheme.length, "");
    }
    case ".":
      if (!/(?<!\w)www$/i.test(before) || !/^\.[a-z\d-]/i.test(next)) return undefined;
      return toLink(text, at - 3, "http://");
    default:
      return readMailAddress(text, at, floor);
  }
}

function toLink(text: string, start: number, prefix: string): BareLink {
  const end = withoutPunctuation(text, start, endOfAddress(text, start));
  return { start, end, href: prefix + text.slice(start, end) };
}

/** An address ends at a blank, an angle bracket, the mark of a spoiler or a bracket that does not begin in it. */
function endOfAddress(text: string, start: number): number {
  let opened = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (/[\s<]/.test(sign) || text.startsWith("||", at)) return at;
    if (sign === "[") opened += 1;
    else if (sign === "]") opened -= 1;
    if (opened < 0) return at;
  }
  return text.length;
}

/** The end without the punctuation of the sentence, and without parentheses that do not begin in the address. */
function withoutPunctuation(text: string, start: number, behind: number): number {
  let unopened = 0;
  for (let at = start; at < behind; at += 1) {
    const sign = text.charAt(at);
    if (sign === ")") unopened += 1;
    else if (sign === "(") unopened -= 1;
  }
  let end = behind;
  for (; end > start; end -= 1) {
    const sign = text.charAt(end - 1);
    if (sign === ")" && unopened > 0) unopened -= 1;
    else if (!/[?!.,:;*_~'"]/.test(sign)) break;
  }
  return end;
}

function readMailAddress(text: string, at: number, floor: number): BareLink | undefined {
  let start = at;
  while (start > floor && /[\w.+-]/.test(text.charAt(start - 1))) start -= 1;
  const domain = /[\w-]+(?:\.[\w-]+)+/y;
  domain.lastIndex = at + 1;
  const host = domain.exec(text)?.[0] ?? "";
  if (start === at || !/[a-z\d]$/i.test(host)) return undefined;
  const end = domain.lastIndex;
  return { start, end, href: `mailto:${text.slice(start, end)}` };
}
