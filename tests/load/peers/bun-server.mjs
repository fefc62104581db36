// A bare Bun server: a socket subscribes to the rooms of its address, and what it sends is published to the room. No
// accounts, no checks, nothing is stored: the ceiling of an engine in C++ without a product.
import { toEvent } from "./envelope.mjs";

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.argv[2]),
  fetch(request, self) {
    const rooms = new URL(request.url).searchParams.get("rooms")?.split(",") ?? [];
    return self.upgrade(request, { data: { rooms } })
      ? undefined
      : new Response("", { status: 400 });
  },
  websocket: {
    perMessageDeflate: false,
    sendPings: false,
    idleTimeout: 960,
    backpressureLimit: 1024 * 1024,
    closeOnBackpressureLimit: true,
    open(socket) {
      for (const room of socket.data.rooms) socket.subscribe(room);
      socket.send(JSON.stringify({ type: "READY" }));
    },
    message(_socket, text) {
      const sent = JSON.parse(text);
      server.publish(sent.sessionRoomSlug, JSON.stringify(toEvent(sent)));
    },
  },
});
