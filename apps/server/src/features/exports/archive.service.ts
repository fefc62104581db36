import type { RoomId, UserId } from "@colbin/protocol";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Db } from "#server/platform/db/database.ts";
import { BlobMissing, type FileStore } from "#server/platform/files/file-store.ts";
import {
  exportedLists,
  listExported,
  listKeptFiles,
  listOwnMessages,
  listOwnReactions,
  listWrittenIn,
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
  const open = new Set<Readable>();
  const add = (name: string, read: () => Promise<Readable>, compress = true) =>
    zip.addReadStreamLazy(name, { compress }, (done) => {
      read().then(
        (stream) => {
          open.add(stream.once("close", () => open.delete(stream)));
          done(null, stream);
        },
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  zip.addBuffer(Buffer.from(toReadme(deps)), "README.txt");
  for (const [name, list] of Object.entries(exportedLists)) {
    const entries = async function* () {
      yield* await listExported(db, list, userId);
    };
    add(`${name}.json`, () => Promise.resolve(toJson(entries())));
  }
  add("messages.json", () => Promise.resolve(toJson(listMessages(db, userId))));
  add("reactions.json", () => Promise.resolve(toJson(listReactions(db, userId))));
  for (const { id, name, sha256 } of await listKeptFiles(db, userId)) {
    const read = () => fileStore.read({ sha256 }).catch(toNothing);
    add(`files/${id}-${toFileName(name)}`, read, false);
  }
  zip.end();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  // The reader went away, or the database did: nothing is left open.
  output.once("close", () => {
    for (const stream of open) stream.destroy();
  });
  zip.on("error", (error: Error) => output.destroy(error));
  return output;
}

/** A file that was removed meanwhile is empty. */
function toNothing(error: unknown): Readable {
  if (error instanceof BlobMissing) return Readable.from([]);
  throw error;
}

/** Names of archives hold no way out of their folder. */
function toFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(-FILE_NAME_MAX);
}

async function* listMessages(db: Db, userId: UserId): AsyncGenerator<unknown> {
  for (const roomId of await listWrittenIn(db, userId)) yield* listMessagesIn(db, roomId, userId);
}

async function* listReactions(db: Db, userId: UserId): AsyncGenerator<unknown> {
  for (const roomId of await listWrittenIn(db, userId))
    yield* await listOwnReactions(db, { roomId, userId });
}

async function* listMessagesIn(db: Db, roomId: RoomId, userId: UserId): AsyncGenerator<unknown> {
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
function toJson(entries: AsyncIterable<unknown>): Readable {
  const write = async function* () {
    let lead = "[\n";
    for await (const entry of entries) {
      yield lead + JSON.stringify(entry);
      lead = ",\n";
    }
    yield lead === "[\n" ? "[]\n" : "\n]\n";
  };
  return Readable.from(write(), { objectMode: false });
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
