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
  const sessionRoomSlug = addressOf(state, roomId);
  const path = messagePath(sessionRoomSlug, id);
  return {
    id: `message:${id}`,
    title: toTitle(wordsOf(message), wanted),
    subtitle: t(paletteTexts.inRoom, {
      author: authorOf(state, message),
      room: room?.roomName ?? sessionRoomSlug,
    }),
    category: "message",
    keywords: [],
    // Found already, and the newest first.
    score: 1,
    // A deleted or edited message must not live on in this browser.
    isUnrecorded: true,
    run: () => navigate(path),
  };
}

/** With names in the place of mentions. */
function wordsOf({ metadata, content }: VisibleMessage): string {
  return metadata.plainText ?? content;
}

/** As they are called now, where that is known. */
function authorOf(
  { people }: ChatState,
  { authorId, authorName }: Pick<VisibleMessage, "authorId" | "authorName">,
): string {
  return people.get(authorId)?.fullName ?? authorName;
}

function toTitle(content: string, wanted: string): string {
  const line = content.replaceAll(/\s+/g, " ").trim();
  const at = line.toLowerCase().indexOf(wanted);
  const start = at > TITLE_CHARS - BEFORE_CHARS ? at - BEFORE_CHARS : 0;
  const cut = Array.from(line.slice(start)).slice(0, TITLE_CHARS).join("");
  return start > 0 ? `…${cut}` : cut;
}
