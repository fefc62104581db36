import type { Action } from "#web/lib/actions.ts";
import { sidebarTexts } from "./texts.ts";

/** From room to room, in the order of the sidebar. */
export const stepActions: readonly Action[] = [
  toAction("previous", "ArrowUp", -1),
  toAction("next", "ArrowDown", 1),
  toAction("previousUnread", "Shift+ArrowUp", -1),
  toAction("nextUnread", "Shift+ArrowDown", 1),
];

function toAction(
  name: "previous" | "next" | "previousUnread" | "nextUnread",
  keys: string,
  step: 1 | -1,
): Action {
  return {
    id: `rooms.${name}`,
    title: sidebarTexts[name],
    keywords: sidebarTexts.stepWords,
    shortcut: `Alt+${keys}`,
    scope: "global",
    run: async ({ navigate }) => {
      const { stepToRoom } = await import("./step-to-room.ts");
      stepToRoom(navigate, step, keys.startsWith("Shift"));
    },
  };
}
