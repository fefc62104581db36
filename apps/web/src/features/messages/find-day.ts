import { addressOf, shownMessages } from "@colbin/client";
import { MESSAGE_PAGE_MAX, type Message, type MessageId, type RoomId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";

type Told = Pick<Message, "id" | "type" | "createdAt">;

/**
 * The first message that was written in a room then or later; the last one where none was. Asks nobody where it is among the messages
 * that are shown.
 */
export async function findMessageAt(roomId: RoomId, at: Date): Promise<MessageId | undefined> {
  return findShown(roomId, at) ?? findStored(roomId, at);
}

/** The shown messages have no gap, so an earlier one before it says that it is the first. */
function findShown(roomId: RoomId, at: Date): MessageId | undefined {
  const state = chat.store.getSnapshot();
  const shown = shownMessages(state, roomId).filter(({ clientMessageId }) => !clientMessageId);
  const window = state.windows.get(roomId);
  const ends = window ?? state.pages.get(roomId);
  const [first] = shown;
  const isInside = first !== undefined && (isBefore(first, at) || ends?.hasMore === false);
  if (!isInside) return undefined;
  return (firstFrom(shown, at) ?? (window ? undefined : shown.findLast(isSaid)))?.id;
}

async function findStored(roomId: RoomId, at: Date): Promise<MessageId | undefined> {
  const params = { slug: addressOf(chat.store.getSnapshot(), roomId) };
  const query = { around: `at_${at.toISOString()}`, limit: MESSAGE_PAGE_MAX };
  const { messages } = await account.call("listMessages", { params, query });
  const found = firstFrom(messages, at) ?? messages.findLast(isSaid);
  return found?.id;
}

function firstFrom<M extends Told>(messages: readonly M[], at: Date): M | undefined {
  return messages.find((message) => isSaid(message) && !isBefore(message, at));
}

/** Lines of the server are no place to go to. */
const isSaid = ({ type }: Told): boolean => type !== "system";

function isBefore({ createdAt }: Told, at: Date): boolean {
  return Date.parse(createdAt) < at.getTime();
}

/** The same day of the month before, or its last one. */
export function monthBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  const there = Date.UTC(year, month - 2, Math.min(date, last));
  return new Date(there).toISOString().slice(0, 10);
}
