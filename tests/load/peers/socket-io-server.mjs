// Socket.IO as most teams write it: rooms, websocket only, no compression. No accounts, no checks, nothing is stored.
import { createServer } from "node:http";
import { Server } from "socket.io";
import { toEvent } from "./envelope.mjs";

const http = createServer();
const io = new Server(http, {
  transports: ["websocket"],
  perMessageDeflate: false,
  httpCompression: false,
  serveClient: false,
  pingInterval: 600_000,
});
// What its guide to many connections advises: the first request is not kept.
io.engine.on("connection", (raw) => {
  raw.request = null;
});
io.on("connection", (socket) => {
  void socket.join(socket.handshake.auth.rooms);
  socket.on("send", (sent) => io.to(sent.sessionRoomSlug).emit("message_new", toEvent(sent)));
});
http.listen(Number(process.argv[2]), "127.0.0.1");
