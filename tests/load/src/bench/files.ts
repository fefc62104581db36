import { execFile, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { open, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { seedWorld, signAccessTokens } from "../seed.ts";
import { measureCrowd, measureCuts } from "./broken-uploads.ts";
import { createHistogram } from "./histogram.ts";
import { longestBlock } from "./hostile.ts";
import { photo } from "./photo.ts";
import { formatLatency, type BenchReport, type BenchRow } from "./report.ts";
import { withServer, type BenchServer } from "./server.ts";
import { beginUpload, call, tusHeaders } from "./uploads.ts";
import { readPeakBytes, readRssBytes } from "./usage.ts";

/*
 * Files: how long a photo takes from its last byte to what pages show of it, and how fast one large file is taken, beside the least that
 * a server can do with it. `curl` sends to both, in turns.
 */

export interface FilesSizes {
  readonly photos: number;
  readonly uploadBytes: number;
  readonly turns: number;
  readonly cutBytes: number;
  readonly cuts: number;
  /** With five uploads each. */
  readonly people: number;
}

const MB = 1_000_000;
const FULL: FilesSizes = {
  photos: 60,
  uploadBytes: 1_000 * MB,
  turns: 3,
  cutBytes: 2_000 * MB,
  cuts: 20,
  people: 40,
};
const PHOTO_BAR_MS = 400;
const RATIO_BAR = 0.7;

const RECEIVER = fileURLToPath(new URL("plain-receiver.ts", import.meta.url));
const settings = {
  FILE_MAX_MB: "4000",
  UPLOADS_HOUR: "1000000",
  UPLOAD_GB_DAY: "1000",
  FILE_MIN_FREE_GB: "0",
};

export async function benchFiles(sizes: FilesSizes = FULL): Promise<BenchReport> {
  return withServer(settings, async (server) => {
    const { people } = sizes;
    const world = await seedWorld(server.database, { people, rooms: 0, roomsOf: () => [] });
    const tokens = await signAccessTokens(server.database, world, world.people);
    const [token = ""] = tokens;
    const uploads = await measureUploads(server, token, sizes);
    const broken = await measureBroken(server, tokens, sizes);
    const photos = await measurePhotos(server, token, sizes.photos);
    return {
      title: "Files",
      rows: [...photos, ...uploads, ...broken],
      notes: [
        `a photo of 24 megapixels, another one each time, ${sizes.photos} one after the other after one that is not counted: the call that completes its upload, until the answer names what pages show of it`,
        `${sizes.uploadBytes / MB} MB by curl, ${sizes.turns} times each in turns, from its first byte until they are synchronised with the disk, hashed, and a file; beside them a bare Node server in a process of its own that writes the bytes and calls fsync; no nginx`,
      ],
    };
  });
}

async function measurePhotos(
  server: BenchServer,
  token: string,
  count: number,
): Promise<BenchRow[]> {
  const bytes = await photo(6_000, 4_000);
  const latencies = createHistogram();
  let done = -1;
  const one = async (): Promise<void> => {
    // A few bytes after the end of an image make another file of it.
    const body = Buffer.concat([bytes, Buffer.from(String(done))]);
    const id = await beginUpload(server, token, "photo.jpg", body.length);
    const answer = await fetch(`${server.baseUrl}/v1/files/uploads/${id}`, {
      method: "PATCH",
      headers: tusHeaders(token),
      body,
    });
    if (answer.status !== 204) throw new Error(`A photo was answered with ${answer.status}`);
    const begun = performance.now();
    const file = await call<{ variants: readonly string[] }>(
      server,
      token,
      `/files/uploads/${id}/complete`,
      {},
    );
    if (!file.variants.includes("thumb256")) throw new Error("Nothing was made of a photo");
    if (done >= 0) latencies.record(performance.now() - begun);
    done += 1;
  };
  await one();
  const blockMs = await longestBlock(server.baseUrl, one, count);
  const figures = { p50: latencies.percentile(0.5), p99: latencies.percentile(0.99) };
  return [
    {
      id: "files",
      what: `a photo of 24 megapixels, ${(bytes.length / MB).toFixed(1)} MB`,
      ours: `longest pause of the event loop ${blockMs.toFixed(0)} ms`,
      latency: formatLatency(figures),
      bar: `p50 ${PHOTO_BAR_MS} ms`,
      met: figures.p50 <= PHOTO_BAR_MS,
    },
  ];
}

async function measureUploads(
  server: BenchServer,
  token: string,
  { uploadBytes, turns }: FilesSizes,
): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-upload-"));
  const source = join(folder, "source");
  const receiver = fork(RECEIVER, [join(folder, "received")], { execArgv: [] });
  try {
    const [port] = (await once(receiver, "message")) as [number];
    await fill(source, uploadBytes);
    const before = readRssBytes(server.pid());
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await mark(source, turn);
      theirs.push(await timed(() => curl(source, "PUT", `http://127.0.0.1:${port}/`, {})));
      const id = await beginUpload(server, token, "large.bin", uploadBytes);
      const url = `${server.baseUrl}/v1/files/uploads/${id}`;
      ours.push(
        await timed(async () => {
          await curl(source, "PATCH", url, tusHeaders(token));
          await call(server, token, `/files/uploads/${id}/complete`, {});
        }),
      );
    }
    return [toUploadRow({ ours, theirs, uploadBytes, before, peak: readPeakBytes(server.pid()) })];
  } finally {
    receiver.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureBroken(
  server: BenchServer,
  tokens: readonly string[],
  { cutBytes, cuts }: FilesSizes,
): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-cut-"));
  try {
    const source = join(folder, "source");
    await fill(source, cutBytes);
    const cut = await measureCuts(server, tokens[0] ?? "", { source, bytes: cutBytes, cuts });
    return [cut, await measureCrowd(server, tokens, { each: 5, bytes: 2 * MB })];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toUploadRow(measured: {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly uploadBytes: number;
  readonly before: number;
  readonly peak: number;
}): BenchRow {
  const { ours, theirs, uploadBytes, before, peak } = measured;
  const [our, their] = [median(ours), median(theirs)];
  const speed = (ms: number) => `${(uploadBytes / MB / (ms / 1_000)).toFixed(0)} MB/s`;
  const ratio = their / our;
  return {
    id: "files",
    what: `an upload of ${uploadBytes / MB} MB`,
    ours: `${speed(our)}, memory of the server ${(before / MB).toFixed(0)} MB, at most ${(peak / MB).toFixed(0)} MB`,
    peers: [{ name: "bare Node", figure: speed(their), ratio }],
    latency: formatLatency({ p50: our, p99: Math.max(...ours) }),
    bar: `${RATIO_BAR} x`,
    met: ratio >= RATIO_BAR,
  };
}

function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

async function curl(
  source: string,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const fields = Object.entries({ ...headers, expect: "" }).flatMap(([name, value]) => [
    "-H",
    `${name}:${value}`,
  ]);
  const args = ["-sS", "--fail", "--max-time", "120", "-X", method, "-T", source, ...fields, url];
  await promisify(execFile)("curl", args);
}

/** Bytes that no disk can make less of. */
async function fill(path: string, size: number): Promise<void> {
  const file = await open(path, "w");
  const part = randomBytes(10 * MB);
  for (let left = size; left > 0; left -= part.length)
    await file.write(part.subarray(0, Math.min(left, part.length)));
  await file.close();
}

/** Another file each time: bytes that the store has already cost it less. */
async function mark(path: string, turn: number): Promise<void> {
  const file = await open(path, "r+");
  await file.write(Buffer.from([turn]), 0, 1, 0);
  await file.close();
}
