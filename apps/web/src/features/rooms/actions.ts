import type { Action } from "#web/lib/actions.ts";
import type { PaneChoice } from "#web/lib/screen.ts";
import { roomTexts } from "./texts.ts";

export const roomActions: readonly Action[] = [
  {
    id: "rooms.browse",
    title: roomTexts.browse,
    keywords: roomTexts.browseWords,
    shortcut: "Mod+Shift+L",
    scope: "global",
    run: ({ navigate }) => navigate("/chat", { pane: "sheet" } satisfies PaneChoice),
  },
];
