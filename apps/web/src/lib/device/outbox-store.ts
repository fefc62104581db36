import type { OutboxEntry, OutboxStore } from "@colbin/client";
import { toOutboxKey } from "./schema.ts";
import { device } from "./store.ts";

const table = "outbox";

/** Unsent messages as rows of the device. */
export const deviceOutbox: OutboxStore = {
  put: (entry) =>
    device.write([
      // It may have been kept before its workspace was known.
      { table, key: toOutboxKey({ ...entry, workspaceId: undefined }) },
      { table, key: toOutboxKey(entry), value: entry },
    ]),
  async remove(clientMessageId) {
    const keys = await device.keys(table, []);
    const own = keys.filter((key) => key.at(-1) === clientMessageId);
    await device.write(own.map((key) => ({ table, key })));
  },
  async list(userId) {
    const rows = await device.read(table, [userId]);
    return rows.map(({ value }) => value as OutboxEntry);
  },
  // With the files that wait for their messages.
  clear: (userId) =>
    device.write(
      ([table, "files", "blobs"] as const).map((each) => ({ table: each, key: [userId] })),
    ),
};
