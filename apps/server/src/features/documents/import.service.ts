import {
  DOCUMENT_DEPTH_MAX,
  IMPORT_ENTRIES_MAX,
  IMPORT_MAX_BYTES,
  IMPORT_RATIO_MAX,
  type DocumentId,
  type ImportSkip,
  type InputOf,
  type ReplyOf,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { randomUUIDv7 } from "node:crypto";
import type { Readable } from "node:stream";
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from "yauzl";
import type { DocumentContent } from "@colbin/documents";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { HeldBytes } from "#server/platform/http/held-bytes.ts";
import { readBytes } from "#server/platform/http/whole-bodies.ts";
import type { PageReader } from "#server/platform/pages/page-reader.ts";
import {
  requireRoomForDocuments,
  requireSpaceBelow,
  type DocumentDeps,
  type NewPlace,
} from "./documents.service.ts";
import { createFilled } from "./filled.service.ts";
import {
  cleanTitle,
  findContents,
  isHtmlName,
  linkPath,
  planImport,
  toPath,
  type ImportEntry,
  type ImportPlan,
} from "./import.rules.ts";

export interface ImportDeps extends DocumentDeps {
  readonly pageReader: PageReader;
  readonly heldBytes: HeldBytes;
  /** People whose import is under way: its file is in memory. */
  readonly importing: Set<UserId>;
}

type Report = ReplyOf<"importDocuments">;

const RETRY_AFTER_MS = 5_000;
/** A connection on which nothing is heard for longer is cut, and the report with it. */
const PATIENCE_MS = 30_000;

interface Place {
  readonly parentId: DocumentId | null;
  readonly roomId: RoomId | null;
  readonly isDryRun: boolean;
}

/**
 * Makes documents of a file, each with its text, where the caller may write, and reports what was left out and why. A file beyond the
 * limits is IMPORT_TOO_LARGE before anything is made of it, one that is no such file IMPORT_UNREADABLE. Documents that were made stay
 * where a later one is refused.
 */
export async function importDocuments(
  deps: ImportDeps,
  actor: Actor,
  query: InputOf<"importDocuments">["query"],
  bytes: Readable,
): Promise<Report> {
  const { name, parentId = null, sessionRoomSlug: slug, dryRun } = query;
  const roomId = slug === undefined ? null : await requireRoomForDocuments(deps.db, actor, slug);
  if (parentId !== null) await requireSpaceBelow(deps.db, actor, parentId, 1);
  const place = { parentId, roomId, isDryRun: dryRun !== undefined };
  if (deps.importing.has(actor.userId))
    throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
  deps.pageReader.requireTurn();
  deps.importing.add(actor.userId);
  try {
    const file = await readBytes(bytes, IMPORT_MAX_BYTES, tooLarge, deps.heldBytes);
    try {
      return await (/\.zip$/i.test(name)
        ? importArchive(deps, actor, place, file)
        : importPage(deps, actor, place, { name, file }));
    } finally {
      deps.heldBytes.give(file.length);
    }
  } finally {
    deps.importing.delete(actor.userId);
  }
}

function tooLarge(): AppError {
  return new AppError("IMPORT_TOO_LARGE", { maxBytes: IMPORT_MAX_BYTES });
}

async function importPage(
  deps: ImportDeps,
  actor: Actor,
  place: Place,
  { name, file }: { readonly name: string; readonly file: Buffer },
): Promise<Report> {
  const entry = { name, size: file.length, isLink: false, isEncrypted: false };
  const plan = planImport([entry]);
  if (plan.skipped.some(({ reason }) => reason === "size")) throw new AppError("IMPORT_TOO_LARGE");
  const report = await carryOut(deps, actor, { place, plan, read: () => Promise.resolve(file) });
  if (report.created.length === 0) throw new AppError("IMPORT_UNREADABLE");
  return report;
}

interface ArchiveEntry extends ImportEntry {
  readonly entry: Entry;
}

async function importArchive(
  deps: ImportDeps,
  actor: Actor,
  place: Place,
  file: Buffer,
): Promise<Report> {
  const zip = await openZip(file);
  try {
    const entries = await listEntries(zip, file.length);
    const index = findContents(entries);
    const text = index && (await readText(zip, index.entry).catch(() => undefined));
    const contents =
      index && text !== undefined
        ? { name: index.name, links: await deps.pageReader.readContents(text.toString()) }
        : undefined;
    const plan = planImport(entries, contents);
    const height = Math.max(0, ...plan.pages.map(({ depth }) => depth));
    if (height > DOCUMENT_DEPTH_MAX)
      throw new AppError("IMPORT_TOO_LARGE", { maxDepth: DOCUMENT_DEPTH_MAX });
    if (place.parentId !== null && height > 0)
      await requireSpaceBelow(deps.db, actor, place.parentId, height);
    return await carryOut(deps, actor, {
      place,
      plan,
      read: ({ entry }) => readText(zip, entry),
    });
  } finally {
    zip.close();
  }
}

function openZip(file: Buffer): Promise<ZipFile> {
  // Names are judged one by one: a bad one does not spoil the rest.
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
  return fromBufferPromise(file, options).catch(() => {
    throw new AppError("IMPORT_UNREADABLE");
  });
}

/** IMPORT_TOO_LARGE by what the archive says of itself; each entry is held to that when it is read. */
async function listEntries(zip: ZipFile, fileSize: number): Promise<ArchiveEntry[]> {
  if (zip.entryCount > IMPORT_ENTRIES_MAX)
    throw new AppError("IMPORT_TOO_LARGE", { maxEntries: IMPORT_ENTRIES_MAX });
  const entries: ArchiveEntry[] = [];
  let size = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(toEntry(entry));
      size += entry.uncompressedSize;
    }
  } catch {
    throw new AppError("IMPORT_UNREADABLE");
  }
  if (size > fileSize * IMPORT_RATIO_MAX)
    throw new AppError("IMPORT_TOO_LARGE", { maxRatio: IMPORT_RATIO_MAX });
  return entries;
}

