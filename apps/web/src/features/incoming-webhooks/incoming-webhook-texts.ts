import type { Text } from "#web/lib/language/i18n.ts";

export const incomingWebhookTexts = {
  title: { id: "incomingWebhooks.title", message: "Incoming webhooks" },
  about: {
    id: "incomingWebhooks.about",
    message: "Addresses by which other programs write into this room.",
  },
  none: { id: "incomingWebhooks.none", message: "No incoming webhooks yet." },
  failed: { id: "incomingWebhooks.failed", message: "Incoming webhooks did not load" },
  add: { id: "incomingWebhooks.add", message: "Add incoming webhook" },
  addText: {
    id: "incomingWebhooks.addText",
    message: "Its messages stand in the room under the name that you choose.",
  },
  addVerb: { id: "incomingWebhooks.addVerb", message: "Add" },
  addFailed: { id: "incomingWebhooks.addFailed", message: "Failed to add the webhook" },
  done: { id: "incomingWebhooks.done", message: "Done" },
  full: {
    id: "incomingWebhooks.full",
    message: "Remove a webhook before you add another one.",
  },
  name: { id: "incomingWebhooks.name", message: "Name" },
  nameHint: { id: "incomingWebhooks.nameHint", message: "For example the program that writes" },
  url: { id: "incomingWebhooks.url", message: "Address" },
  urlHint: {
    id: "incomingWebhooks.urlHint",
    message: "Copy it now: it is shown only this once. Anybody who has it can write here.",
  },
  example: { id: "incomingWebhooks.example", message: "Try it" },
  made: { id: "incomingWebhooks.made", message: "By {name}, {date}" },
  madeBySomebody: { id: "incomingWebhooks.madeBySomebody", message: "Added {date}" },
  used: { id: "incomingWebhooks.used", message: "last used {time}" },
  neverUsed: { id: "incomingWebhooks.neverUsed", message: "not used yet" },
  stopped: {
    id: "incomingWebhooks.stopped",
    message: "Off: the person who added it does not lead this room any more",
  },
  remove: { id: "incomingWebhooks.remove", message: "Remove {name}" },
  removeTitle: { id: "incomingWebhooks.removeTitle", message: "Remove the webhook {name}?" },
  removeText: {
    id: "incomingWebhooks.removeText",
    message: "Its address stops working. Its messages stay.",
  },
  removeVerb: { id: "incomingWebhooks.removeVerb", message: "Remove" },
  removeFailed: { id: "incomingWebhooks.removeFailed", message: "Failed to remove the webhook" },
} as const satisfies Record<string, Text>;
