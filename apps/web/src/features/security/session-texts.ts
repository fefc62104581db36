import type { Text } from "#web/lib/language/i18n.ts";

export const sessionTexts = {
  title: { id: "sessions.title", message: "Where you are signed in" },
  failed: { id: "sessions.failed", message: "Your sessions could not be loaded" },
  unknown: { id: "sessions.unknown", message: "Unknown browser" },
  browser: { id: "sessions.browser", message: "{browser} on {system}" },
  current: { id: "sessions.current", message: "This device" },
  hint: {
    id: "sessions.hint",
    message: "Do you see a device that you do not know? End its session.",
  },
  signedIn: { id: "sessions.signedIn", message: "Signed in {date}" },
  active: { id: "sessions.active", message: "Active {used}, signed in {date}" },
  idle: { id: "sessions.idle", message: "Active {used}, ends by itself {end}" },
  from: { id: "sessions.from", message: "{address}. {state}" },
  end: { id: "sessions.end", message: "End session" },
  endNamed: { id: "sessions.endNamed", message: "End session on {name}" },
  endFailed: { id: "sessions.endFailed", message: "The session was not ended" },
  endOthers: { id: "sessions.endOthers", message: "End all others" },
  othersTitle: { id: "sessions.othersTitle", message: "End all other sessions?" },
  othersText: {
    id: "sessions.othersText",
    message:
      "{names} {n, plural, one {is} other {are}} signed out at once and {n, plural, one {gets} other {get}} no more notifications. This device stays signed in.",
  },
  othersVerb: {
    id: "sessions.othersVerb",
    message: "End {n, plural, one {# session} other {# sessions}}",
  },
  rename: { id: "sessions.rename", message: "Name the device {name}" },
  renameTitle: { id: "sessions.renameTitle", message: "Name this device" },
  renameText: {
    id: "sessions.renameText",
    message: "Only you see the name. Without one, the browser and the system are shown.",
  },
  renameLabel: { id: "sessions.renameLabel", message: "Name" },
  renameFailed: { id: "sessions.renameFailed", message: "The name was not saved" },
  save: { id: "sessions.save", message: "Save" },
} as const satisfies Record<string, Text>;
