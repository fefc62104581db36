import type { File } from "@colbin/protocol";
import type { Bytes } from "../src/runtime.ts";
import type { FileRows, LocalFile } from "../src/uploads.ts";
import type { FakeReply, FakeRequest } from "./fake-backend.ts";
import { refusal } from "./fake-calls.ts";

/** Bytes that know from where they are. */
export class FakeBytes implements Bytes {
  readonly start: number;
  readonly size: number;

  constructor(size: number, start = 0) {
    this.size = size;
    this.start = start;
  }

  slice(start: number, end: number): Bytes {
    return new FakeBytes(end - start, this.start + start);
  }
}

/** Files of a browser, which outlive its tabs. */
export function fakeFileRows() {
  const files = new Map<string, LocalFile>();
  const bytes = new Map<string, Bytes>();
  const rows: FileRows = {
    async add(file, whole) {
      files.set(file.id, file);
      bytes.set(file.id, whole);
    },
    put: async (file) => void (files.has(file.id) && files.set(file.id, file)),
    async remove({ id }) {
      files.delete(id);
      bytes.delete(id);
    },
    list: async (userId) => [...files.values()].filter((each) => each.userId === userId),
    bytes: async ({ id }) => bytes.get(id),
  };
  return { rows, files, bytes };
}

/** The calls of uploads: `answer` is a `FakeServer.onCall`. */
export class FakeUploads {
  readonly offsets = new Map<string, number>();
  readonly made = new Set<string>();
  /** Where each piece began, in the order of coming. */
  readonly pieces: number[] = [];
  /** Ids by the key of the call that began them. */
  readonly #begun = new Map<string | undefined, string>();

  readonly answer = ({ method, path, body, bytes, headers }: FakeRequest) => {
    if (!path.startsWith("/files/uploads")) return undefined;
    const [, , , id = "", what] = path.split("/");
    if (id === "") return this.#begin(Number(body?.["size"]), headers["idempotency-key"]);
    if (what === "complete") return this.#complete(id);
    if (method === "DELETE") {
      this.made.delete(id);
      return { status: this.offsets.delete(id) ? 204 : 404 };
    }
    const offset = this.offsets.get(id);
    if (offset === undefined) return { status: 404 };
    if (method === "HEAD") return told(offset);
    if (Number(headers["upload-offset"]) !== offset)
      return refusal(409, "UPLOAD_MISMATCH", { offset });
    this.pieces.push(offset);
    this.offsets.set(id, offset + (bytes?.size ?? 0));
    return told(this.offsets.get(id) ?? 0);
  };

  /** A repetition is answered as before, whatever has become of the upload. */
  #begin(size: number, key: string | undefined): FakeReply {
    const known = this.#begun.get(key);
    const id = known ?? `file-${this.#begun.size + 1}`;
    this.#begun.set(key, id);
    if (known === undefined) this.offsets.set(id, 0);
    return { status: 201, body: { id, offset: 0, size } };
  }

  #complete(id: string): FakeReply {
    if (!this.offsets.delete(id) && !this.made.has(id)) return refusal(404, "FILE_NOT_FOUND");
    this.made.add(id);
    const file: Partial<File> = { type: "image", mediaType: "image/png", width: 4, height: 3 };
    return { status: 200, body: { id, ...file } };
  }
}

function told(offset: number): FakeReply {
  return { status: 204, headers: { "upload-offset": String(offset) } };
}
