import { readContent, toHtml, toMarkdown, type DocumentContent } from "@colbin/documents";
import {
  DOCUMENT_TREE_MAX,
  type DocumentFormat,
  type DocumentId,
  type InputOf,
} from "@colbin/protocol";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { requireReadableRoom } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { FileReply } from "#server/platform/http/handler.ts";
import type { PdfPrinter } from "#server/platform/pdf/pdf-printer.ts";
import { requireDocument } from "./documents.access.ts";
import { findDocument } from "./documents.queries.ts";
import { layOut, toFileName } from "./export.rules.ts";
import { toStandalonePage, toTitledMarkdown } from "./export.view.ts";
import type { DocumentContents } from "./live.service.ts";
import { listTree, type TreeRoot } from "./tree.queries.ts";

export interface ExportDeps {
  readonly db: Db;
  readonly contents: DocumentContents;
  readonly pdfPrinter: PdfPrinter;
}

interface Written {
  readonly ending: string;
  readonly mediaType: string;
  readonly write: (
    deps: ExportDeps,
    title: string,
    content: DocumentContent,
  ) => string | Promise<Buffer>;
}

const toPage = (title: string, content: DocumentContent) =>
  toStandalonePage(title, toHtml(content));

const formats: Readonly<Record<Exclude<DocumentFormat, "zip">, Written>> = {
  markdown: {
    ending: "md",
    mediaType: "text/markdown; charset=utf-8",
    write: (_, title, content) => toTitledMarkdown(title, toMarkdown(content)),
  },
  html: {
    ending: "html",
    mediaType: "text/html; charset=utf-8",
    write: (_, title, content) => toPage(title, content),
  },
  json: {
    ending: "json",
    mediaType: "application/json; charset=utf-8",
    write: (_, title, content) => `${JSON.stringify({ title, content }, null, 2)}\n`,
  },
  pdf: {
    ending: "pdf",
    mediaType: "application/pdf",
    write: ({ pdfPrinter }, title, content) => pdfPrinter.print(toPage(title, content)),
  },
};

/** A document as a file, by whoever may read it; PDF_NOT_AVAILABLE where the server has no browser that prints. */
export async function exportDocument(
  deps: ExportDeps,
  actor: Actor,
  id: DocumentId,
  format: DocumentFormat,
): Promise<FileReply> {
  const { title } = await requireDocument(deps.db, actor, id);
  if (format === "zip") return openArchive(deps, actor, { id }, title);
  const { ending, mediaType, write } = formats[format];
  const content = await write(deps, title, readContent(await deps.contents.copy(id)));
  return {
    name: `${toFileName(title)}.${ending}`,
    mediaType,
    content: typeof content === "string" ? Buffer.from(content) : content,
  };
}

/** A ZIP of a document with all below it, or of all documents of a room, without those that the caller may not read. */
export async function exportDocuments(
  deps: ExportDeps,
  actor: Actor,
  of: InputOf<"exportDocuments">["body"],
): Promise<FileReply> {
  if ("id" in of) return exportDocument(deps, actor, of.id, "zip");
  const { id: roomId, title } = await requireReadableRoom(deps.db, actor, of.sessionRoomSlug);
  return openArchive(deps, actor, { roomId }, title ?? "");
}

/**
 * Written while it is downloaded: one document is in memory at a time, and one that the caller may not read any more is left out.
 * DOCUMENT_TOO_LARGE over 2,000.
 */
async function openArchive(
  { db, contents }: ExportDeps,
  actor: Actor,
  root: TreeRoot,
  title: string,
): Promise<FileReply> {
  const rows = await listTree(db, actor.userId, root, DOCUMENT_TREE_MAX + 1);
  if (rows.length > DOCUMENT_TREE_MAX)
    throw new AppError("DOCUMENT_TOO_LARGE", { maxDocuments: DOCUMENT_TREE_MAX });
  const titles = new Map(rows.map((row) => [row.id, row.title]));
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  zip.on("error", (error: Error) => output.destroy(error));
  async function* read(id: DocumentId): AsyncGenerator<Buffer> {
    const markdown = toMarkdown(readContent(await contents.copy(id)));
    yield Buffer.from(toTitledMarkdown(titles.get(id) ?? "", markdown));
  }
  const add = (id: DocumentId, name: string) =>
    new Promise<void>((resolve, reject) => {
      zip.addReadStreamLazy(name, (done) => {
        const stream = Readable.from(read(id), { objectMode: false });
        stream.once("error", reject).once("end", resolve);
        done(null, stream);
      });
    });
  async function addAll(): Promise<void> {
    for (const { id, path } of layOut(rows))
      if (await isReadable(db, actor, id)) await add(id, `${path}.md`);
    zip.end();
  }
  addAll().catch((error: unknown) => output.destroy(error as Error));
  return { name: `${toFileName(title)}.zip`, mediaType: "application/zip", content: output };
}

async function isReadable(db: Db, actor: Actor, id: DocumentId): Promise<boolean> {
  const document = await findDocument(db, actor, id);
  return document !== undefined && document.status !== "DELETED";
}
