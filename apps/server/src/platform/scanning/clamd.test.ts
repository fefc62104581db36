import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  createClamdProcess,
  malware,
  STREAM_MAX,
  threat,
  type ClamdProcess,
} from "#test/clamd-process.ts";
import { createScanner, ScannerAway, ScannerUnreachable } from "./clamd.ts";

let clamd: ClamdProcess;
beforeAll(async () => {
  clamd = await createClamdProcess();
  await clamd.start();
});
afterAll(() => clamd.close());

const MB = 1024 * 1024;
const filled = (size: number) => Buffer.alloc(size, "colbin ");
const found = { kind: "found", threat };

/** In pieces, as a store gives them. */
function piecesOf(bytes: Buffer, size = 256 * 1024): () => Promise<Readable> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return () => Promise.resolve(Readable.from(pieces));
}

describe("a real clamd", () => {
  it.each([
    ["of no bytes", Buffer.alloc(0), { kind: "clean" }],
    ["that is clean", filled(3 * MB), { kind: "clean" }],
    ["that is malware", malware, found],
    ["with malware at its end", Buffer.concat([filled(2 * MB), malware]), found],
    ["that is too large", filled(STREAM_MAX + 1), { kind: "too large" }],
    ["that is far too large", filled(12 * MB), { kind: "too large" }],
  ])("judges a file %s", async (_what, bytes, verdict) => {
    const scanner = createScanner(clamd.address);
    expect(await scanner.scan(piecesOf(bytes))).toEqual(verdict);
  });

  it("finds what lies over the border of two pieces, and takes pieces of no bytes", async () => {
    const scanner = createScanner(clamd.address);
    const bytes = Buffer.concat([malware.subarray(0, 5), malware.subarray(5)]);
    expect(await scanner.scan(piecesOf(bytes, 5))).toEqual(found);
    const pieces = Readable.from([
      Buffer.alloc(0),
      malware.subarray(0, 9),
      Buffer.alloc(0),
      malware.subarray(9),
    ]);
    expect(await scanner.scan(() => Promise.resolve(pieces))).toEqual(found);
  });

  it("judges many at the same time, each by itself", async () => {
    const scanner = createScanner(clamd.address);
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        scanner.scan(piecesOf(n % 3 === 0 ? malware : filled(n))),
      ),
    );
    expect(verdicts.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? "found" : "clean")),
    );
  });

  it("says nothing while it is frozen, and a scanner does not wait for ever", async () => {
    const scanner = createScanner(clamd.address, { idleMs: 50 });
    clamd.freeze();
    try {
      await expect(scanner.scan(piecesOf(malware))).rejects.toThrow(ScannerAway);
    } finally {
      clamd.thaw();
    }
    expect(await scanner.scan(piecesOf(malware))).toEqual(found);
  });

  it("is not blamed for bytes that cannot be read", async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error("the disk is broken"));
      },
    });
    const scan = createScanner(clamd.address).scan(() => Promise.resolve(failing));
    await expect(scan).rejects.toThrow("the disk is broken");
  });
});

describe("a server that is no clamd as it should be", () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function serve(act: (socket: Socket) => void) {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      act(socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(() => server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each<[string, (socket: Socket) => void]>([
    ["closes at once", (socket) => socket.destroy()],
    ["closes when it has heard something", (socket) => socket.once("data", () => socket.destroy())],
    ["ends without a word", (socket) => socket.resume().end()],
    ["says another error", (socket) => socket.end("stream: Can't allocate memory ERROR\0")],
    ["says something else", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["says OK in the middle of more words", (socket) => socket.end("stream: not OK\0")],
  ])("that %s gives no verdict", async (_what, act) => {
    const scanner = createScanner(await serve(act));
    const failure: unknown = await scanner
      .scan(piecesOf(filled(MB)))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ScannerAway);
    expect(failure).not.toBeInstanceOf(ScannerUnreachable);
  });

  it.each([
    ["stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0", { kind: "too large" }],
    ["stream: Win.Test.EICAR_HDB-1 FOUND\0", { kind: "found", threat: "Win.Test.EICAR_HDB-1" }],
  ])("that says %s is understood", async (reply, verdict) => {
    const scanner = createScanner(await serve((socket) => socket.resume().end(reply)));
    expect(await scanner.scan(piecesOf(filled(100)))).toEqual(verdict);
  });

  it("that loses its reply once is asked again", async () => {
    let count = 0;
    const address = await serve((socket) => {
      if (count++ === 0) socket.destroy();
      else socket.resume().end("stream: OK\0");
    });
    expect(await createScanner(address).scan(piecesOf(filled(MB)))).toEqual({ kind: "clean" });
    expect(count).toBe(2);
  });

  it("that is not there gives no verdict, and one that takes no connection neither", async () => {
    const closed = await serve(() => undefined);
    for (const close of closers.splice(0)) close();
    await expect(createScanner(closed).scan(piecesOf(malware))).rejects.toThrow(ScannerUnreachable);
    const nowhere = createScanner("/nowhere/clamd.sock");
    await expect(nowhere.scan(piecesOf(malware))).rejects.toThrow(ScannerUnreachable);
  });
});
