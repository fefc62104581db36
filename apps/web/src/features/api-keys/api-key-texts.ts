import type { Text } from "#web/lib/language/i18n.ts";

export const apiKeyTexts = {
  failed: { id: "apiKeys.failed", message: "API keys did not load" },
  create: { id: "apiKeys.create", message: "Create key" },
  full: { id: "apiKeys.full", message: "End a key before you create another one." },
  none: { id: "apiKeys.none", message: "No API keys yet" },
  noneText: {
    id: "apiKeys.noneText",
    message: "Create one, and your own program can read and write here as you.",
  },
  name: { id: "apiKeys.name", message: "Name" },
  scopes: { id: "apiKeys.scopes", message: "Scopes" },
  used: { id: "apiKeys.used", message: "Last used" },
  never: { id: "apiKeys.never", message: "Never" },
  expires: { id: "apiKeys.expires", message: "Expires" },
  soon: {
    id: "apiKeys.soon",
    message: "{date}, in {days, plural, =0 {less than a day} one {# day} other {# days}}",
  },
  expired: { id: "apiKeys.expired", message: "Expired {date}" },
  end: { id: "apiKeys.end", message: "End key" },
  endNamed: { id: "apiKeys.endNamed", message: "End key {name}" },
  remove: { id: "apiKeys.remove", message: "Remove" },
  removeNamed: { id: "apiKeys.removeNamed", message: "Remove {name}" },
  count: { id: "apiKeys.count", message: "{n} of {max} keys" },
  firstCall: { id: "apiKeys.firstCall", message: "Your first call" },
  firstCallHint: {
    id: "apiKeys.firstCallHint",
    message:
      "A key acts as you, in one workspace only. Messages sent or edited with it carry the mark “via API”.",
  },
  copyCode: { id: "messages.copyCode", message: "Copy code" },
} as const satisfies Record<string, Text>;
