import type { RoomId, UserId } from "@colbin/protocol";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Db } from "#server/platform/db/database.ts";
import { BlobMissing, type FileStore } from "#server/platform/files/file-store.ts";
import { listRoomsOf } from "../messages/authors.service.ts";
import {
  exportedLists,
  listExported,
  listKeptFiles,
  listOwnMessages,
  listOwnReactions,
  type ExportedList,
} from "./exports.queries.ts";

/* The archive of a person's data, written while it is downloaded: it stands nowhere, whatever its size (rules-identity 51). */

/** Messages of one statement. */
const PORTION = 500;
const FILE_NAME_MAX = 100;

export interface ArchiveDeps {
  readonly db: Db;
  readonly fileStore: FileStore;
  readonly productName: string;
}

/** A ZIP of JSON lists, of the files themselves, and of a text that says what is what. */
export async function openArchive(deps: ArchiveDeps, userId: UserId): Promise<Readable> {
  const { db, fileStore } = deps;
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  zip.on("error", (error: Error) => output.destroy(error));
  const add = (name: string, source: Source, compress = true): void =>
    zip.addReadStreamLazy(name, { compress }, (done) => done(null, openSource(source, output)));
  zip.addBuffer(Buffer.from(toReadme(deps)), "README.txt");
  for (const [name, list] of Object.entries(exportedLists))
    add(`${name}.json`, () => toJson(listEntries(db, list, userId)));
  add("messages.json", () => toJson(listMessages(db, userId)));
  add("reactions.json", () => toJson(listReactions(db, userId)));
  for (const { id, name, sha256 } of await listKeptFiles(db, userId))
    add(`files/${id}-${toFileName(name)}`, () => readKept(fileStore, sha256), false);
  zip.end();
  return output;
}

type Source = () => AsyncIterable<string | Uint8Array>;

/** Opened when its turn comes, and closed with the output: the reader may go away, and the database too. */
function openSource(source: Source, output: Readable): Readable {
  const stream = Readable.from(source(), { objectMode: false });
  const stop = (): void => void stream.destroy();
  output.once("close", stop);
  stream.once("close", () => output.off("close", stop));
  return stream;
}

/** A file that was removed meanwhile is empty. */
async function* readKept(fileStore: FileStore, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    yield* await fileStore.read({ sha256 });
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
  }
}

async function* listEntries(db: Db, list: ExportedList, userId: UserId): AsyncGenerator {
  yield* await listExported(db, list, userId);
}

/** Names of archives hold no way out of their folder. */
function toFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(-FILE_NAME_MAX);
}

async function* listMessages(db: Db, userId: UserId): AsyncGenerator {
  for (const roomId of await listRoomsOf(db, userId)) yield* listMessagesIn(db, roomId, userId);
}

async function* listReactions(db: Db, userId: UserId): AsyncGenerator {
  for (const roomId of await listRoomsOf(db, userId))
    yield* await listOwnReactions(db, { roomId, userId });
}

async function* listMessagesIn(db: Db, roomId: RoomId, userId: UserId): AsyncGenerator {
  let after: string | undefined = "";
  while (after !== undefined) {
    const rows: Awaited<ReturnType<typeof listOwnMessages>> = await listOwnMessages(
      db,
      { roomId, userId },
      { after, limit: PORTION },
    );
    yield* rows;
    after = rows.length < PORTION ? undefined : rows.at(-1)?.clientMessageId;
  }
}

/** An array with an entry a line. */
async function* toJson(entries: AsyncIterable<unknown>): AsyncGenerator<string> {
  let lead = "[\n";
  for await (const entry of entries) {
    yield lead + JSON.stringify(entry);
    lead = ",\n";
  }
  yield lead === "[\n" ? "[]\n" : "\n]\n";
}

function toReadme({ productName }: ArchiveDeps): string {
  const lists = Object.entries(exportedLists).map(([name, { about }]) => `${name}.json: ${about}`);
  return [
    `Your data on ${productName}, as it was when you downloaded it.`,
    "",
    "Each list is a JSON array with an entry a line. Times are in UTC. Rooms, threads and messages are named by their ids.",
    "",
    ...lists,
    "messages.json: what you wrote in all rooms, room by room, without what was deleted",
    "reactions.json: your reactions, room by room",
    "files: your files, by their id and name",
    "",
  ].join("\n");
}
