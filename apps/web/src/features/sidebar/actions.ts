import { roomKeyOf } from "@colbin/client";
import type { Action } from "#web/lib/actions/actions.ts";
import { chat } from "#web/lib/api/chat.ts";
import { editSection } from "./editing.ts";
import { sidebarTexts } from "./texts.ts";

/** The room of the row that has the focus goes by one place. */
async function step(by: -1 | 1): Promise<void> {
  const slug = document.activeElement?.getAttribute("data-room") ?? "";
  const state = chat.store.getSnapshot();
  const room = state.subscriptions.get(roomKeyOf(state, slug));
  if (room) (await import("./move-room.ts")).stepRoom(room, by);
}

export const sidebarActions: readonly Action[] = [
  {
    id: "sidebar.newSection",
    title: sidebarTexts.newSection,
    keywords: sidebarTexts.newSectionWords,
    scope: "global",
    run: () => editSection({ kind: "new" }),
  },
  {
    id: "sidebar.moveUp",
    title: sidebarTexts.moveUp,
    keywords: sidebarTexts.moveWords,
    shortcut: "Mod+Shift+ArrowUp",
    scope: "sidebar",
    run: () => step(-1),
  },
  {
    id: "sidebar.moveDown",
    title: sidebarTexts.moveDown,
    keywords: sidebarTexts.moveWords,
    shortcut: "Mod+Shift+ArrowDown",
    scope: "sidebar",
    run: () => step(1),
  },
];
