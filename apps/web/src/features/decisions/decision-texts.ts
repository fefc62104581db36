import type { NotificationChannel, NotificationReason } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const decisionTexts = {
  why: { id: "decisions.why", message: "Why was I notified?" },
  whyNot: { id: "decisions.whyNot", message: "Why was I not notified?" },
  onlyYou: { id: "decisions.onlyYou", message: "Only you can see this" },
  settings: { id: "decisions.settings", message: "Notification settings" },
  loading: { id: "decisions.loading", message: "Looking it up" },
} as const satisfies Record<string, Text>;

export const channelTexts: Readonly<Record<NotificationChannel, Text>> = {
  IN_APP: { id: "decisions.inApp", message: "In the app" },
  PUSH: { id: "decisions.push", message: "Push and desktop" },
  EMAIL: { id: "decisions.email", message: "Email" },
  SMS: { id: "decisions.sms", message: "Text message" },
  WEBHOOK: { id: "decisions.webhook", message: "Webhook" },
};

export const resultTexts = {
  send: { id: "decisions.sent", message: "Sent" },
  hold: { id: "decisions.waits", message: "Waits" },
  skip: { id: "decisions.not", message: "Not sent" },
} as const satisfies Record<string, Text>;

export const reasonTexts: Readonly<Record<NotificationReason, Text>> = {
  OWN_ACTION: { id: "decisions.ownAction", message: "You wrote it." },
  NO_ACCESS: { id: "decisions.noAccess", message: "You cannot open it." },
  BLOCKED: { id: "decisions.blocked", message: "There is a block between you and its author." },
  SILENT: { id: "decisions.silent", message: "Its author sent it without a notification." },
  CHANNEL_OFF: {
    id: "decisions.channelOff",
    message: "Messages like this one do not come this way, or it is switched off.",
  },
  URGENT: { id: "decisions.urgent", message: "It is urgent, which nothing holds back." },
  MUTED_ALL: { id: "decisions.mutedAll", message: "You muted everything." },
  ROOM_MUTED: { id: "decisions.roomMuted", message: "You muted this room." },
  LEVEL_NONE: { id: "decisions.levelNone", message: "You get nothing from this room." },
  LEVEL_MENTIONS: {
    id: "decisions.levelMentions",
    message: "From this room you get mentions and threads that you follow.",
  },
  ON_SCREEN: { id: "decisions.onScreen", message: "You have read it." },
  QUIET_HOURS: { id: "decisions.quietHours", message: "It came in your quiet hours or a pause." },
  ACTIVE_ELSEWHERE: {
    id: "decisions.activeElsewhere",
    message: "You were active on another device.",
  },
  EMAIL_WAIT: {
    id: "decisions.emailWait",
    message: "An email leaves a few minutes later, unless you read it first.",
  },
  ADDRESS_REFUSED: {
    id: "decisions.addressRefused",
    message: "The mail server of your address refused it.",
  },
  SENT: { id: "decisions.nothingAgainst", message: "Nothing held it back." },
};
