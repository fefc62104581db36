import {
  plainRanges,
  toMentionText,
  withMentionWords,
  type MentionedPerson,
  type MentionToken,
} from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { deviceSetting } from "#web/lib/device/setting.ts";

/** By the workspace and the word: the text of the mention for which the word stands. */
type Words = Readonly<Record<string, string>>;

/** Words that are remembered; the one that was learned first goes first. */
const WORDS_MAX = 200;

const words = deviceSetting<Words>("mentionWords", toWords, {});

function toWords(kept: string): Words | undefined {
  const parsed: unknown = JSON.parse(kept);
  return typeof parsed === "object" && parsed !== null ? (parsed as Words) : undefined;
}

const keyOf = (word: string): string => `${account.workspaceId() ?? ""} ${word}`;

/**
 * The word that stands for a mention in a field where one writes, where the person has chosen it; `other` where it stands for another
 * one already.
 */
export function learnWord(mention: MentionToken, word: string, other = word): string {
  const text = toMentionText(mention);
  const known = words.getSnapshot()[keyOf(word)];
  const chosen = known === undefined || known === text ? word : other;
  words.update((before) => {
    const entries = Object.entries({ ...before, [keyOf(chosen)]: text });
    return Object.fromEntries(entries.slice(-WORDS_MAX));
  });
  return chosen;
}

/** The text of a message as it is written in a field: with words in the place of its mentions. */
export function withWords(content: string, mentioned: readonly MentionedPerson[]): string {
  return withMentionWords(content, (mention) => {
    const word = wordOf(mention, mentioned);
    return word === undefined
      ? toMentionText(mention)
      : learnWord(mention, word, toMentionText(mention));
  });
}

function wordOf(mention: MentionToken, mentioned: readonly MentionedPerson[]): string | undefined {
  switch (mention.kind) {
    case "user": {
      const person = mentioned.find(({ userId }) => userId === mention.userId);
      return person && `@${person.fullName}`;
    }
    case "room": {
      const room = chat.store.getSnapshot().subscriptions.get(mention.roomId);
      return room && `#${room.roomName}`;
    }
    default:
      return `@${mention.kind}`;
  }
}

/** The text as it is sent: with mentions in the place of the words that stand for them, but in code and in quotes. */
export function withMentions(text: string): string {
  const prefix = keyOf("");
  const own = Object.entries(words.getSnapshot()).filter(([key]) => key.startsWith(prefix));
  const known = own.map(([key, mention]) => [key.slice(prefix.length), mention] as const);
  if (!known.some(([word]) => text.includes(word))) return text;
  const byWord = new Map(known);
  const longestFirst = [...byWord.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_@#])(?:${longestFirst.map(escaped).join("|")})(?![\\p{L}\\p{N}_])`,
    "gu",
  );
  let result = "";
  let at = 0;
  for (const [from, to] of plainRanges(text)) {
    const plain = text.slice(from, to);
    result += text.slice(at, from) + plain.replace(pattern, (word) => byWord.get(word) ?? word);
    at = to;
  }
  return result + text.slice(at);
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
