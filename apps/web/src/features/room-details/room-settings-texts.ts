import type { Text } from "#web/lib/language/i18n.ts";

export const roomSettingsTexts = {
  title: { id: "details.roomTitle", message: "Title" },
  description: { id: "details.roomDescription", message: "Description" },
  count: { id: "details.count", message: "{n} of {max}" },
  updateFailed: { id: "details.updateFailed", message: "Failed to update room" },
  address: { id: "details.address", message: "Address" },
  addressHint: { id: "details.addressHint", message: "Old addresses keep leading here." },
  change: { id: "details.change", message: "Change" },
  changeAddress: { id: "details.changeAddress", message: "Change the address" },
  addressText: {
    id: "details.addressText",
    message:
      "Old addresses keep leading here, except one of the last ten minutes that nobody else has opened. Where the new one is taken, four characters are added.",
  },
  addressLabel: { id: "details.addressLabel", message: "Address after /chat/" },
  access: { id: "details.accessTitle", message: "Access" },
  accessTitle: { id: "details.accessChange", message: "Make {room} {kind}?" },
  accessText: {
    id: "details.accessText",
    message:
      "Current members stay. Open requests are cancelled, and people who only look on are shut out.",
  },
  accessOpenText: {
    id: "details.accessOpenText",
    message: "Current members stay. Open requests are cancelled. Anyone can read the history.",
  },
  accessVerb: { id: "details.accessVerb", message: "Change access" },
  accessFailed: { id: "details.accessFailed", message: "Failed to update room" },
  domain: { id: "details.domain", message: "Only people with an address in" },
  domainHint: {
    id: "details.domainHint",
    message: "Everyone else asks first. Empty means no restriction.",
  },
  suggest: { id: "details.suggest", message: "Use {domain}" },
  match: { id: "details.match", message: "Your address is in {domain}" },
  mismatch: { id: "details.mismatch", message: "You have no address in {domain}" },
  domainFailed: { id: "details.domainFailed", message: "Failed to update the domain" },
  pinning: { id: "details.pinning", message: "Everyone who writes here can pin" },
  pinningHint: { id: "details.pinningHint", message: "Otherwise only admins pin and unpin." },
  lines: { id: "details.lines", message: "Show when people join or leave" },
  linesHint: { id: "details.linesHint", message: "As a line in the conversation." },
  previews: { id: "details.previews", message: "Show previews of links" },
  previewsHint: {
    id: "details.previewsHint",
    message: "The server fetches title and picture of new links.",
  },
  readFailed: { id: "details.settingsFailed", message: "Settings did not load" },
} as const satisfies Record<string, Text>;
