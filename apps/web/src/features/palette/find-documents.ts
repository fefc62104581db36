import { DOCUMENT_TITLE_MAX, type FoundDocument } from "@colbin/protocol";
import { FileText } from "lucide-react";
import { account } from "#web/lib/api/account.ts";
import { documentPath } from "#web/lib/routing/paths.ts";
import type { Command } from "./command.ts";
import { scoreOf } from "./match.ts";

const DOCUMENTS_MAX = 5;
/** Below it every document would have the text somewhere. */
const TEXT_MIN_CHARS = 2;
/** Found by its text: behind all that are found by their names. */
const IN_TEXT = 0.01;

/** Documents of the workspace by their titles and texts, the last changed first. */
export async function findDocuments(
  text: string,
  signal: AbortSignal,
  navigate: (path: string) => void,
): Promise<readonly Command[]> {
  const search = text.slice(0, DOCUMENT_TITLE_MAX);
  if (search.length < TEXT_MIN_CHARS) return [];
  const workspaceId = account.workspaceId();
  const { results } = await account.call(
    "listDocuments",
    { query: { limit: DOCUMENTS_MAX, search } },
    { signal, ...(workspaceId && { workspaceId }) },
  );
  return results.map((document) => toCommand(search, document, navigate));
}

function toCommand(
  search: string,
  { id, title, excerpt }: FoundDocument,
  navigate: (path: string) => void,
): Command {
  return {
    id: `document:${id}`,
    title,
    subtitle: excerpt ?? undefined,
    category: "navigation",
    keywords: [],
    score: Math.max(IN_TEXT, scoreOf(search, { title, keywords: [] })),
    mark: { kind: "icon", icon: FileText },
    run: () => navigate(documentPath(id)),
  };
}
