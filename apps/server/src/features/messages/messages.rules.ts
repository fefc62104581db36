import {
  composeText,
  countChars,
  DELETED_FULL_NAME,
  isBlank,
  type ErrorCode,
  type Message,
  type MessageType,
  type UserId,
} from "@colbin/protocol";

interface Attached {
  readonly files?: unknown;
  readonly voice?: unknown;
}

/** Types that clients may send, by what is attached; system lines are the server's (rules-messages 4). */
function sendableTypes({ files, voice }: Attached): readonly MessageType[] {
  if (voice) return ["voice"];
  return files ? ["text", "image", "file"] : ["text"];
}

export type ContentVerdict =
  | { readonly ok: true; readonly content: string }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** Line ends \n, other control characters removed, ends trimmed (rules-messages 5). */
export function cleanContent(content: string): string {
  return content
    .replaceAll(/\r\n?|\u2028|\u2029/g, "\n")
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, "")
    .trim();
}

/** Normalises what a person sends and judges its form; length counts code points. Empty only where files or a recording stand for it. */
export function judgeContent(
  content: string,
  type: MessageType,
  maxChars: number,
  attached: Attached = {},
): ContentVerdict {
  if (!sendableTypes(attached).includes(type))
    return { ok: false, code: "MESSAGE_TYPE_NOT_ALLOWED", details: {} };
  const composed = composeText(content, maxChars, cleanContent);
  if (composed === undefined)
    return {
      ok: false,
      code: "MESSAGE_TOO_LONG",
      details: { max: maxChars, length: countChars(content) },
    };
  if (!isBlank(composed)) return { ok: true, content: composed };
  return (attached.files ?? attached.voice)
    ? { ok: true, content: "" }
    : { ok: false, code: "MESSAGE_EMPTY", details: {} };
}

/** Cursors are opaque to clients: they name a place in the room's log. */
export function toCursor(seq: number): string {
  return `seq_${seq.toString(36)}`;
}

/** The seq of a cursor; undefined for anything else. */
export function fromCursor(text: string): number | undefined {
  const match = /^seq_([0-9a-z]{1,10})$/.exec(text);
  return match?.[1] === undefined ? undefined : Number.parseInt(match[1], 36);
}

/** The msgNo of a place that is named by it; undefined for anything else. */
export function fromNumberPlace(text: string): number | undefined {
  const match = /^no_([0-9]{1,15})$/.exec(text);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** The moment of a place that is named by it; undefined for anything else. */
export function fromTimePlace(text: string): Date | undefined {
  const match = /^at_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)$/.exec(text);
  const at = new Date(match?.[1] ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Lines of the server say what happened, a recording is what it is, and a copy has the words of somebody else (rules-messages 15, 43). */
export function isEditable({ type, metadata }: Pick<Message, "type" | "metadata">): boolean {
  return type !== "system" && type !== "voice" && !metadata.forward;
}

/** The form of an id; what has another one names nothing. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

type SystemLine = Pick<Message, "content" | "metadata">;

/** A line of the server without the name of somebody who is gone: who acts stands at its beginning, whom it is about at its end. */
export function withoutName({ content, metadata }: SystemLine, userId: UserId): SystemLine {
  const { system } = metadata;
  if (!system) return { content, metadata };
  const values = { ...system.values };
  const { name = "", target = "" } = values;
  let line = content;
  if (system.actorId === userId && line.startsWith(name)) {
    line = `${DELETED_FULL_NAME}${line.slice(name.length)}`;
    values["name"] = DELETED_FULL_NAME;
  }
  if (system.targetIds.includes(userId) && line.endsWith(target)) {
    line = `${line.slice(0, line.length - target.length)}${DELETED_FULL_NAME}`;
    values["target"] = DELETED_FULL_NAME;
  }
  return { content: line, metadata: { system: { ...system, values } } };
}
