import type { RoomId, UserId } from "./kernel/ids.ts";
import type { MessageMentions } from "./mentions.ts";

/** A mention in a text. */
export type MentionToken =
  | { readonly kind: "user"; readonly userId: UserId }
  | { readonly kind: "room"; readonly roomId: RoomId }
  | { readonly kind: "here" | "all" };

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const token = new RegExp(`<(?:@(here|all|${uuid})|#(${uuid}))>`, "y");

/** The token that begins at this place of a text, and its length. */
export function readMention(
  text: string,
  at: number,
): { readonly token: MentionToken; readonly length: number } | undefined {
  token.lastIndex = at;
  const match = token.exec(text);
  if (!match) return undefined;
  const [{ length }, named, room] = match;
  if (room !== undefined) return { token: { kind: "room", roomId: room as RoomId }, length };
  if (named === "here" || named === "all") return { token: { kind: named }, length };
  return { token: { kind: "user", userId: named as UserId }, length };
}

/** The text that a composer writes for a mention. */
export function toMentionText(mention: MentionToken): string {
  switch (mention.kind) {
    case "user":
      return `<@${mention.userId}>`;
    case "room":
      return `<#${mention.roomId}>`;
    default:
      return `<@${mention.kind}>`;
  }
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const quoted = /^ {0,3}>/;

/** All that a text mentions, each once, in the order of the text; not those in code and in quotes (rules-messages 32). */
export function mentionsIn(content: string): MessageMentions {
  const userIds = new Set<UserId>();
  const roomIds = new Set<RoomId>();
  const wildcards = new Set<"here" | "all">();
  if (content.includes("<@") || content.includes("<#")) {
    // One way through the text: a sign behind a range waits for the ranges that follow.
    let at = content.indexOf("<");
    for (const [from, to] of plainRanges(content)) {
      if (at !== -1 && at < from) at = content.indexOf("<", from);
      for (; at !== -1 && at < to; at = content.indexOf("<", at + 1)) {
        const mention = readMention(content, at)?.token;
        if (mention?.kind === "user") userIds.add(mention.userId);
        else if (mention?.kind === "room") roomIds.add(mention.roomId);
        else if (mention) wildcards.add(mention.kind);
      }
    }
  }
  return {
    userIds: [...userIds],
    here: wildcards.has("here"),
    all: wildcards.has("all"),
    roomIds: [...roomIds],
  };
}

/** The text with these words in the place of its mentions. */
export function withMentionWords(
  content: string,
  wordOf: (mention: MentionToken) => string,
): string {
  let text = "";
  let from = 0;
  for (let at = content.indexOf("<"); at !== -1; at = content.indexOf("<", at + 1)) {
    const mention = readMention(content, at);
    if (!mention) continue;
    text += content.slice(from, at) + wordOf(mention.token);
    from = at + mention.length;
  }
  return text + content.slice(from);
}

/** Does it mention anything? */
export function hasMentions({ userIds, here, all, roomIds }: MessageMentions): boolean {
  return here || all || userIds.length > 0 || roomIds.length > 0;
}

/** The parts of a text outside code and quotes, by their places; no code span goes through one. */
export function plainRanges(content: string): (readonly [from: number, to: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let from = 0;
  let at = 0;
  let closing: string | undefined;
  const end = (): void => {
    if (at > from) ranges.push(...outsideSpans(content, from, at));
  };
  for (const line of content.split("\n")) {
    const next = at + line.length + 1;
    const mark = fence.exec(line)?.[1];
    const isPlain = closing === undefined && mark === undefined && !quoted.test(line);
    if (!isPlain) {
      end();
      from = next;
    }
    if (closing !== undefined) {
      if (mark?.startsWith(closing) && line.trim() === mark) closing = undefined;
    } else closing = mark;
    at = next;
  }
  at = Math.min(at, content.length);
  end();
  return ranges;
}

/** Code spans end a part: a run of backticks is closed by the next run of the same length, or means itself. */
function outsideSpans(
  content: string,
  start: number,
  end: number,
): (readonly [from: number, to: number])[] {
  const runs = [...content.slice(start, end).matchAll(/`+/g)];
  // The places of the runs of each length, the first one last: a text of many runs is read in linear time.
  const byLength = Map.groupBy(runs.toReversed(), ([run]) => run.length);
  const ranges: (readonly [number, number])[] = [];
  let from = start;
  for (const run of runs) {
    const same = byLength.get(run[0].length) ?? [];
    same.pop();
    if (start + run.index < from) continue;
    const close = same.at(-1);
    if (!close) continue;
    ranges.push([from, start + run.index]);
    from = start + close.index + close[0].length;
  }
  ranges.push([from, end]);
  return ranges;
}
