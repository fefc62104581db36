import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { API_BASE_PATH, DOCUMENT_FIELD, DOCUMENTS_LIVE_PATH, toLiveName } from "@colbin/protocol";
import { HocuspocusProvider } from "@hocuspocus/provider";
import type { Client } from "pg";
import { Doc, encodeStateAsUpdate, XmlElement, XmlText } from "yjs";
import { seedWorld, signAccessTokens, type World } from "../seed.ts";
import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import { formatCount, formatLatency, type BenchReport, type BenchRow } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { measureDocumentKeys, type KeySizes } from "./web-documents.ts";
import { buildPage } from "./web-reader.ts";

/*
 * A document of 100,000 words, opened again and again while nobody has it open; one with 1,000 readers, from the key of its writer until
 * the last of them has it; and one that ten others write in, from a key until a page shows it.
 */

export interface DocumentSizes extends KeySizes {
  readonly words: number;
  readonly openings: number;
  readonly readers: number;
  readonly keys: number;
}

const FULL: DocumentSizes = {
  words: 100_000,
  openings: 100,
  readers: 1_000,
  keys: 200,
  writers: 10,
  wordMs: 500,
  seconds: 40,
};
/** Of the document that others write in. */
const SHARED_WORDS = 5_000;
const BAR_KEY_MS = 50;
const WORDS_OF_PARAGRAPH = 50;
const KEY_MS = 200;
const BAR_P95_MS = 500;

export async function benchDocuments(sizes: DocumentSizes = FULL): Promise<BenchReport> {
  await buildPage();
  return withServer({ SOCKETS_UNAUTHENTICATED: "100000" }, async (server) => {
    const world = await seedWorld(server.database, {
      people: sizes.readers + 1,
      rooms: 1,
      roomsOf: () => [0],
    });
    const tokens = await signAccessTokens(server.database, world, world.people);
    const [long, short] = [sizes.words, WORDS_OF_PARAGRAPH].map(writeWords);
    const longId = await insertDocument(server.database, world, long ?? new Doc());
    const shortId = await insertDocument(server.database, world, short ?? new Doc());
    const opening = await measureOpenings(server, longId, { ...sizes, token: tokens[0] ?? "" });
    const reading = await measureReaders(server, shortId, { ...sizes, tokens });
    const sharedId = await insertDocument(server.database, world, writeWords(SHARED_WORDS));
    const typing = await measureKeys(server, sharedId, { ...sizes, tokens });
    return toReport(
      sizes,
      { opening, reading, typing },
      await readDatabaseVersion(server.database),
    );
  });
}

function writeWords(count: number): Doc {
  const doc = new Doc();
  const paragraphs = Array.from({ length: count / WORDS_OF_PARAGRAPH }, (_, at) => {
    const paragraph = new XmlElement("paragraph");
    const words = Array.from({ length: WORDS_OF_PARAGRAPH }, (__, word) => `word${at}-${word}`);
    paragraph.insert(0, [new XmlText(words.join(" "))]);
    return paragraph;
  });
  doc.getXmlFragment(DOCUMENT_FIELD).insert(0, paragraphs);
  return doc;
}

async function insertDocument(database: Client, world: World, doc: Doc): Promise<string> {
  const [room] = world.rooms;
  const [person] = world.people;
  const id = randomUUID();
  await database.query(
    `insert into documents (id, workspace_id, room_id, position, title, created_by, updated_by, created_at, updated_at)
     select $1, workspace_id, id, 'a0', 'Minutes', $3, $3, now(), now() from rooms where id = $2`,
    [id, room?.id, person?.userId],
  );
  await database.query(
    "insert into document_states (document_id, state, text, version, stored_at) values ($1, $2, '', 1, now())",
    [id, Buffer.from(encodeStateAsUpdate(doc))],
  );
  return id;
}

function openEditor({ baseUrl }: BenchServer, id: string, token: string): HocuspocusProvider {
  return new HocuspocusProvider({
    url: `${baseUrl.replace("http", "ws")}${API_BASE_PATH}${DOCUMENTS_LIVE_PATH}`,
    name: toLiveName(id),
    document: new Doc(),
    token,
  });
}

function untilSynced(provider: HocuspocusProvider): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  provider.on("synced", () => resolve());
  provider.on("authenticationFailed", ({ reason }: { readonly reason: string }) =>
    reject(new Error(`An editor was not let in: ${reason}`)),
  );
  return promise;
}

