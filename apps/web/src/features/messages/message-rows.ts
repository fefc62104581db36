import type { VisibleMessage } from "@colbin/client";
import { MESSAGE_GROUP_MS, type SystemKind } from "@colbin/protocol";
import { dayAfter, dayKey, momentOf } from "#web/lib/language/dates.ts";

/** The part of a message that the list reads. */
export type ListedMessage = Pick<
  VisibleMessage,
  | "key"
  | "id"
  | "msgNo"
  | "clientMessageId"
  | "authorId"
  | "authorName"
  | "authorAvatar"
  | "authorIsGuest"
  | "content"
  | "type"
  | "metadata"
  | "createdAt"
  | "isEdited"
  | "isDeleted"
  | "removedBy"
  | "status"
  | "reactions"
  | "personal"
  | "pin"
  | "thread"
  | "threadId"
  | "mentioned"
  | "quote"
  | "forward"
  | "files"
  | "poll"
  | "previews"
  | "failure"
  | "failedEdit"
>;

/** The last one that arrived, or is on its way: what failed waits behind it. */
export function newestOf(messages: readonly ListedMessage[]): ListedMessage | undefined {
  return messages.findLast(({ status }) => status !== "failed");
}

export type MessageRow =
  | { readonly kind: "intro"; readonly key: string }
  | { readonly kind: "day"; readonly key: string; readonly date: Date }
  | { readonly kind: "new"; readonly key: string }
  | { readonly kind: "replies"; readonly key: string; readonly count: number }
  /** A line of the server, or several of one minute that tell who came and went (rules-messages 57). */
  | {
      readonly kind: "system";
      readonly key: string;
      readonly messages: readonly ListedMessage[];
    }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: ListedMessage;
      /** First of its author: with avatar, name and time. */
      readonly isFirst: boolean;
      /** The mark of the own last message. */
      readonly showsStatus: boolean;
    };

interface RowsInput {
  readonly messages: readonly ListedMessage[];
  readonly ownId: string;
  readonly firstUnreadId: string | undefined;
  /** More messages come before the first one, so it is not known to begin its day. */
  readonly hasOlder: boolean;
  /** The message that a thread answers: a line that counts the replies stands behind it. */
  readonly rootId?: string | undefined;
  /** Something stands before the very first one. */
  readonly hasIntro?: boolean;
}

/**
 * Days, the line of the unread, and messages grouped by author within 5 minutes. Older messages only ever add rows at the
 * front, which is what keeps the list from jumping.
 */
export function toRows(input: RowsInput): MessageRow[] {
  const { messages, firstUnreadId, rootId, hasOlder, hasIntro = false } = input;
  const rows: MessageRow[] = hasIntro && !hasOlder ? [{ kind: "intro", key: "intro" }] : [];
  const statusKey = keyOfLastOwn(messages, input);
  let previous: Placed | undefined;
  const lastArrived = messages.findLastIndex(({ clientMessageId }) => clientMessageId === null);
  for (const [at, message] of messages.entries()) {
    const placed = place(message, previous?.day);
    // A waiting message may stand before earlier ones: it begins no day there, and days only ever go on.
    const isBetween = message.clientMessageId !== null && at < lastArrived;
    const before = previous?.day ?? placed.day;
    const day = isBetween || placed.day.beginsAt < before.beginsAt ? before : placed.day;
    const isAfterRoot = rows.at(-1)?.kind === "replies";
    const startsDay = !isAfterRoot && (previous === undefined ? !hasOlder : previous.day !== day);
    const startsUnread = message.id === firstUnreadId;
    if (startsDay) rows.push({ kind: "day", key: `day-${day.key}`, date: day.date });
    if (startsUnread) rows.push({ kind: "new", key: "new" });
    if (message.type === "system") pushLine(rows, placed);
    else
      rows.push({
        kind: "message",
        key: message.key,
        message,
        isFirst: startsDay || startsUnread || !isGrouped(previous, placed),
        showsStatus: message.key === statusKey,
      });
    previous = { ...placed, day };
    const count = message.thread?.replyCount ?? 0;
    if (message.id === rootId && count > 0) {
      rows.push({ kind: "replies", key: "replies", count });
      previous = undefined;
    }
  }
  return rows;
}

const passing: ReadonlySet<string | undefined> = new Set([
  "joined",
  "invited_joined",
  "guest_joined",
  "left",
] satisfies SystemKind[]);
const MINUTE_MS = 60_000;

/** As a row of its own, or with the line before it where both tell who came or went in one minute. */
function pushLine(rows: MessageRow[], { message, at }: Placed): void {
  const last = rows.at(-1);
  const before = last?.kind === "system" ? last.messages[0] : undefined;
  const isPassing = (line: ListedMessage) => passing.has(line.metadata.system?.kind);
  const minuteOf = (moment: number) => Math.floor(moment / MINUTE_MS);
  if (
    last?.kind === "system" &&
    before &&
    isPassing(before) &&
    isPassing(message) &&
    minuteOf(Date.parse(before.createdAt)) === minuteOf(at)
  )
    rows.splice(-1, 1, { ...last, messages: [...last.messages, message] });
  else rows.push({ kind: "system", key: message.key, messages: [message] });
}

/** A day of the reader's own zone, until the next one begins. */
interface Day {
  readonly key: string;
  /** A time within it. */
  readonly date: Date;
  readonly beginsAt: number;
  readonly endsAt: number;
}

interface Placed {
  readonly message: ListedMessage;
  readonly at: number;
  readonly day: Day;
}

/** The calendar is asked once for each day: thousands of messages may be loaded, and each new one asks for all rows. */
function place(message: ListedMessage, day: Day | undefined): Placed {
  const at = Date.parse(message.createdAt);
  const isSameDay = day !== undefined && day.beginsAt <= at && at < day.endsAt;
  return { message, at, day: isSameDay ? day : toDay(new Date(at)) };
}

function toDay(date: Date): Day {
  const key = dayKey(date);
  const [beginsAt, endsAt] = [momentOf(key).getTime(), momentOf(dayAfter(key)).getTime()];
  return { key, date, beginsAt, endsAt };
}

function isGrouped(previous: Placed | undefined, { message, at }: Placed): boolean {
  if (!previous || previous.message.authorId !== message.authorId) return false;
  if (previous.message.type === "system" || message.type === "system") return false;
  // The head says of all messages below it whether a program sent them.
  if (previous.message.metadata.viaApi !== message.metadata.viaApi) return false;
  return Math.abs(at - previous.at) <= MESSAGE_GROUP_MS;
}

/** A failed message speaks for itself, so the mark stays with the one before. The root of a thread has its mark in the room. */
function keyOfLastOwn(
  messages: readonly ListedMessage[],
  { ownId, rootId }: RowsInput,
): string | undefined {
  const last = messages.findLast(
    ({ id, authorId, status, type, isDeleted }) =>
      authorId === ownId && id !== rootId && status !== "failed" && type !== "system" && !isDeleted,
  );
  return last?.key;
}
