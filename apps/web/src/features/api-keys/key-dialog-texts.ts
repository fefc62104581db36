import type { Text } from "#web/lib/language/i18n.ts";

/** Come with the dialogs. */
export const keyDialogTexts = {
  createTitle: { id: "apiKeys.createTitle", message: "Create an API key" },
  createText: {
    id: "apiKeys.createText",
    message:
      "It acts as you, in {workspace} only. It can do what you choose here, and never more than you can.",
  },
  createVerb: { id: "apiKeys.create", message: "Create key" },
  createFailed: { id: "apiKeys.createFailed", message: "The key was not created" },
  name: { id: "apiKeys.name", message: "Name" },
  nameHint: { id: "apiKeys.nameHint", message: "So that you recognize it in the list" },
  expiresAfter: { id: "apiKeys.expiresAfter", message: "Expires after" },
  days: { id: "apiKeys.days", message: "{n} days" },
  year: { id: "apiKeys.year", message: "1 year" },
  until: { id: "apiKeys.until", message: "It works until {date}." },

  secretTitle: { id: "apiKeys.secretTitle", message: "Copy “{name}” now" },
  secretText: { id: "apiKeys.secretText", message: "This is the only time that it is shown." },
  secret: { id: "apiKeys.secret", message: "The key" },
  warning: {
    id: "apiKeys.warning",
    message:
      "Whoever has it can do all of this as you, until {date}. Keep it where you keep passwords. If it gets lost, end it here and create a new one.",
  },
  tryIt: { id: "apiKeys.tryIt", message: "Try it" },
  copied: { id: "apiKeys.copied", message: "I have copied it" },
  done: { id: "apiKeys.done", message: "Done" },

  endTitle: { id: "apiKeys.endTitle", message: "End the key {name}?" },
  endText: {
    id: "apiKeys.endText",
    message: "Programs that use it are refused at once. It cannot be brought back.",
  },
  endVerb: { id: "apiKeys.end", message: "End key" },
  endFailed: { id: "apiKeys.endFailed", message: "The key was not ended" },
  removeTitle: { id: "apiKeys.removeTitle", message: "Remove the key {name}?" },
  removeText: {
    id: "apiKeys.removeText",
    message: "It has expired and works no more. It leaves this list.",
  },
  removeVerb: { id: "apiKeys.remove", message: "Remove" },
  removeFailed: { id: "apiKeys.removeFailed", message: "The key was not removed" },
} as const satisfies Record<string, Text>;
