import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import S3rver from "s3rver";
import { openDiskStore } from "./disk-store.ts";
import { openS3Store } from "./s3-store.ts";
import { BlobMissing, TooManyBytes, type FileStore } from "./file-store.ts";

/* One suite for every store: what the seam promises. */

interface Opened {
  readonly store: FileStore;
  /** As a new process opens it. */
  readonly again: () => FileStore;
  readonly close: () => Promise<void>;
}

const stores: Readonly<Record<string, () => Promise<Opened>>> = {
  async disk() {
    const folder = await mkdtemp(join(tmpdir(), "colbin-store-"));
    return {
      store: openDiskStore(folder),
      again: () => openDiskStore(folder),
      close: () => rm(folder, { recursive: true }),
    };
  },
  async s3() {
    const folder = await mkdtemp(join(tmpdir(), "colbin-s3-"));
    const server = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: "colbin", configs: [] }],
    });
    const { port } = await server.run();
    const settings = {
      url: `http://127.0.0.1:${port}/colbin`,
      region: "us-east-1",
      keyId: "S3RVER",
      secret: "S3RVER",
    };
    return {
      store: openS3Store(settings),
      again: () => openS3Store(settings),
      async close() {
        await server.close();
        await rm(folder, { recursive: true });
      },
    };
  },
};

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.each(Object.entries(stores))("the store on %s", (_name, openStore) => {
  let opened: Opened;
  let store: FileStore;

  beforeAll(async () => {
    opened = await openStore();
    store = opened.store;
  });
  afterAll(() => opened.close());

  const readAll = async (sha256: string, variant?: string) =>
    buffer(await store.read(variant === undefined ? { sha256 } : { sha256, variant }));

  it("keeps bytes that came in parts, also for another process, under their hash", async () => {
    const bytes = randomBytes(300_000);
    const hash = hashOf(bytes);
    expect(await store.stagedSize("parts")).toBe(0);
    let end = 0;
    for (const next of [100_000, 100_001, 300_000]) {
      const part = Readable.from([bytes.subarray(end, next)]);
      const writing = next === 300_000 ? opened.again() : store;
      end = await writing.append("parts", part, { offset: end, max: bytes.length - end });
      expect([end, await opened.again().stagedSize("parts")]).toEqual([next, next]);
    }
    expect(Buffer.from(await store.head("parts", 10))).toEqual(bytes.subarray(0, 10));
    const sum = { size: bytes.length, sha256: hash };
    expect(await store.sum("parts")).toEqual(sum);
    expect(await opened.again().sum("parts")).toEqual(sum);
    expect(await store.has(hash)).toBe(false);
    for (const each of [store, opened.again()]) await each.promote("parts", hash);
    expect(await store.has(hash)).toBe(true);
    expect(await store.sum("parts")).toEqual(sum);
    await store.discard("parts");
    await store.promote("parts", hash);
    expect(await readAll(hash)).toEqual(bytes);
    expect(await buffer(await store.read({ sha256: hash }, { start: 5, end: 9 }))).toEqual(
      bytes.subarray(5, 10),
    );
    expect(await store.stagedSize("parts")).toBe(0);
  });

  it("keeps what had come when a source ends in the middle, and no byte too many", async () => {
    const cut = Readable.from(
      (function* () {
        yield Buffer.from("abc");
        throw new Error("cut");
      })(),
    );
    await expect(store.append("cut", cut, { offset: 0, max: 6 })).rejects.toThrow("cut");
    expect(await store.stagedSize("cut")).toBe(3);
    const more = store.append("cut", Readable.from([Buffer.from("defg")]), { offset: 3, max: 3 });
    await expect(more).rejects.toThrow(TooManyBytes);
    await store.append("cut", Readable.from([Buffer.from("def")]), { offset: 3, max: 3 });
    expect((await store.sum("cut")).sha256).toBe(hashOf(Buffer.from("abcdef")));
    await store.discard("cut");
    expect(await store.stagedSize("cut")).toBe(0);
  });

  it("keeps a blob once, and removes it with what was made of it", async () => {
    const bytes = Buffer.from("the same bytes");
    const hash = hashOf(bytes);
    for (const id of ["one", "two"]) {
      await store.append(id, Readable.from([bytes]), { offset: 0, max: bytes.length });
      await store.promote(id, hash);
      await store.discard(id);
    }
    const same = { sha256: hash, variant: "preview" };
    await Promise.all(Array.from({ length: 20 }, () => store.put(same, bytes)));
    expect(await readAll(hash, "preview")).toEqual(bytes);
    for (const text of ["made", "made anew"])
      await store.put({ sha256: hash, variant: "thumb" }, Buffer.from(text));
    expect((await readAll(hash, "thumb")).toString()).toBe("made anew");
    const later = new Date(Date.now() + 1_000);
    const listed = async (before: Date) => {
      const names: object[] = [];
      for await (const each of store.listOlder(before)) names.push(each);
      return names;
    };
    expect(await listed(later)).toContainEqual({ sha256: hash });
    expect(await listed(new Date(0))).toEqual([]);
    await store.remove(hash);
    await store.remove(hash);
    expect(await store.has(hash)).toBe(false);
    await expect(store.read({ sha256: hash })).rejects.toThrow(BlobMissing);
    await expect(store.read({ sha256: hash, variant: "thumb" })).rejects.toThrow(BlobMissing);
  });
});