const FILE_KIND = 0o170_000;
const SYMBOLIC_LINK = 0o120_000;

function toEntry(entry: Entry): ArchiveEntry {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  const kind = (entry.externalFileAttributes >>> 16) & FILE_KIND;
  return {
    entry,
    name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true),
    size: entry.uncompressedSize,
    isLink: kind === SYMBOLIC_LINK,
    isEncrypted: entry.isEncrypted(),
  };
}

/** No more than the entry says; one that lies is not read. */
async function readText(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  const stream = await zip.openReadStreamPromise(entry);
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

interface Work<E extends ImportEntry> {
  readonly place: Place;
  readonly plan: ImportPlan<E>;
  readonly read: (entry: E) => Promise<Buffer>;
}

/** Page by page, so that one of them is in memory at a time. */
async function carryOut<E extends ImportEntry>(
  deps: ImportDeps,
  actor: Actor,
  { place: { parentId, roomId, isDryRun }, plan, read }: Work<E>,
): Promise<Report> {
  const until = performance.now() + PATIENCE_MS;
  const report: Report = { created: [], skipped: [...plan.skipped], notes: [] };
  /** By the key of a page the document that its children stand below. */
  const places = new Map<string, DocumentId | null>();
  const documents = drawIds(plan);
  for (const { entry, title, key, parentKey } of plan.pages) {
    const above = (parentKey === undefined ? undefined : places.get(parentKey)) ?? parentId;
    const page = await readPage(deps, entry, {
      isLate: performance.now() > until,
      documents,
      read,
    });
    if (typeof page === "string") {
      report.skipped.push({ name: entry?.name ?? title, reason: page });
      places.set(key, above);
      continue;
    }
    const named = cleanTitle(page.title ?? "") || title;
    const spot = {
      title: named,
      parentId: above,
      roomId,
      drawnId: entry && documents.get(linkPath(entry)),
    };
    const id = isDryRun ? null : await make(deps, actor, spot, page.content);
    if (id === undefined) {
      report.skipped.push({ name: entry?.name ?? title, reason: "size" });
      places.set(key, above);
      continue;
    }
    places.set(key, id);
    report.created.push({ id, title: named });
    if (page.unknown.length > 0)
      report.notes.push({ name: entry?.name ?? title, unknown: [...page.unknown] });
  }
  return report;
}

type Page = Pick<
  NonNullable<Awaited<ReturnType<PageReader["read"]>>>,
  "title" | "content" | "unknown"
>;

const nothing: Page = { title: undefined, content: { type: "doc", content: [] }, unknown: [] };

/** Ids of the documents before they are made, by the paths of their pages: links lead to later ones, too. */
function drawIds({ pages }: ImportPlan<ImportEntry>): ReadonlyMap<string, DocumentId> {
  return new Map(
    pages.flatMap(({ entry }) =>
      entry ? [[linkPath(entry), randomUUIDv7() as DocumentId] as const] : [],
    ),
  );
}

interface Reading<E> {
  readonly isLate: boolean;
  readonly documents: ReadonlyMap<string, DocumentId>;
  readonly read: (entry: E) => Promise<Buffer>;
}

async function readPage<E extends ImportEntry>(
  { pageReader }: Pick<ImportDeps, "pageReader">,
  entry: E | undefined,
  { isLate, documents, read }: Reading<E>,
): Promise<Page | ImportSkip> {
  if (isLate) return "time";
  if (!entry) return nothing;
  try {
    const text = (await read(entry)).toString();
    const kind = isHtmlName(entry.name) ? "html" : "markdown";
    const page = await pageReader.read(kind, text, { path: toPath(entry.name), documents });
    return page ?? "broken";
  } catch {
    return "broken";
  }
}

/** Undefined where it would be larger than a document may be. */
async function make(
  deps: ImportDeps,
  actor: Actor,
  place: NewPlace,
  content: DocumentContent,
): Promise<DocumentId | undefined> {
  try {
    return await createFilled(deps, actor, place, { content });
  } catch (error) {
    if (error instanceof AppError && error.code === "DOCUMENT_TOO_LARGE") return undefined;
    throw error;
  }
}
