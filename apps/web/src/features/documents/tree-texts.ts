import type { Text } from "#web/lib/language/i18n.ts";

export const treeTexts = {
  asTree: { id: "documents.asTree", message: "Show as a tree" },
  asList: { id: "documents.asList", message: "Show as a list" },
  more: { id: "documents.treeMore", message: "Only the first 1,000 documents are shown." },
  where: { id: "documents.whereItIs", message: "Where it is" },
  inside: { id: "documents.insideIt", message: "Inside" },
  linking: { id: "documents.linking", message: "Linked from" },
  moveTitle: { id: "documents.moveTitle", message: "Move {title}" },
  move: { id: "documents.moveVerb", message: "Move" },
  moveFailed: { id: "documents.moveFailed", message: "The document was not moved" },
  below: { id: "documents.moveBelow", message: "Inside of" },
  top: { id: "documents.moveTop", message: "No other document" },
  position: { id: "documents.movePosition", message: "Position" },
  first: { id: "documents.moveFirst", message: "First" },
  after: { id: "documents.moveAfter", message: "Behind {title}" },
  loading: { id: "documents.moveLoading", message: "Loading documents" },
} as const satisfies Record<string, Text>;
