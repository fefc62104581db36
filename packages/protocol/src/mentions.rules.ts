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
  if (content.includes("<@") || content.includes("<#"))
    for (const text of plainParts(content))
      for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
        const mention = readMention(text, at)?.token;
        if (mention?.kind === "user") userIds.add(mention.userId);
        else if (mention?.kind === "room") roomIds.add(mention.roomId);
        else if (mention) wildcards.add(mention.kind);
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

/** The text without its code blocks and quotes, by parts that no code span goes through. */
function plainParts(content: string): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let closing: string | undefined;
  const end = (): void => {
    if (lines.length > 0) parts.push(...outsideSpans(lines.join("\n")));
    lines = [];
  };
  for (const line of content.split("\n")) {
    const mark = fence.exec(line)?.[1];
    if (closing !== undefined) {
      if (mark?.startsWith(closing) && line.trim() === mark) closing = undefined;
    } else if (mark !== undefined) {
      end();
      closing = mark;
    } else if (quoted.test(line)) end();
    else lines.push(line);
  }
  end();
  return parts;
}

/** What stands between code spans: a run of backticks is closed by the next run of the same length, or means itself. */
function outsideSpans(text: string): string[] {
  const runs = [...text.matchAll(/`+/g)];
  // The places of the runs of each length: a text of many runs is read in linear time.
  const byLength = Map.groupBy(runs, ([run]) => run.length);
  const parts: string[] = [];
  let from = 0;
  for (const run of runs) {
    const same = byLength.get(run[0].length) ?? [];
    same.shift();
    if (run.index < from) continue;
    const [close] = same;
    if (!close) continue;
    parts.push(text.slice(from, run.index));
    from = close.index + close[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}
