import { shownMessages, threadMessages, type VisibleMessage } from "@colbin/client";
import { reactionTexts } from "#web/features/reactions/texts.ts";
import { composing } from "#web/features/writing/actions.ts";
import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { chat } from "#web/lib/api/chat.ts";
import { editWindow } from "./edit-window.ts";
import { rightsOn, standingOf } from "./message-rights.ts";
import { beginEdit } from "./message-edits.ts";
import { begin } from "./message-task.ts";
import { messageTexts } from "./texts.ts";

export const jumping = createOffer();

export const jumpToNewest = {
  id: "messages.jumpToNewest",
  title: messageTexts.toLatest,
  keywords: messageTexts.toLatestWords,
  shortcut: "Alt+End",
  scope: "chat",
  when: jumping.when,
  run: jumping.run,
} as const satisfies Action;

export const reactToMessage = {
  id: "messages.react",
  title: reactionTexts.add,
  keywords: reactionTexts.words,
  shortcut: "R",
  scope: "message",
  when: () => mayOnFocused("mayReact"),
  run: () => doWithFocused(({ id: messageId }) => begin({ kind: "react", messageId })),
} as const satisfies Action;

export const pinMessage = {
  id: "messages.pin",
  title: messageTexts.pin,
  keywords: messageTexts.pinWords,
  shortcut: "P",
  scope: "message",
  when: () => mayOnFocused("mayPin"),
  run: () => doWithFocused(togglePin),
} as const satisfies Action;

export const replyInThread = {
  id: "messages.thread",
  title: messageTexts.threadLabel,
  keywords: messageTexts.threadWords,
  shortcut: "T",
  scope: "message",
  when: () => mayOnFocused("mayOpenThread"),
  run: ({ toggleSide }) => doWithFocused(({ id: at }) => void toggleSide({ name: "thread", at })),
} as const satisfies Action;

export const editMessage = {
  id: "messages.edit",
  title: messageTexts.editLabel,
  keywords: messageTexts.editWords,
  shortcut: "E",
  scope: "message",
  when: () => mayOnFocused("mayEdit"),
  run: () => doWithFocused(beginEdit),
} as const satisfies Action;

export const saveMessage = {
  id: "messages.save",
  title: messageTexts.saveLabel,
  keywords: messageTexts.saveLabel,
  shortcut: "S",
  scope: "message",
  when: () => mayOnFocused("maySave"),
  run: async () => {
    const { toggleSaved } = await import("#web/features/saved/late-saved.ts");
    doWithFocused((message) => toggleSaved(message.roomId, message));
  },
} as const satisfies Action;

export const deleteMessage = {
  id: "messages.delete",
  title: messageTexts.deleteLabel,
  keywords: messageTexts.deleteWords,
  shortcut: "Delete",
  scope: "message",
  when: () => mayOnFocused("mayDelete"),
  run: () => doWithFocused(({ id: messageId }) => begin({ kind: "delete", messageId })),
} as const satisfies Action;

/** Arrow keys, Home and End belong to the list itself. */
export const messageActions: readonly Action[] = [
  jumpToNewest,
  {
    id: "messages.enter",
    title: messageTexts.enter,
    keywords: messageTexts.enterWords,
    shortcut: "Enter",
    scope: "message",
    when: isOnMessage,
    run: () => focusedMessage()?.querySelector<HTMLElement>(inside)?.focus(),
  },
  {
    id: "messages.leave",
    title: messageTexts.leave,
    keywords: messageTexts.leaveWords,
    shortcut: "Escape",
    scope: "message",
    when: () => !isOnMessage() || composing.when(),
    run: () => (isOnMessage() ? composing.run() : focusedMessage()?.focus()),
  },
  reactToMessage,
  replyInThread,
  pinMessage,
  editMessage,
  saveMessage,
  deleteMessage,
];

const inside = 'a[href], button:not(:disabled), [tabindex="0"]';

function focusedMessage(): HTMLElement | null | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-message]");
}

/** On it as a whole, not on something in it. */
function isOnMessage(): boolean {
  return document.activeElement === focusedMessage();
}

/** The message that has the focus, in the room that is shown. */
function findFocused(): VisibleMessage | undefined {
  const key = isOnMessage() ? focusedMessage()?.dataset.message : undefined;
  if (key === undefined) return undefined;
  const state = chat.store.getSnapshot();
  const { activeRoomId: roomId } = state;
  const isIt = (each: VisibleMessage): boolean => each.key === key;
  if (!roomId) return undefined;
  const ofThreads = [...state.threads.keys()].flatMap((id) => threadMessages(state, id));
  return shownMessages(state, roomId).find(isIt) ?? ofThreads.find(isIt);
}

type Right = "mayReact" | "mayPin" | "mayEdit" | "maySave" | "mayDelete" | "mayOpenThread";

function mayOnFocused(right: Right): boolean {
  const { activeRoomId, currentUser, subscriptions } = chat.store.getSnapshot();
  const standing = standingOf(
    currentUser?.id,
    activeRoomId ? subscriptions.get(activeRoomId) : undefined,
    editWindow.getSnapshot(),
  );
  const message = findFocused();
  return message !== undefined && rightsOn(message, standing)[right];
}

async function togglePin({ roomId, id, pin }: VisibleMessage): Promise<void> {
  const { setPin } = await import("./set-pin.ts");
  await setPin(roomId, id, pin === undefined);
}

function doWithFocused(act: (message: VisibleMessage) => void | Promise<void>) {
  const message = findFocused();
  return message ? act(message) : undefined;
}
