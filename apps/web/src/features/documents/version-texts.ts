import type { DocumentVersionKind } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const versionTexts = {
  title: { id: "documents.versions.title", message: "Version history" },
  loading: { id: "documents.versions.loading", message: "Loading versions" },
  loadingOne: { id: "documents.versions.loadingOne", message: "Loading the version" },
  failed: { id: "documents.versions.failed", message: "The versions did not load" },
  failedOne: { id: "documents.versions.failedOne", message: "The version did not load" },
  gone: { id: "documents.versions.gone", message: "This version is not there any more" },
  goneText: {
    id: "documents.versions.goneText",
    message: "Versions without a name are thinned out after 7 days.",
  },
  empty: { id: "documents.versions.empty", message: "No versions yet" },
  emptyText: {
    id: "documents.versions.emptyText",
    message: "One is kept after five minutes of writing, and when the last person leaves.",
  },
  all: { id: "documents.versions.all", message: "All versions" },
  pages: { id: "documents.versions.pages", message: "Pages of versions" },
  words: { id: "documents.versions.words", message: "{n, plural, one {# word} other {# words}}" },
  by: { id: "documents.versions.by", message: "by {names}" },
  compare: { id: "documents.versions.compare", message: "Compare with" },
  changes: { id: "documents.versions.changes", message: "{added} words added, {removed} removed" },
  coarse: {
    id: "documents.versions.coarse",
    message: "So much has changed that some parts are compared as a whole.",
  },
  blank: { id: "documents.versions.blank", message: "Nothing stands in this version." },
  name: { id: "documents.versions.name", message: "Name of this version" },
  nameThis: { id: "documents.versions.nameThis", message: "Name this version" },
  nameNow: { id: "documents.versions.nameNow", message: "Name the present text" },
  nameNowText: {
    id: "documents.versions.nameNowText",
    message: "Versions with a name are kept for ever.",
  },
  newName: { id: "documents.versions.newName", message: "Name" },
  nameVerb: { id: "documents.versions.nameVerb", message: "Name" },
  nameFailed: { id: "documents.versions.nameFailed", message: "The version was not named" },
  restore: { id: "documents.versions.restore", message: "Restore this version" },
  restoreTitle: {
    id: "documents.versions.restoreTitle",
    message: "Restore the version of {date}?",
  },
  restoreText: {
    id: "documents.versions.restoreText",
    message:
      "Everybody sees its text in the document. What stands there now stays here as a version.",
  },
  restoreVerb: { id: "documents.versions.restoreVerb", message: "Restore" },
  restoreFailed: {
    id: "documents.versions.restoreFailed",
    message: "The version was not restored",
  },
  restored: { id: "documents.versions.restored", message: "The document has the text of {date}" },
} as const satisfies Record<string, Text>;

/** How a version came about. */
export const kindTexts: Readonly<Record<DocumentVersionKind, Text>> = {
  auto: { id: "documents.versions.auto", message: "Kept automatically" },
  named: { id: "documents.versions.named", message: "Named" },
  restore: { id: "documents.versions.restore.kind", message: "Restored" },
  import: { id: "documents.versions.import", message: "Imported" },
};

/** With what a version is compared. */
export const baseTexts = {
  previous: { id: "documents.versions.previous", message: "Version before" },
  current: { id: "documents.versions.current", message: "Present text" },
  none: { id: "documents.versions.none", message: "Nothing" },
} as const satisfies Record<string, Text>;
