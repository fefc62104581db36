import type { Action } from "#web/lib/actions/actions.ts";
import { mainKeys } from "#web/lib/actions/main-keys.ts";
import { sidebarTexts } from "./texts.ts";

/** From room to room, in the order of the sidebar. */
export const stepActions: readonly Action[] = [
  toAction("previous", "Alt+ArrowUp", -1),
  toAction("next", "Alt+ArrowDown", 1),
  toAction("previousUnread", "Alt+Shift+ArrowUp", -1),
  toAction("nextUnread", mainKeys.nextUnread, 1),
];

function toAction(
  name: "previous" | "next" | "previousUnread" | "nextUnread",
  shortcut: string,
  step: 1 | -1,
): Action {
  return {
    id: `rooms.${name}`,
    title: sidebarTexts[name],
    keywords: sidebarTexts.stepWords,
    shortcut,
    scope: "global",
    run: async ({ navigate }) => {
      const { stepToRoom } = await import("./step-to-room.ts");
      stepToRoom(navigate, step, shortcut.includes("Shift"));
    },
  };
}
