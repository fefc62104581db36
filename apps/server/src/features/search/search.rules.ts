import { foldText, isIdeograph, type FileType, type MessageType } from "@colbin/protocol";

/*
 * How a text stands in the search table. The trigrams of PostgreSQL begin with three signs, and people look for one or two ideographs:
 * so a run of ideographs stands there as its pairs, "日本 本語 語", each a word of its own, of which PostgreSQL makes keys with the
 * blanks around it. A term is written in the same way, so that it stands there exactly where the plain text has it.
 */

/** Longer texts are found by their beginning alone; twice as long as a message may be. */
const LINE_MAX = 20_000;

/** The line of a message: without line ends, and with no other text than another one only where both are the same for search. */
export function toSearchLine(text: string): string {
  // Of accents alone nothing is left, and a row of one empty line would have none.
  return writePairs(foldText(text.slice(0, LINE_MAX)), false) || "  ";
}

/** The words by which a message is found: its text, and the names of its files that do not stand in it. */
export function withFileNames(text: string, files: readonly { readonly name: string }[]): string {
  const names = files.map(({ name }) => name).filter((name) => !text.includes(name));
  return [text, ...names].join(" ");
}

/** The part of a line by which it is found: in the lines of exactly those texts that have this folded term in them. */
export function toLinePart(folded: string): string {
  return writePairs(folded, true);
}

/** By which PostgreSQL looks for a part of a line: its trigrams, none of which leads from one word to the next; of two letters it has none. */
export function toTrigrams(part: string): string[] {
  return (part.match(/ ?[^ ]+ ?/g) ?? []).flatMap((word) => {
    const signs = Array.from(word);
    if (signs.length < 3) return word.includes(" ") ? [word] : [];
    return signs.slice(2).map((_, at) => signs.slice(at, at + 3).join(""));
  });
}

/** The last ideograph of a part may be followed by another one, which the part does not know. */
function writePairs(folded: string, isPart: boolean): string {
  if (!/[\u1100-\uffff]/.test(folded)) return folded;
  const signs = Array.from(folded);
  let written = "";
  for (const [at, sign] of signs.entries()) {
    if (!isIdeograph(sign)) {
      written += sign;
      continue;
    }
    const isFirst = at === 0 || !isIdeograph(signs[at - 1] ?? "");
    const next = signs[at + 1] ?? "";
    const isEnd = isPart && at === signs.length - 1;
    if (isFirst) written += " ";
    if (isIdeograph(next)) written += `${sign}${next} `;
    // Behind a pair that stands in the part its last sign is known already.
    else if (!isEnd) written += `${sign} `;
    else if (isFirst) written += sign;
  }
  return written;
}

/** In the place of a message that is deleted. */
export const BLANK_LINE = " ";

/** The bits of a mark, which says of a message what filters look for (rules-messages 50). */
export const MARK_BITS = {
  link: 1,
  image: 2,
  file: 4,
  voice: 8,
  poll: 16,
  code: 32,
  edited: 64,
  thread: 128,
} as const;

const LINK = /https?:\/\/\S/i;
const IMAGE = /!\[[^\]]*\]\(\S+\)/;
const CODE = /`[^`]|^ {0,3}~~~/m;

/** The bits of a message. */
export function toMarks(message: {
  readonly type: MessageType;
  readonly content: string;
  readonly isEdited: boolean;
  /** It is a poll; a reply, or answered by one. */
  readonly isPoll: boolean;
  readonly isOfThread: boolean;
  /** The files that are not deleted; null for a message without files. */
  readonly files: readonly { readonly type: FileType }[] | null;
}): number {
  const { type, content, isEdited, isPoll, isOfThread, files } = message;
  const hasImage = files ? files.some((file) => file.type === "image") : type === "image";
  const hasFile = files ? files.length > 0 : type === "file";
  const bit = (name: keyof typeof MARK_BITS, has: boolean) => (has ? MARK_BITS[name] : 0);
  return (
    bit("link", LINK.test(content)) |
    bit("image", hasImage || IMAGE.test(content)) |
    bit("file", hasFile) |
    bit("voice", type === "voice") |
    bit("poll", isPoll) |
    bit("code", CODE.test(content)) |
    bit("edited", isEdited) |
    bit("thread", isOfThread)
  );
}

/** Messages that share a row of the search table. */
export const BLOCK_LINES = 32;
/** And bytes of their lines, unless one message alone has more. */
const BLOCK_BYTES = 16_000;

/** A message as search keeps it. */
export interface SearchLine {
  readonly id: string;
  readonly authorId: string;
  readonly at: string;
  readonly marks: number;
  readonly line: string;
  readonly seq: number;
}

/** A row of the search table. */
export interface SearchBlock {
  readonly roomId: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly isClosed: boolean;
  readonly ids: readonly string[];
  readonly authors: readonly string[];
  readonly times: readonly string[];
  readonly marks: readonly number[];
  readonly lines: readonly string[];
}

/** A row that still grows, and how much it has. */
export interface OpenBlock {
  readonly roomId: string;
  readonly firstSeq: number;
  readonly count: number;
  readonly bytes: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/**
 * Messages of a room, in the order of its log, as rows to be written: the first one with what the open row gets more, where there is one.
 * Unless `isClosing` the last one stays open.
 */
export function toBlocks(
  roomId: string,
  open: OpenBlock | undefined,
  messages: readonly SearchLine[],
  isClosing: boolean,
): SearchBlock[] {
  const blocks: Mutable<SearchBlock>[] = [];
  let { count, bytes } = open ?? { count: 0, bytes: 0 };
  let block = open && emptyBlock(roomId, open.firstSeq);
  for (const { id, authorId, at, marks, line, seq } of messages) {
    if (!block || block.isClosed) {
      block = emptyBlock(roomId, seq);
      [count, bytes] = [0, 0];
    }
    if (block.ids.length === 0) blocks.push(block);
    block.ids.push(id);
    block.authors.push(authorId);
    block.times.push(at);
    block.marks.push(marks);
    block.lines.push(line);
    block.lastSeq = seq;
    count += 1;
    bytes += Buffer.byteLength(line) + 1;
    block.isClosed = count >= BLOCK_LINES || bytes >= BLOCK_BYTES;
  }
  if (block && isClosing) block.isClosed = true;
  return blocks;
}

function emptyBlock(roomId: string, firstSeq: number): Mutable<SearchBlock> {
  const nothing = { ids: [], authors: [], times: [], marks: [], lines: [] };
  return { roomId, firstSeq, lastSeq: firstSeq, isClosed: false, ...nothing };
}

/** The block with the present state of a message in it; undefined where nothing changes. */
export function replaceLine(
  block: SearchBlock,
  message: Pick<SearchLine, "id" | "line" | "marks">,
): SearchBlock | undefined {
  const place = block.ids.indexOf(message.id);
  if (place === -1) return undefined;
  if (block.lines[place] === message.line && block.marks[place] === message.marks) return undefined;
  return {
    ...block,
    marks: block.marks.with(place, message.marks),
    lines: block.lines.with(place, message.line),
  };
}
