import { shownMessages } from "@colbin/client";
import type { Action } from "#web/lib/actions/actions.ts";
import { chat } from "#web/lib/api/chat.ts";
import { doWithFocused, mayOnFocused, standingNow } from "./focused-message.ts";
import { selectTo, toggleSelected } from "./select.ts";
import { selectTexts } from "./select-texts.ts";

export const selectMessage = {
  id: "messages.select",
  title: selectTexts.start,
  keywords: selectTexts.words,
  shortcut: "X",
  scope: "message",
  when: () => mayOnFocused("maySelect"),
  run: () => doWithFocused(({ key }) => toggleSelected(key)),
} as const satisfies Action;

export const selectActions: readonly Action[] = [
  selectMessage,
  {
    id: "messages.selectRange",
    title: selectTexts.range,
    keywords: selectTexts.words,
    shortcut: "Shift+X",
    scope: "message",
    when: () => mayOnFocused("maySelect"),
    run: () =>
      doWithFocused(({ key, roomId }) =>
        selectTo(key, shownMessages(chat.store.getSnapshot(), roomId), standingNow()),
      ),
  },
];
