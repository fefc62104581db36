import { PREVIEW_DESCRIPTION_MAX, PREVIEW_TITLE_MAX, toLine } from "@colbin/protocol";
import { Parser } from "htmlparser2";

/* How a page describes itself, read from its head: Open Graph first, then what is older. All of it is text. */

export interface PageCard {
  readonly title: string;
  readonly description: string | undefined;
  readonly siteName: string;
  readonly imageUrl: string | undefined;
}

const SITE_NAME_MAX = 80;
/** Of a head that does not end; what is behind it is not read. */
const HEAD_CHARS = 512 * 1024;
const PORTION_CHARS = 16 * 1024;
/** Values are cut before they are made to a line, whose length they bound. */
const RAW_CHARS = 4_000;
const VALUES_MAX = 100;
/** No head is so deep; what a parser remembers of open elements costs more with each. */
const DEPTH_MAX = 200;
const SNIFFED_BYTES = 1_024;

/** The card of a page; undefined where it has no title. */
export function readPage(body: Uint8Array, contentType: string, url: URL): PageCard | undefined {
  const { values, base } = readHead(decode(body, contentType));
  const pick = (max: number, ...names: readonly string[]) =>
    names.map((name) => toText(values.get(name) ?? "", max)).find((text) => text !== "");
  const title = pick(PREVIEW_TITLE_MAX, "og:title", "twitter:title", "title");
  if (title === undefined) return undefined;
  const names = ["og:description", "twitter:description", "description"];
  return {
    title,
    description: pick(PREVIEW_DESCRIPTION_MAX, ...names),
    siteName: pick(SITE_NAME_MAX, "og:site_name") ?? siteOf(url),
    imageUrl: toImageUrl(
      ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"]
        .map((name) => values.get(name)?.trim())
        .find((value) => value),
      URL.parse(base, url) ?? url,
    ),
  };
}

/** The name of a site that gives itself none. */
export function siteOf({ hostname }: URL): string {
  return hostname.replace(/^www\./, "");
}

/** One line of at most so many code points. */
export function toText(raw: string, max: number): string {
  const line = toLine(raw.slice(0, RAW_CHARS), RAW_CHARS) ?? "";
  const signs = Array.from(line);
  return signs.length <= max
    ? line
    : `${signs
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}

function toImageUrl(written: string | undefined, base: URL): string | undefined {
  const url = written === undefined ? null : URL.parse(written, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

interface Head {
  /** By property or name, in small letters; the first one counts. */
  readonly values: Map<string, string>;
  base: string;
  /** Its text so far while a title is open. */
  title: string | undefined;
  depth: number;
  isRead: boolean;
}

function readHead(html: string): Pick<Head, "values" | "base"> {
  const head: Head = { values: new Map(), base: "", title: undefined, depth: 0, isRead: false };
  const parser = new Parser({
    onopentag: (tag, attributes) => open(head, tag, attributes),
    ontext(text) {
      if (head.title !== undefined && head.title.length < RAW_CHARS) head.title += text;
    },
    onclosetag: (tag) => close(head, tag),
  });
  const end = Math.min(html.length, HEAD_CHARS);
  for (let at = 0; at < end && !head.isRead; at += PORTION_CHARS)
    parser.write(html.slice(at, Math.min(at + PORTION_CHARS, end)));
  if (!head.isRead) parser.end();
  return head;
}

type Attributes = Readonly<Record<string, string | undefined>>;

function open(head: Head, tag: string, { property, name, content, href }: Attributes): void {
  head.depth += 1;
  if (tag === "body" || head.depth > DEPTH_MAX) head.isRead = true;
  if (head.isRead) return;
  if (tag === "title") head.title = "";
  else if (tag === "base") head.base ||= href ?? "";
  else if (tag === "meta") note(head, property ?? name ?? "", content ?? "");
}

function close(head: Head, tag: string): void {
  head.depth -= 1;
  if (tag === "title" && head.title !== undefined) {
    if (!head.isRead) note(head, tag, head.title);
    head.title = undefined;
  }
  if (tag === "head") head.isRead = true;
}

function note({ values }: Head, written: string, value: string): void {
  const name = written.trim().toLowerCase();
  if (value.trim() !== "" && !values.has(name) && values.size < VALUES_MAX) values.set(name, value);
}

/** By the byte order mark, the header, or the page's own word in its first bytes; else UTF-8 (HTML, 13.2.3). */
function decode(body: Uint8Array, contentType: string): string {
  const start = Buffer.from(body.subarray(0, SNIFFED_BYTES)).toString("latin1");
  const own = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1];
  const mark = [
    ["\xef\xbb\xbf", "utf-8"],
    ["\xff\xfe", "utf-16le"],
    ["\xfe\xff", "utf-16be"],
  ].find(([bytes = ""]) => start.startsWith(bytes))?.[1];
  const told = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1];
  // A page that says of itself in single bytes that it has two does not have two.
  const label = mark ?? told ?? (own && /^utf-?16/i.test(own) ? "utf-8" : own) ?? "utf-8";
  return toDecoder(label).decode(body);
}

function toDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}
