import type { FileRows, LocalFile } from "@colbin/client";
import type { Key } from "./schema.ts";
import { device } from "./store.ts";

let last: Promise<unknown> = Promise.resolve();

/** One that is removed while it is looked for would come back. */
function inTurn(run: () => Promise<void>): Promise<void> {
  const next = last.then(run);
  last = next.catch(() => undefined);
  return next;
}

/** Files on their way as rows of the device; their bytes lie apart, so that what is known of a file is written without them. */
export const deviceFiles: FileRows = {
  add: (file, bytes) =>
    device.write([
      { table: "files", key: keyOf(file), value: file },
      { table: "blobs", key: keyOf(file), value: bytes },
    ]),
  put: (file) =>
    inTurn(async () => {
      const key = keyOf(file);
      const there = await device.keys("files", key);
      if (there.length > 0) await device.write([{ table: "files", key, value: file }]);
    }),
  remove: (file) =>
    inTurn(() =>
      device.write((["files", "blobs"] as const).map((table) => ({ table, key: keyOf(file) }))),
    ),
  async list(userId) {
    await device.whenOpen();
    const rows = await device.read("files", [userId]);
    return rows.map(({ value }) => value as LocalFile);
  },
  async bytes(file) {
    const [row] = await device.read("blobs", keyOf(file));
    return row?.value as Blob | undefined;
  },
};

function keyOf({ userId, workspaceId, id }: LocalFile): Key {
  return [userId, workspaceId ?? "", id];
}
