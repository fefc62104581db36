import { addressOf, visibleMessages, type ChatState, type VisibleMessage } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { messagePath } from "#web/lib/routing/paths.ts";
import type { Command } from "./command.ts";
import { GROUP_MAX } from "./results.ts";
import { paletteTexts } from "./texts.ts";

/** The part of the message that is shown, around the text that was looked for. */
const TITLE_CHARS = 80;
const BEFORE_CHARS = 20;

/** Messages of the rooms that were opened, from the newest on: content or author contains it (specification, section 5). */
export function findMessages(text: string, navigate: (path: string) => void): readonly Command[] {
  const wanted = text.toLowerCase();
  if (wanted === "") return [];
  const state = chat.store.getSnapshot();
  return [...state.messages.keys()]
    .flatMap((roomId) => visibleMessages(state, roomId))
    .filter(
      (message) =>
        message.msgNo !== null &&
        !message.isDeleted &&
        message.type !== "system" &&
        [wordsOf(message), authorOf(state, message)].some((each) =>
          each.toLowerCase().includes(wanted),
        ),
    )
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, GROUP_MAX)
    .map((message) => toCommand(message, wanted, state, navigate));
}

function toCommand(
  message: VisibleMessage,
  wanted: string,
  state: ChatState,
  navigate: (path: string) => void,
): Command {
  const { id, roomId } = message;
  const room = state.subscriptions.get(roomId) ?? state.rooms.get(roomId);
  const path = messagePath(addressOf(state, roomId), id);
  const at = Math.max(0, wordsOf(message).toLowerCase().indexOf(wanted));
  return toMessageCommand(message, at, room?.roomName, () => navigate(path));
}

type FoundMessage = Pick<
  VisibleMessage,
  "id" | "roomId" | "authorId" | "authorName" | "content" | "metadata" | "createdAt"
>;

/** The message, shown around the place in its words where it was found. The newest comes first, whoever found it. */
export function toMessageCommand(
  message: FoundMessage,
  at: number,
  room: string | undefined,
  run: () => void,
): Command {
  const state = chat.store.getSnapshot();
  const author = authorOf(state, message);
  return {
    id: `message:${message.id}`,
    title: toTitle(wordsOf(message), at),
    subtitle: t(paletteTexts.inRoom, { author, room: room ?? addressOf(state, message.roomId) }),
    category: "message",
    keywords: [],
    score: Date.parse(message.createdAt),
    // A deleted or edited message must not live on in this browser.
    isUnrecorded: true,
    run,
  };
}

/** With names in the place of mentions. */
function wordsOf({ metadata, content }: Pick<VisibleMessage, "metadata" | "content">): string {
  return metadata.plainText ?? content;
}

/** As they are called now, where that is known. */
function authorOf(
  { people }: ChatState,
  { authorId, authorName }: Pick<VisibleMessage, "authorId" | "authorName">,
): string {
  return people.get(authorId)?.fullName ?? authorName;
}

function toTitle(words: string, at: number): string {
  const start = at > TITLE_CHARS - BEFORE_CHARS ? at - BEFORE_CHARS : 0;
  const line = words.slice(start).replaceAll(/\s+/g, " ").trim();
  const cut = Array.from(line).slice(0, TITLE_CHARS).join("");
  return start > 0 ? `…${cut}` : cut;
}
