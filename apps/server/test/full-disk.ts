import { open } from "node:fs/promises";
import { devNull } from "node:os";
import { vi } from "vitest";

/* A disk that is full without a disk: files of this process are written as the operating system writes them then. */

interface FullDisk extends Disposable {
  /** Space is there again. */
  free(): void;
}

interface Writer {
  readonly write: (
    this: unknown,
    bytes: Uint8Array,
    from: number,
    length: number,
    place: number,
  ) => Promise<{ readonly bytesWritten: number }>;
}

/** From now on the disk takes so many bytes more of what is written through file handles. */
export async function fillDisk(room: number): Promise<FullDisk> {
  const handle = await open(devNull, "w");
  const files = Object.getPrototypeOf(handle) as Writer;
  await handle.close();
  const { write } = files;
  let left = room;
  const spy = vi.spyOn(files, "write").mockImplementation(async function (
    this: unknown,
    ...[bytes, from, length, place]
  ) {
    const count = Math.min(length, left);
    if (count === 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    left -= count;
    return write.call(this, bytes, from, count, place);
  });
  const free = () => spy.mockRestore();
  return { free, [Symbol.dispose]: free };
}
