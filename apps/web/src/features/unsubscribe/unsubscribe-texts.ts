import type { MailScope } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const unsubscribeTexts = {
  title: { id: "unsubscribe.title", message: "Mails to {address}" },
  loading: { id: "unsubscribe.loading", message: "Loading" },
  stop: { id: "unsubscribe.stop", message: "Stop these mails" },
  stopped: { id: "unsubscribe.stopped", message: "You get no more of these mails." },
  later: {
    id: "unsubscribe.later",
    message: "You can switch them on again in your account settings.",
  },
  security: {
    id: "unsubscribe.security",
    message: "Security alerts about your account still come.",
  },
  settings: { id: "unsubscribe.settings", message: "Account settings" },
  invalid: { id: "unsubscribe.invalid", message: "This link does not work" },
  home: { id: "unsubscribe.home", message: "Open {product}" },
  retry: { id: "error.retry", message: "Try Again" },
} as const satisfies Record<string, Text>;

/** The question, by what the link is about. */
export const scopeQuestions: { readonly [S in MailScope]: Text } = {
  messages: { id: "unsubscribe.messages", message: "Stop mails about messages and mentions?" },
  rooms: { id: "unsubscribe.rooms", message: "Stop mails about rooms, invitations and requests?" },
  organizations: {
    id: "unsubscribe.organizations",
    message: "Stop mails about your organizations?",
  },
  account: {
    id: "unsubscribe.account",
    message: "Stop mails about your reminders, files and scheduled messages?",
  },
  digest: { id: "unsubscribe.digest", message: "Stop the weekly summary?" },
  all: { id: "unsubscribe.all", message: "Stop all mails about notifications?" },
};
