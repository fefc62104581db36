import type { MessageId } from "@colbin/protocol";
import { composing, replying } from "#web/features/writing/actions.ts";
import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { messageTexts } from "./texts.ts";

export const jumping = createOffer();
/** Asks for a day, and leads to it in the room that is on the screen. */
export const jumpingToDay = createOffer();
/** Ends something that keeps the person from the composer. */
export const leaving = createOffer();

export const jumpToNewest = {
  id: "messages.jumpToNewest",
  title: messageTexts.toLatest,
  keywords: messageTexts.toLatestWords,
  shortcut: "Alt+End",
  scope: "chat",
  when: jumping.when,
  run: jumping.run,
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
    when: () => !isOnMessage() || leaving.when() || composing.when(),
    run() {
      if (!isOnMessage()) focusedMessage()?.focus();
      else if (leaving.when()) leaving.run();
      else (focusedThread() === undefined ? composing : replying).run();
    },
  },
];

const inside = 'a[href], button:not(:disabled), [tabindex="0"]';

export function focusedMessage(): HTMLElement | null | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-message]");
}

/** The root of the thread in which the focus is. */
export function focusedThread(): MessageId | undefined {
  const list = document.activeElement?.closest<HTMLElement>("[data-thread]");
  return list?.dataset.thread as MessageId | undefined;
}

/** On it as a whole, not on something in it. */
export function isOnMessage(): boolean {
  return document.activeElement === focusedMessage();
}
