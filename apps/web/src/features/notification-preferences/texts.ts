import type { Text } from "#web/lib/language/i18n.ts";

export const settingTexts = {
  title: { id: "notificationSettings.title", message: "Notifications" },
  lead: {
    id: "notificationSettings.lead",
    message: "What reaches you, on which way, and when it is quiet.",
  },
  loading: { id: "notificationSettings.loading", message: "Loading notification settings" },
  loadFailed: {
    id: "notificationSettings.loadFailed",
    message: "Notification settings did not load",
  },
  changeFailed: { id: "notificationSettings.changeFailed", message: "Not changed" },

  now: { id: "notificationSettings.now", message: "What happens now" },
  loud: {
    id: "notificationSettings.loud",
    message: "Right now notifications come as they happen.",
  },
  loudUntil: {
    id: "notificationSettings.loudUntil",
    message: "Right now notifications come as they happen. It is quiet from {when} on.",
  },
  quietUntil: {
    id: "notificationSettings.quietUntil",
    message: "It is quiet until {when}: messages arrive, push and mail wait.",
  },
  test: { id: "notificationSettings.test", message: "Send me a test" },
  testFailed: { id: "notificationSettings.testFailed", message: "No test was sent" },
  tested: { id: "notificationSettings.tested", message: "A test is on its way: {ways}." },
  notTested: { id: "notificationSettings.notTested", message: "Not sent: {ways}." },
  testOff: { id: "notificationSettings.testOff", message: "{way} (switched off)" },
  testUnavailable: { id: "notificationSettings.testUnavailable", message: "{way} (not set up)" },

  pause: { id: "notificationSettings.pause", message: "Pause" },
  pauseHand: {
    id: "notificationSettings.pauseHand",
    message: "Quiet by hand, on all devices",
  },
  pauseHint: {
    id: "notificationSettings.pauseHint",
    message: "Messages still arrive and are counted. At most 7 days.",
  },
  pauseFor: { id: "notificationSettings.pauseFor", message: "Pause for" },
  pausedUntil: { id: "notificationSettings.pausedUntil", message: "Paused until {when}" },
  endPause: { id: "notificationSettings.endPause", message: "End the pause" },
  pauseUntil: { id: "notificationSettings.pauseUntil", message: "Until…" },
  pauseTitle: { id: "notificationSettings.pauseTitle", message: "Pause notifications" },
  pauseWhen: { id: "notificationSettings.pauseWhen", message: "Until when" },
  tellOthers: { id: "notificationSettings.tellOthers", message: "Tell others" },
  tellOthersHint: {
    id: "notificationSettings.tellOthersHint",
    message: "People who write to you directly see until when you are quiet",
  },

  ways: { id: "notificationSettings.ways", message: "Ways" },
  desktop: { id: "notificationSettings.desktop", message: "Desktop notifications" },
  desktopHint: {
    id: "notificationSettings.desktopHint",
    message: "By this browser while the app is open, where you have allowed it",
  },
  push: { id: "notificationSettings.push", message: "Push" },
  pushHint: {
    id: "notificationSettings.pushHint",
    message: "On your devices that you have allowed, also when the app is closed",
  },
  showText: { id: "notificationSettings.showText", message: "Show the text" },
  showTextHint: {
    id: "notificationSettings.showTextHint",
    message: "Otherwise a push only says “New message”",
  },
  mails: { id: "settings.mails", message: "Notifications by email" },
  mailsHint: {
    id: "notificationSettings.mailsHint",
    message: "For what you have not read in the app meanwhile",
  },
  digest: { id: "notificationSettings.digest", message: "Weekly digest" },
  digestHint: {
    id: "notificationSettings.digestHint",
    message: "Mondays at 09:00, only when there was something",
  },

  what: { id: "notificationSettings.what", message: "What reaches you, and how" },
  whatHint: {
    id: "notificationSettings.whatHint",
    message:
      "How much a room tells you is set for each room. A dash means that this way makes no sense here.",
  },
  happens: { id: "notificationSettings.happens", message: "What happens" },
  fixed: { id: "notificationSettings.fixed", message: "{what}: {way}, always on" },
  cell: { id: "notificationSettings.cell", message: "{what}: {way}" },
  none: { id: "notificationSettings.none", message: "{what}: not by {way}" },
  off: { id: "notificationSettings.off", message: "switched off" },
  reset: { id: "notificationSettings.reset", message: "Back to the defaults" },

  rooms: { id: "notificationSettings.rooms", message: "Rooms" },
  roomsHint: {
    id: "notificationSettings.roomsHint",
    message: "Mentions are your name, @all and @here, and replies in threads you follow.",
  },
  muteAll: { id: "notificationSettings.muteAll", message: "Mute all rooms" },
  muteAllHint: {
    id: "notificationSettings.muteAllHint",
    message: "Only mentions of you ring; what is set for each room stays",
  },
  levelOf: { id: "notificationSettings.levelOf", message: "{room}: notify me of" },
  all: { id: "notificationSettings.all", message: "All messages" },
  mentions: { id: "notificationSettings.mentions", message: "Mentions" },
  nothing: { id: "notificationSettings.nothing", message: "Nothing" },
  muted: { id: "notificationSettings.muted", message: "Muted" },
  mutedUntil: { id: "notificationSettings.mutedUntil", message: "Muted until {when}" },
  noRooms: { id: "notificationSettings.noRooms", message: "You are in no room here" },
  showRooms: { id: "notificationSettings.showRooms", message: "Show all {n} rooms" },

  workspaces: { id: "notificationSettings.workspaces", message: "Organizations" },
  workspaceOn: { id: "notificationSettings.workspaceOn", message: "As set above" },
  workspaceOff: {
    id: "notificationSettings.workspaceOff",
    message: "Off: counted, but nothing is pushed or mailed",
  },
} as const satisfies Record<string, Text>;

/** The columns of the table, as they are called in a sentence as well. */
export const wayTexts = {
  IN_APP: { id: "notificationSettings.inApp", message: "In app" },
  PUSH: { id: "notificationSettings.pushAndDesktop", message: "Push and desktop" },
  EMAIL: { id: "notificationSettings.mail", message: "Mail" },
  SMS: { id: "notificationSettings.sms", message: "SMS" },
  WEBHOOK: { id: "notificationSettings.webhook", message: "Webhook" },
} as const satisfies Record<string, Text>;
