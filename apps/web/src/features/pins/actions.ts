import type { Action } from "#web/lib/actions/actions.ts";
import { chat } from "#web/lib/api/chat.ts";
import { pinTexts } from "./texts.ts";

/** Comes with the tools of a room. */
export const pinActions: readonly Action[] = [
  {
    id: "pins.show",
    title: pinTexts.title,
    keywords: pinTexts.words,
    scope: "chat",
    when: () => chat.store.getSnapshot().activeRoomId !== null,
    run: ({ toggleSide }) => toggleSide({ name: "pins", at: "" }),
  },
];
