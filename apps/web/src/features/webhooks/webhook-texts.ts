import type { Text } from "#web/lib/language/i18n.ts";

export const webhookTexts = {
  title: { id: "webhooks.title", message: "Webhooks" },
  lead: {
    id: "webhooks.lead",
    message: "{product} calls these addresses with each of your notifications.",
  },
  organizationLead: {
    id: "webhooks.organizationLead",
    message: "{product} calls these addresses with new messages in public rooms.",
  },
  count: { id: "webhooks.count", message: "{n} of {max}" },
  failed: { id: "webhooks.failed", message: "Webhooks did not load" },
  none: { id: "webhooks.none", message: "No webhooks yet" },
  noneText: {
    id: "webhooks.noneText",
    message: "Add an address, and another program can act on your notifications.",
  },
  organizationNoneText: {
    id: "webhooks.organizationNoneText",
    message: "Add an address, and another program can act on what is written in public rooms.",
  },
  add: { id: "webhooks.add", message: "Add webhook" },
  addVerb: { id: "webhooks.addVerb", message: "Add" },
  addText: {
    id: "webhooks.addText",
    message: "Each call is signed, so that your program knows who calls.",
  },
  addFailed: { id: "webhooks.addFailed", message: "Failed to add the webhook" },
  full: { id: "webhooks.full", message: "Remove a webhook before you add another one." },
  url: { id: "webhooks.url", message: "Address" },
  urlHint: { id: "webhooks.urlHint", message: "It must be reachable from the internet" },
  secret: { id: "webhooks.secret", message: "Signing secret" },
  secretHint: {
    id: "webhooks.secretHint",
    message: "Copy it now: it is shown only this once. Your program checks the calls with it.",
  },
  done: { id: "webhooks.done", message: "Done" },
  delivered: { id: "webhooks.delivered", message: "Last call delivered {time}" },
  undelivered: { id: "webhooks.undelivered", message: "Last call failed {time}, no answer" },
  refused: { id: "webhooks.refused", message: "Last call failed {time}, answer {status}" },
  neverCalled: { id: "webhooks.neverCalled", message: "Not called yet" },
  off: { id: "webhooks.off", message: "Off" },
  offSince: {
    id: "webhooks.offSince",
    message: "Switched off {time}: calls had failed for a day",
  },
  resume: { id: "webhooks.resume", message: "Switch on" },
  resumeNamed: { id: "webhooks.resumeNamed", message: "Switch {host} on" },
  resumeFailed: { id: "webhooks.resumeFailed", message: "Failed to switch the webhook on" },
  remove: { id: "webhooks.remove", message: "Remove {host}" },
  removeTitle: { id: "webhooks.removeTitle", message: "Remove the webhook at {host}?" },
  removeText: {
    id: "webhooks.removeText",
    message: "It is not called any more, and its secret is lost.",
  },
  removeVerb: { id: "webhooks.removeVerb", message: "Remove" },
  removeFailed: { id: "webhooks.removeFailed", message: "Failed to remove the webhook" },
} as const satisfies Record<string, Text>;
