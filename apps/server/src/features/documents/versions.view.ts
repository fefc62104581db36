import type { DocumentVersion } from "@colbin/protocol";
import type { VersionRow } from "./versions.queries.ts";

export function toVersion(row: VersionRow): DocumentVersion {
  const { id, documentId, kind, name, createdAt, words, editors } = row;
  return {
    id,
    documentId,
    kind: name === null ? kind : "named",
    name,
    createdAt: createdAt.toISOString(),
    editors: [...editors],
    words,
  };
}
