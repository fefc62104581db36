/* Formats of documents as files and outcomes of imports, in a file that loads no schema: a page reads it as well. */

export const documentFormats = ["markdown", "html", "pdf", "json", "zip"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** Kinds of parts that documents do not know. */
export const unknownKinds = ["node", "mark", "link", "depth"] as const;
export type UnknownKind = (typeof unknownKinds)[number];

/** Why something of an import did not become a document. */
export const importSkips = [
  /** No markdown and no HTML. */
  "kind",
  /** A name that leads out of the archive. */
  "path",
  "link",
  "duplicate",
  /** A ZIP in the ZIP. */
  "archive",
  "size",
  "encrypted",
  "broken",
  /** The import had taken too long by then. */
  "time",
] as const;
export type ImportSkip = (typeof importSkips)[number];

/** Of the names of files that are taken. */
export const importEndings = [".md", ".markdown", ".html", ".htm", ".zip"] as const;
