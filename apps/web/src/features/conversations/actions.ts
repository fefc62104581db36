import type { Action } from "#web/lib/actions/actions.ts";
import { chat } from "#web/lib/api/chat.ts";
import { NEW_MESSAGE_PATH } from "./constants.ts";
import { conversationTexts } from "./texts.ts";

export const conversationActions: readonly Action[] = [
  {
    id: "conversation.start",
    title: conversationTexts.start,
    keywords: conversationTexts.startWords,
    shortcut: "Mod+Shift+K",
    scope: "global",
    run: ({ navigate }) => navigate(NEW_MESSAGE_PATH),
  },
  {
    id: "conversation.notes",
    title: conversationTexts.notes,
    keywords: conversationTexts.notesWords,
    scope: "global",
    run: ({ navigate }) => navigate(`/chat/@${chat.store.getSnapshot().currentUser?.id ?? ""}`),
  },
];
