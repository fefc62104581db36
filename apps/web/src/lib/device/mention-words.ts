import {
  plainRanges,
  toMentionText,
  withMentionWords,
  type MentionedPerson,
  type MentionToken,
} from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { mentionPattern } from "./mention-pattern.ts";
import { deviceSetting } from "./setting.ts";

/** By the person, the workspace and the word: the text of the mention for which the word stands. */
type Words = Readonly<Record<string, string>>;

/** Words that are remembered; the one that was used longest ago goes first. */
const WORDS_MAX = 200;

const words = deviceSetting<Words>("mentionWords", toWords, {});

function toWords(kept: string): Words | undefined {
  const parsed: unknown = JSON.parse(kept);
  return typeof parsed === "object" && parsed !== null ? (parsed as Words) : undefined;
}

function keyOf(word: string): string {
  const { user } = account.session.getSnapshot();
  return `${user?.id ?? ""} ${account.workspaceId() ?? ""} ${word}`;
}

/**
 * The word that stands for a mention in a field where one writes; where it stands for another mention already, `other`, else the word
 * with a number.
 */
export function learnWord(mention: MentionToken, word: string, other?: string): string {
  const text = toMentionText(mention);
  const isFree = (each: string): boolean =>
    [undefined, text].includes(words.getSnapshot()[keyOf(each)]);
  let chosen = [word, other].find((each) => each !== undefined && isFree(each));
  for (let number = 2; chosen === undefined; number += 1) {
    const numbered = `${word} (${number})`;
    if (isFree(numbered)) chosen = numbered;
  }
  const key = keyOf(chosen);
  words.update((before) => {
    const others = Object.entries(before).filter(([each]) => each !== key);
    return Object.fromEntries([...others.slice(1 - WORDS_MAX), [key, text]]);
  });
  return chosen;
}

/**
 * The text of a message as it is written in a field: with words in the place of its mentions, as far as it is known whom they name.
 * `withMentions` turns it back.
 */
export function withWords(content: string, mentioned: readonly MentionedPerson[] = []): string {
  return inPlainText(content, (plain) =>
    withMentionWords(plain, (mention) => {
      const word = wordOf(mention, mentioned);
      return word === undefined ? toMentionText(mention) : learnWord(mention, word);
    }),
  );
}

/** The same for reading alone. */
export function asRead(content: string): string {
  return withMentionWords(content, (mention) => {
    const text = toMentionText(mention);
    return wordOf(mention, []) ?? ownWords().find(([, meant]) => meant === text)?.[0] ?? text;
  });
}

function wordOf(mention: MentionToken, mentioned: readonly MentionedPerson[]): string | undefined {
  const { people, subscriptions, rooms } = chat.store.getSnapshot();
  switch (mention.kind) {
    case "user": {
      const { userId: id } = mention;
      const person = people.get(id) ?? mentioned.find(({ userId }) => userId === id);
      return person && `@${person.fullName}`;
    }
    case "room": {
      const room = subscriptions.get(mention.roomId) ?? rooms.get(mention.roomId);
      return room && `#${room.roomName}`;
    }
    default:
      return `@${mention.kind}`;
  }
}

/** The words of the person who is signed in, in this workspace, each with the text of its mention. */
function ownWords(): (readonly [word: string, text: string])[] {
  const prefix = keyOf("");
  const own = Object.entries(words.getSnapshot()).filter(([key]) => key.startsWith(prefix));
  return own.map(([key, text]) => [key.slice(prefix.length), text]);
}

/** Mentions are none in code and in quotes. */
function inPlainText(text: string, change: (plain: string) => string): string {
  let result = "";
  let at = 0;
  for (const [from, to] of plainRanges(text)) {
    result += text.slice(at, from) + change(text.slice(from, to));
    at = to;
  }
  return result + text.slice(at);
}

/** The text as it is sent: with mentions in the place of the words that stand for them, but in code and in quotes. */
export function withMentions(text: string): string {
  const known = ownWords();
  if (!known.some(([word]) => text.includes(word))) return text;
  const byWord = new Map(known);
  const pattern = mentionPattern([...byWord.keys()]);
  return inPlainText(text, (plain) => plain.replace(pattern, (word) => byWord.get(word) ?? word));
}
