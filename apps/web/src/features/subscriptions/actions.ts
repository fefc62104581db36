import type { Action } from "#web/lib/actions/actions.ts";
import { subscriptionTexts } from "./texts.ts";

export const markAllAsRead: Action = {
  id: "subscriptions.markAllRead",
  title: subscriptionTexts.markAllRead,
  keywords: subscriptionTexts.markAllReadWords,
  shortcut: "Shift+Escape",
  scope: "global",
  run: async () => (await import("./mark-all-read.ts")).markAllRead(),
};
