import type { Text } from "#web/lib/language/i18n.ts";

export const dangerTexts = {
  deleteFailed: { id: "store.organizations.delete", message: "Failed to delete organization" },
  title: { id: "danger.title", message: "Danger zone" },
  transfer: { id: "danger.transfer", message: "Transfer ownership" },
  transferHint: {
    id: "danger.transferHint",
    message: "Somebody else owns it then, and you are an admin",
  },
  transferText: {
    id: "danger.transferText",
    message: "Whoever you choose owns the organization at once. You stay as an admin.",
  },
  transferVerb: { id: "danger.transferVerb", message: "Transfer" },
  newOwner: { id: "danger.newOwner", message: "New owner" },
  nobodyElse: {
    id: "danger.nobodyElse",
    message: "Nobody else is an admin or a member. Invite somebody first.",
  },
  someHeirs: {
    id: "danger.someHeirs",
    message:
      "Admins, and then members, up to {n}. To choose somebody else, make them an admin first.",
  },
  transferred: { id: "danger.transferred", message: "{name} owns {title} now" },
  transferredText: { id: "danger.transferredText", message: "You are an admin of it." },
  choose: { id: "danger.choose", message: "Choose an admin or a member" },
  delete: { id: "danger.delete", message: "Delete organization" },
  deleteHint: {
    id: "danger.deleteHint",
    message: "Nobody gets in any more; those who run this server can restore it for some time",
  },
  deleteTitle: { id: "danger.deleteTitle", message: "Delete {title}?" },
  deleted: {
    id: "danger.deleted",
    message: "{title} is deleted. Those who run this server can restore it for some time.",
  },
  deleteText: {
    id: "danger.deleteText",
    message:
      "{title}, its rooms and its messages are gone for everybody at once. Those who run this server can restore it for some time; then it is deleted for ever.",
  },
  deleteVerb: { id: "danger.deleteVerb", message: "Delete" },
  typeTitle: { id: "danger.typeTitle", message: "Type {title} to confirm" },
} as const satisfies Record<string, Text>;
