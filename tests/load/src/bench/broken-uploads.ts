import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { request } from "node:http";
import { pipeline } from "node:stream/promises";
import { createHistogram } from "./histogram.ts";
import { formatLatency, type BenchRow } from "./report.ts";
import type { BenchServer } from "./server.ts";
import { beginUpload, call, tusHeaders } from "./uploads.ts";
import { readPeakBytes, readRssBytes } from "./usage.ts";

/* Uploads as bad lines make them: one large file whose connection is cut again and again, and very many at once. */

const MB = 1_000_000;

export interface Cuts {
  readonly source: string;
  readonly bytes: number;
  readonly cuts: number;
}

/** Sends a file, cuts its connection at equal distances, and compares what the server has then with what was sent. */
export async function measureCuts(
  server: BenchServer,
  token: string,
  { source, bytes, cuts }: Cuts,
): Promise<BenchRow> {
  const before = readRssBytes(server.pid());
  const begun = performance.now();
  const id = await beginUpload(server, token, "cut.bin", bytes);
  let sentAgain = 0;
  for (let cut = 1; cut <= cuts; cut += 1) {
    const until = Math.round((bytes * cut) / (cuts + 1));
    const from = await readOffset(server, token, id);
    await send(server, token, id, { source, from, until, total: bytes });
    sentAgain += until - (await readOffset(server, token, id));
  }
  const from = await readOffset(server, token, id);
  await send(server, token, id, { source, from, until: bytes, total: bytes });
  await call(server, token, `/files/uploads/${id}/complete`, {});
  const seconds = (performance.now() - begun) / 1_000;
  const isSame = (await hashOf(source)) === (await hashOfContent(server, token, id));
  const peak = readPeakBytes(server.pid());
  return {
    id: "files",
    what: `${bytes / MB} MB whose line is cut ${cuts} times`,
    ours: `${isSame ? "the same bytes" : "other bytes"} after ${seconds.toFixed(1)} s, ${(sentAgain / MB).toFixed(1)} MB sent again, memory of the server ${(before / MB).toFixed(0)} MB, at most ${(peak / MB).toFixed(0)} MB`,
    bar: "the same bytes",
    met: isSame,
  };
}

export async function measureCrowd(
  server: BenchServer,
  tokens: readonly string[],
  { each, bytes }: { readonly each: number; readonly bytes: number },
): Promise<BenchRow> {
  const latencies = createHistogram();
  const before = readRssBytes(server.pid());
  const one = async (token: string, place: number): Promise<void> => {
    const body = Buffer.alloc(bytes, place);
    const begun = performance.now();
    const id = await beginUpload(server, token, `crowd-${place}.bin`, bytes);
    const answer = await fetch(`${server.baseUrl}/v1/files/uploads/${id}`, {
      method: "PATCH",
      headers: tusHeaders(token),
      body,
    });
    if (answer.status !== 204) throw new Error(`An upload was answered with ${answer.status}`);
    await call(server, token, `/files/uploads/${id}/complete`, {});
    latencies.record(performance.now() - begun);
  };
  const count = tokens.length * each;
  const ended = await Promise.allSettled(
    Array.from({ length: count }, (_, place) => one(tokens[place % tokens.length] ?? "", place)),
  );
  const done = ended.filter(({ status }) => status === "fulfilled").length;
  const peak = readPeakBytes(server.pid());
  const figures = { p50: latencies.percentile(0.5), p99: latencies.percentile(0.99) };
  return {
    id: "files",
    what: `${count} uploads of ${bytes / MB} MB at once`,
    ours: `${done === count ? "all" : done} of them, memory of the server ${(before / MB).toFixed(0)} MB, at most ${(peak / MB).toFixed(0)} MB`,
    latency: formatLatency(figures),
    bar: "all of them",
    met: done === count,
  };
}

async function readOffset(server: BenchServer, token: string, id: string): Promise<number> {
  const answer = await fetch(`${server.baseUrl}/v1/files/uploads/${id}`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${token}` },
  });
  return Number(answer.headers.get("upload-offset"));
}

interface Part {
  readonly source: string;
  readonly from: number;
  /** The connection is cut here; at the total it is not. */
  readonly until: number;
  readonly total: number;
}

async function send(
  server: BenchServer,
  token: string,
  id: string,
  { source, from, until, total }: Part,
): Promise<void> {
  const sent = request(`${server.baseUrl}/v1/files/uploads/${id}`, {
    method: "PATCH",
    headers: {
      ...tusHeaders(token),
      "upload-offset": String(from),
      "content-length": String(total - from),
    },
  });
  const answered = once(sent, "response");
  answered.catch(() => undefined);
  const bytes = createReadStream(source, { start: from, end: until - 1 });
  await pipeline(bytes, sent, { end: until === total });
  if (until < total) {
    sent.destroy();
    return;
  }
  const [answer] = (await answered) as [{ readonly statusCode?: number }];
  if (answer.statusCode !== 204)
    throw new Error(`The last part was answered with ${answer.statusCode}`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function hashOfContent(server: BenchServer, token: string, id: string): Promise<string> {
  const answer = await fetch(`${server.baseUrl}/v1/files/${id}/content`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok || !answer.body) throw new Error(`The file was answered with ${answer.status}`);
  const hash = createHash("sha256");
  for await (const part of answer.body) hash.update(part);
  return hash.digest("hex");
}
