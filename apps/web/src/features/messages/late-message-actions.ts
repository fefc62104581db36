import { reactionTexts } from "#web/features/reactions/texts.ts";
import { toggleSaved } from "#web/features/saved/toggle-saved.ts";
import type { Action } from "#web/lib/actions/actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { focusedThread, jumpingToDay } from "./actions.ts";
import { dayJumpTexts } from "./day-jump-texts.ts";
import { doWithFocused, mayOnFocused } from "./focused-message.ts";
import { beginEdit } from "./message-edits.ts";
import { begin } from "./message-task.ts";
import { beginQuote } from "./begin-quote.ts";
import { selectActions } from "./select-actions.ts";
import { setPin } from "./set-pin.ts";
import { toolTexts } from "./tool-texts.ts";

export const reactToMessage = {
  id: "messages.react",
  title: reactionTexts.add,
  keywords: reactionTexts.words,
  shortcut: "R",
  scope: "message",
  when: () => mayOnFocused("mayReact"),
  run: () => doWithFocused(({ id: messageId }) => begin({ kind: "react", messageId })),
} as const satisfies Action;

export const editMessage = {
  id: "messages.edit",
  title: toolTexts.editLabel,
  keywords: toolTexts.editWords,
  shortcut: "E",
  scope: "message",
  when: () => mayOnFocused("mayEdit"),
  run: () => doWithFocused(beginEdit),
} as const satisfies Action;

export const deleteMessage = {
  id: "messages.delete",
  title: toolTexts.deleteLabel,
  keywords: toolTexts.deleteWords,
  shortcut: "Delete",
  scope: "message",
  when: () => mayOnFocused("mayDelete"),
  run: () => doWithFocused(({ id: messageId }) => begin({ kind: "delete", messageId })),
} as const satisfies Action;

export const quoteMessage = {
  id: "messages.quote",
  title: toolTexts.quoteLabel,
  keywords: toolTexts.quoteWords,
  shortcut: "Q",
  scope: "message",
  when: () => mayOnFocused("mayQuote"),
  run: () => doWithFocused((message) => beginQuote(message, focusedThread())),
} as const satisfies Action;

export const forwardMessage = {
  id: "messages.forward",
  title: toolTexts.forwardLabel,
  keywords: toolTexts.forwardWords,
  shortcut: "F",
  scope: "message",
  when: () => mayOnFocused("mayForward"),
  run: () => doWithFocused(({ id: messageId }) => begin({ kind: "forward", messageId })),
} as const satisfies Action;

export const pinMessage = {
  id: "messages.pin",
  title: toolTexts.pinLabel,
  keywords: toolTexts.pinWords,
  shortcut: "P",
  scope: "message",
  when: () => mayOnFocused("mayPin"),
  run: () => doWithFocused(({ roomId, id, pin }) => void setPin(roomId, id, pin === undefined)),
} as const satisfies Action;

export const replyInThread = {
  id: "messages.thread",
  title: toolTexts.threadLabel,
  keywords: toolTexts.threadWords,
  shortcut: "T",
  scope: "message",
  when: () => mayOnFocused("mayOpenThread"),
  run: ({ toggleSide }) => doWithFocused(({ id: at }) => void toggleSide({ name: "thread", at })),
} as const satisfies Action;

export const saveMessage = {
  id: "messages.save",
  title: toolTexts.saveLabel,
  keywords: toolTexts.saveLabel,
  shortcut: "S",
  scope: "message",
  when: () => mayOnFocused("maySave"),
  run: () => doWithFocused((message) => toggleSaved(message.roomId, message)),
} as const satisfies Action;

const jumpToDay = {
  id: "messages.jumpToDay",
  title: dayJumpTexts.title,
  keywords: dayJumpTexts.words,
  shortcut: "Alt+Shift+J",
  scope: "chat",
  when: jumpingToDay.when,
  run: jumpingToDay.run,
} as const satisfies Action;

/** Acts on the message that has the focus, which come with its menu, and on the list. */
export const lateMessageActions: readonly Action[] = [
  jumpToDay,
  reactToMessage,
  replyInThread,
  quoteMessage,
  forwardMessage,
  pinMessage,
  editMessage,
  saveMessage,
  deleteMessage,
  ...selectActions,
];
learnActions(lateMessageActions);