async function measureOpenings(
  server: BenchServer,
  id: string,
  { openings, words, token }: DocumentSizes & { readonly token: string },
): Promise<LatencyHistogram> {
  const times = createHistogram();
  for (let n = 0; n < openings; n += 1) {
    const begin = performance.now();
    const provider = openEditor(server, id, token);
    await untilSynced(provider);
    const { length } = provider.document.getXmlFragment(DOCUMENT_FIELD);
    times.record(performance.now() - begin);
    if (length !== words / WORDS_OF_PARAGRAPH) throw new Error(`${length} paragraphs came`);
    provider.destroy();
    // The server lets go of a document that nobody has open.
    await sleep(20);
  }
  return times;
}

interface Reading {
  readonly times: LatencyHistogram;
  readonly serverShare: number;
}

/** From the key until the last reader has it in its copy. */
async function measureReaders(
  server: BenchServer,
  id: string,
  { readers, keys, tokens }: DocumentSizes & { readonly tokens: readonly string[] },
): Promise<Reading> {
  const [own = "", ...others] = tokens;
  const writer = openEditor(server, id, own);
  await untilSynced(writer);
  const open: HocuspocusProvider[] = [];
  for (const token of others.slice(0, readers)) {
    const provider = openEditor(server, id, token);
    await untilSynced(provider);
    open.push(provider);
  }
  let missing = 0;
  let arrived = Promise.withResolvers<void>();
  for (const { document } of open)
    document.on("update", () => {
      missing -= 1;
      if (missing === 0) arrived.resolve();
    });
  const text = writer.document.getXmlFragment(DOCUMENT_FIELD).get(0);
  const target = text instanceof XmlElement ? text.get(0) : undefined;
  if (!(target instanceof XmlText)) throw new Error("The document has no text");
  const times = createHistogram();
  const [before, from] = [server.cpu(), performance.now()];
  for (let key = 0; key < keys; key += 1) {
    missing = open.length;
    arrived = Promise.withResolvers();
    const begin = performance.now();
    target.insert(0, "k");
    await arrived.promise;
    times.record(performance.now() - begin);
    await sleep(Math.max(0, begin + KEY_MS - performance.now()));
  }
  const serverShare =
    ((server.cpu().serverS - before.serverS) * 1_000) / (performance.now() - from);
  for (const provider of [writer, ...open]) provider.destroy();
  return { times, serverShare };
}

async function measureKeys(
  server: BenchServer,
  id: string,
  { writers: count, tokens, ...sizes }: DocumentSizes & { readonly tokens: readonly string[] },
): Promise<LatencyHistogram> {
  const [own = "", ...others] = tokens;
  const writers = others.slice(0, count).map((token) => openEditor(server, id, token));
  await Promise.all(writers.map(untilSynced));
  try {
    return await measureDocumentKeys(server.baseUrl, own, { ...sizes, id, writers });
  } finally {
    for (const writer of writers) writer.destroy();
  }
}

function toReport(
  { words, openings, readers, keys, writers, wordMs }: DocumentSizes,
  {
    opening,
    reading,
    typing,
  }: {
    readonly opening: LatencyHistogram;
    readonly reading: Reading;
    readonly typing: LatencyHistogram;
  },
  version: string,
): BenchReport {
  const p95 = opening.percentile(0.95);
  const rows: BenchRow[] = [
    {
      id: "documents",
      what: `opening ${formatCount(words)} words that nobody has open, until the text is in the copy`,
      ours: `p95 ${p95.toFixed(0)} ms`,
      latency: formatLatency({ p50: opening.percentile(0.5), p99: opening.percentile(0.99) }),
      bar: `p95 ${BAR_P95_MS} ms`,
      met: p95 <= BAR_P95_MS,
    },
    {
      id: "documents",
      what: `a key until the last of ${formatCount(readers)} readers has it`,
      ours: `${(1_000 / KEY_MS).toFixed(0)} keys/s`,
      latency: formatLatency({
        p50: reading.times.percentile(0.5),
        p99: reading.times.percentile(0.99),
      }),
      cpu: `server ${reading.serverShare.toFixed(2)} cores`,
    },
    {
      id: "documents",
      what: `key to shown at a quarter of the processor, in ${formatCount(SHARED_WORDS)} words, with ${writers} others who write`,
      ours: `p98 ${typing.percentile(0.98).toFixed(0)} ms`,
      latency: formatLatency({ p50: typing.percentile(0.5), p99: typing.percentile(0.99) }),
      bar: `p98 ${BAR_KEY_MS} ms`,
      met: typing.percentile(0.98) <= BAR_KEY_MS,
    },
  ];
  return {
    title: "Documents (rules-collab 2C)",
    rows,
    notes: [
      `${openings} openings one after the other, ${keys} keys; the others write a word every ${wordMs} ms; ${version}; server, database and the copies of all readers share the cores`,
    ],
  };
}
