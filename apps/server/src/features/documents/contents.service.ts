import {
  examineContent,
  writeContent,
  type DocumentContent,
  type ExaminedContent,
} from "@colbin/documents";
import {
  DOCUMENT_STATE_MAX_BYTES,
  type DocumentId,
  type InputOf,
  type ReplyOf,
} from "@colbin/protocol";
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from "yjs";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { PageReader } from "#server/platform/pages/page-reader.ts";
import { requireDocument } from "./documents.access.ts";
import { isFrozen } from "./documents.rules.ts";
import { getDocument, type DocumentDeps } from "./documents.service.ts";
import { toTitledMarkdown } from "./export.view.ts";
import type { DocumentContents } from "./live.service.ts";

export interface ContentDeps extends DocumentDeps {
  readonly contents: DocumentContents;
  readonly pageReader: PageReader;
}

/**
 * Replaces what stands in a document as one of its editors would, and tells what of it documents do not know. A document that is locked
 * is DOCUMENT_LOCKED; one that would become too large is DOCUMENT_TOO_LARGE and stays as it is.
 */
export async function putDocumentContent(
  deps: ContentDeps,
  actor: Actor,
  id: DocumentId,
  body: InputOf<"putDocumentContent">["body"],
): Promise<ReplyOf<"putDocumentContent">> {
  const document = await requireDocument(deps.db, actor, id, "WRITE");
  if (isFrozen(document)) throw new AppError("DOCUMENT_LOCKED");
  const { content, unknown } = await examine(deps, document.title, body);
  // The editor keeps it in less than this, and would take long to find that out.
  if (JSON.stringify(content).length > CONTENT_MAX_LENGTH) throw tooLarge();
  await deps.contents.edit(id, actor, (doc) => writeWithin(doc, content));
  return { document: await getDocument(deps, actor, id), unknown: [...unknown] };
}

/** Makes an open document hold this content. DOCUMENT_TOO_LARGE where it would be beyond the limit: then it stays as it is. */
export function writeWithin(doc: Doc, content: DocumentContent): void {
  // On a copy first: what is too large reaches nobody.
  const trial = new Doc();
  applyUpdate(trial, encodeStateAsUpdate(doc));
  writeContent(trial, content);
  if (encodeStateAsUpdate(trial).length > DOCUMENT_STATE_MAX_BYTES) throw tooLarge();
  applyUpdate(doc, encodeStateAsUpdate(trial, encodeStateVector(doc)));
}

const CONTENT_MAX_LENGTH = 3 * DOCUMENT_STATE_MAX_BYTES;

function tooLarge(): AppError {
  return new AppError("DOCUMENT_TOO_LARGE", { maxBytes: DOCUMENT_STATE_MAX_BYTES });
}

async function examine(
  { pageReader }: Pick<ContentDeps, "pageReader">,
  title: string,
  body: InputOf<"putDocumentContent">["body"],
): Promise<ExaminedContent> {
  if ("content" in body) return examineContent(body.content);
  // An export begins with the title, which is not part of the text.
  const heading = toTitledMarkdown(title, "").trimEnd();
  const isTitled = body.markdown.startsWith(`${heading}\n`);
  const page = await pageReader.read(
    "text",
    isTitled ? body.markdown.slice(heading.length).trimStart() : body.markdown,
  );
  if (!page) throw new AppError("DOCUMENT_UNREADABLE");
  return page;
}
