import type { DocumentFormat, ImportSkip } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

/** Documents as files: out of the app, into it, and as the beginning of others. */
export const fileTexts = {
  exportAs: { id: "documents.exportAs", message: "Export" },
  newMore: { id: "documents.newMore", message: "More ways to begin" },
  fromTemplate: { id: "documents.fromTemplate", message: "New from template" },
  template: { id: "documents.template", message: "Template" },
  templateUse: { id: "documents.templateUse", message: "Create" },
  templateNone: { id: "documents.templateNone", message: "No templates yet" },
  templateNoneText: {
    id: "documents.templateNoneText",
    message: "Choose “Use as template” in the menu of a document.",
  },
  templatesFailed: { id: "documents.templatesFailed", message: "Templates did not load" },
  ofRoom: { id: "documents.ofRoom", message: "Documents of the room as files" },
  exportAll: { id: "documents.exportAll", message: "Export all" },
  archiveName: { id: "documents.archiveName", message: "documents.zip" },
  exportFailed: { id: "documents.exportFailed", message: "Nothing was exported" },
  import: { id: "documents.import", message: "Import" },
  importText: {
    id: "documents.importText",
    message: "A Markdown or HTML file, or a ZIP as Notion and Confluence export it, up to 20 MB.",
  },
  importFailed: { id: "documents.importFailed", message: "Nothing was imported" },
  choose: { id: "documents.chooseFile", message: "Choose a file" },
  chooseOther: { id: "documents.chooseOtherFile", message: "Choose another file" },
  drop: { id: "documents.dropFile", message: "Or drop it here" },
  tooLarge: { id: "documents.importTooLarge", message: "The file is larger than 20 MB" },
  importing: { id: "documents.importing", message: "Importing {name}" },
  done: { id: "documents.importDone", message: "Done" },
  created: {
    id: "documents.importCreated",
    message:
      "{count, plural, =0 {No document was made} one {# document was made} other {# documents were made}}",
  },
  skipped: {
    id: "documents.importSkipped",
    message: "{count, plural, one {# file was left out} other {# files were left out}}",
  },
  changed: {
    id: "documents.importChanged",
    message:
      "{count, plural, one {# document lost pictures or links} other {# documents lost pictures or links}}",
  },
} as const satisfies Record<string, Text>;

export const formatTexts: Readonly<Record<DocumentFormat, Text>> = {
  markdown: { id: "documents.format.markdown", message: "Markdown" },
  html: { id: "documents.format.html", message: "HTML" },
  pdf: { id: "documents.format.pdf", message: "PDF" },
  json: { id: "documents.format.json", message: "JSON" },
  zip: { id: "documents.format.zip", message: "With all in it (ZIP)" },
};

export const skipTexts: Readonly<Record<ImportSkip, Text>> = {
  kind: { id: "documents.skip.kind", message: "No Markdown or HTML" },
  path: { id: "documents.skip.path", message: "Its name leads out of the archive" },
  link: { id: "documents.skip.link", message: "A link to another file" },
  duplicate: { id: "documents.skip.duplicate", message: "The same name a second time" },
  archive: { id: "documents.skip.archive", message: "An archive in the archive" },
  size: { id: "documents.skip.size", message: "Too large" },
  encrypted: { id: "documents.skip.encrypted", message: "Protected by a password" },
  broken: { id: "documents.skip.broken", message: "It cannot be read" },
  time: { id: "documents.skip.time", message: "The import took too long" },
};
