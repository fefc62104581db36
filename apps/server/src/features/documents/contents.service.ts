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
  type UserId,
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

interface PutDeps extends ContentDeps {
  /** People whose text waits for the page reader, or is read. */
  readonly reading: Set<UserId>;
}

type Content = InputOf<"putDocumentContent">["body"];

/**
 * Replaces what stands in a document as one of its editors would, and tells what of it documents do not know. A document that is locked
 * is DOCUMENT_LOCKED; one that would become too large is DOCUMENT_TOO_LARGE and stays as it is. Markdown of one person is read one text
 * at a time: RATE_LIMITED otherwise.
 */
export async function putDocumentContent(
  deps: PutDeps,
  actor: Actor,
  id: DocumentId,
  body: Content,
): Promise<ReplyOf<"putDocumentContent">> {
  const { title } = await requireWritable(deps, actor, id);
  const { content, unknown } = await examine(deps, actor, { title, body });
  // The editor keeps it in less than this, and would take long to find that out.
  if (JSON.stringify(content).length > CONTENT_MAX_LENGTH) throw tooLarge();
  // The text may have waited for its turn.
  await requireWritable(deps, actor, id);
  await deps.contents.edit(id, actor, (doc) => writeWithin(doc, content));
  return { document: await getDocument(deps, actor, id), unknown: [...unknown] };
}

async function requireWritable({ db }: Pick<ContentDeps, "db">, actor: Actor, id: DocumentId) {
  const document = await requireDocument(db, actor, id, "WRITE");
  if (isFrozen(document)) throw new AppError("DOCUMENT_LOCKED");
  return document;
}

/** Makes an open document hold this content. DOCUMENT_TOO_LARGE where it would be beyond the limit: then it stays as it is. */
export function writeWithin(doc: Doc, content: DocumentContent): void {
  changeWithin(doc, (trial) => writeContent(trial, content));
}

/** Changes an open document. DOCUMENT_TOO_LARGE where it would be beyond the limit, or what the change throws: then it stays as it is. */
export function changeWithin(doc: Doc, change: (trial: Doc) => void): void {
  // On a copy first: what is too large reaches nobody.
  const trial = new Doc();
  applyUpdate(trial, encodeStateAsUpdate(doc));
  change(trial);
  if (encodeStateAsUpdate(trial).length > DOCUMENT_STATE_MAX_BYTES) throw tooLarge();
  applyUpdate(doc, encodeStateAsUpdate(trial, encodeStateVector(doc)));
}

const RETRY_AFTER_MS = 5_000;
const CONTENT_MAX_LENGTH = 3 * DOCUMENT_STATE_MAX_BYTES;

function tooLarge(): AppError {
  return new AppError("DOCUMENT_TOO_LARGE", { maxBytes: DOCUMENT_STATE_MAX_BYTES });
}

async function examine(
  { pageReader, reading }: Pick<PutDeps, "pageReader" | "reading">,
  { userId }: Actor,
  { title, body }: { readonly title: string; readonly body: Content },
): Promise<ExaminedContent> {
  if ("content" in body) return examineContent(body.content);
  // An export begins with the title, which is not part of the text.
  const heading = toTitledMarkdown(title, "").trimEnd();
  const isTitled = body.markdown.startsWith(`${heading}\n`);
  const text = isTitled ? body.markdown.slice(heading.length).trimStart() : body.markdown;
  if (reading.has(userId)) throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
  pageReader.requireTurn();
  reading.add(userId);
  const page = await pageReader.read("text", text).finally(() => reading.delete(userId));
  if (!page) throw new AppError("DOCUMENT_UNREADABLE");
  return page;
}
