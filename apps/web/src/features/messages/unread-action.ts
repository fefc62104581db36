import type { Action } from "#web/lib/actions/actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import type { Text } from "#web/lib/language/i18n.ts";

const texts = {
  title: { id: "messages.toUnread", message: "First new message" },
  words: { id: "messages.toUnreadWords", message: "jump unread top" },
} as const satisfies Record<string, Text>;

export const jumpingToUnread = createOffer();

export const jumpToUnread = {
  id: "messages.jumpToUnread",
  title: texts.title,
  keywords: texts.words,
  shortcut: "Alt+Shift+Home",
  scope: "chat",
  when: jumpingToUnread.when,
  run: jumpingToUnread.run,
} as const satisfies Action;
learnActions([jumpToUnread]);
