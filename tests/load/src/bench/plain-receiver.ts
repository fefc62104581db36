import { open, unlink } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * The least that a server can do with an upload, in a process of its own: the bytes go to a file, which is synchronised with the disk
 * before the answer. The files are gone again after it.
 */

const PATH = process.argv[2] ?? "";

async function keep(bytes: IncomingMessage): Promise<void> {
  const file = await open(PATH, "w");
  try {
    for await (const part of bytes as AsyncIterable<Buffer>) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

const server = createServer((request, reply) => {
  void keep(request).then(async () => {
    reply.writeHead(201).end();
    await unlink(PATH);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on("disconnect", () => process.exit());
