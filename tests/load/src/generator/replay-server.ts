import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { toServerFrame } from "./frames.ts";

/*
 * Plays one prepared event to everybody who connects, as often and as bunched as it is told, and does nothing else: what the
 * generator can take is measured against it. Arguments: port, frames of one write, writes a second to each receiver.
 */

const [port = 0, frames = 1, perSecond = 1] = process.argv.slice(2).map(Number);
const ROUND_MS = 1000 / perSecond;
/** As long as an event with 100 characters of text is. */
const text = JSON.stringify({
  type: "SERVER_ROOM_EVENT",
  event: "message_new",
  seq: 1,
  sessionRoomSlug: "replay",
  message: { content: "x".repeat(500) },
});
const bunch = Buffer.concat(Array.from({ length: frames }, () => toServerFrame(text)));
const receivers = new Set<Duplex>();

const server = createServer();
server.on("upgrade", (_request: IncomingMessage, socket) => {
  socket.on("error", () => socket.destroy());
  socket.on("close", () => receivers.delete(socket));
  socket.write(
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  );
  socket.write(toServerFrame(JSON.stringify({ type: "READY" })));
  receivers.add(socket);
});
server.listen(port, "127.0.0.1");

let nextAt = performance.now() + ROUND_MS;

/** A receiver that lags is left out: it is not the replay that is measured. */
function play(): void {
  for (const socket of receivers) if (socket.writableLength === 0) socket.write(bunch);
  nextAt = Math.max(nextAt + ROUND_MS, performance.now());
  setTimeout(play, Math.max(1, nextAt - performance.now()));
}

play();
