import type { Text } from "#web/lib/language/i18n.ts";

export const pushTexts = {
  here: { id: "push.here", message: "Notifications in this browser" },
  unsupported: { id: "push.unsupported", message: "This browser cannot show notifications." },
  unsupportedApple: {
    id: "push.unsupportedApple",
    message: "On iPhone and iPad, add this page to the Home Screen first, and open it from there.",
  },
  insecure: {
    id: "push.insecure",
    message: "Notifications need an address that begins with https.",
  },
  denied: {
    id: "push.denied",
    message:
      "You have blocked notifications of this site. Allow them in the site settings of your browser, beside the address.",
  },
  ask: { id: "push.ask", message: "Hear of mentions and replies, also while the app is closed." },
  open: {
    id: "push.open",
    message: "Shown while the app is open. Turn on to get them also while it is closed.",
  },
  on: { id: "push.on", message: "Shown also while the app is closed." },
  turnOn: { id: "push.turnOn", message: "Turn on" },
  turnOff: { id: "push.turnOff", message: "Turn off" },
  failed: { id: "push.failed", message: "Notifications were not turned on" },
  failedText: {
    id: "push.failedText",
    message:
      "The push service of your browser could not be reached. Notifications are shown while the app is open.",
  },
  offFailed: { id: "push.offFailed", message: "Notifications were not turned off" },
  browsers: { id: "push.browsers", message: "Browsers" },
  devices: { id: "push.devices", message: "Other browsers" },
  used: { id: "push.used", message: "Last used {date}" },
  remove: { id: "push.remove", message: "Remove" },
  removeName: { id: "push.removeName", message: "Remove {name}" },
  removeFailed: { id: "push.removeFailed", message: "Not removed" },
  bar: { id: "push.bar", message: "Turn on notifications to hear of mentions and replies." },
  notNow: { id: "push.notNow", message: "Not now" },
} as const satisfies Record<string, Text>;
