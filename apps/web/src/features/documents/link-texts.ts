import type { DocumentLinkLevel } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

/** In the dialog that shares a document. */
export const linkTexts = {
  links: { id: "documents.links", message: "Links" },
  about: {
    id: "documents.linksAbout",
    message: "Anybody who has one reads the document, without an account.",
  },
  failed: { id: "documents.linksFailed", message: "The links did not load" },
  create: { id: "documents.linkCreate", message: "Create link" },
  createFailed: { id: "documents.linkCreateFailed", message: "The link was not created" },
  cancel: { id: "documents.linkCancel", message: "Cancel" },
  level: { id: "documents.linkLevel", message: "Members of the workspace may" },
  levelOf: { id: "documents.linkLevelOf", message: "Members with the link of {date} may" },
  end: { id: "documents.linkEnd", message: "Works for" },
  never: { id: "documents.linkNever", message: "No end" },
  days: { id: "documents.linkDays", message: "{n, plural, one {# day} other {# days}}" },
  password: { id: "documents.linkPassword", message: "Password (optional)" },
  passwordHint: {
    id: "documents.linkPasswordHint",
    message: "Send it another way than the link.",
  },
  link: { id: "documents.link", message: "Link" },
  linkHint: { id: "documents.linkHint", message: "Copy it now: it is shown this once." },
  made: { id: "documents.linkMade", message: "By {name}, {date}" },
  views: {
    id: "documents.linkViews",
    message: "{n, plural, =0 {not opened yet} one {opened once} other {opened # times}}",
  },
  until: { id: "documents.linkUntil", message: "until {date}" },
  over: { id: "documents.linkOver", message: "over since {date}" },
  locked: { id: "documents.linkLocked", message: "with a password" },
  remove: { id: "documents.linkRemove", message: "Remove the link of {date}" },
  removeTitle: { id: "documents.linkRemoveTitle", message: "Remove the link?" },
  removeText: {
    id: "documents.linkRemoveText",
    message: "Whoever has it does not read the document by it any more.",
  },
  removeVerb: { id: "documents.linkRemoveVerb", message: "Remove link" },
  changeFailed: { id: "documents.linkChangeFailed", message: "The link was not changed" },
} as const satisfies Record<string, Text>;

export const linkLevelTexts: Readonly<Record<DocumentLinkLevel, Text>> = {
  READ: { id: "documents.linkRead", message: "Read" },
  COMMENT: { id: "documents.linkComment", message: "Read and comment" },
};
