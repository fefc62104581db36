import { closeCodes } from "@colbin/protocol";
import { WebSocket, WebSocketServer } from "ws";
import { TokenBucket } from "#server/platform/limits/token-bucket.ts";
import type { Channel } from "#server/platform/realtime/upgrade-gate.ts";
import type { DocumentContents, DocumentsLive, EditorSocket } from "./live.service.ts";

/** A whole document may come back from a device that was offline. */
const FRAME_BYTES_MAX = 8 * 1024 * 1024;
/** Bytes that wait for a client that does not read: several whole documents. */
const WAITING_BYTES_MAX = 16 * 1024 * 1024;
/** Frames a second, and at once: many times what fast typing sends. */
const FRAME_RATE = 200;
const FRAME_BURST = 2_000;

export interface DocumentsChannel extends Channel {
  /** The same documents, for the calls of the API. */
  readonly contents: DocumentContents;
  /** Stores what is not stored, and ends all connections. */
  close(): Promise<void>;
}

/** The channel by which editors reach the documents that people write together. */
export function openDocumentsChannel(live: DocumentsLive): DocumentsChannel {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX });
  return {
    contents: live,
    accept(request, socket, head, enter) {
      sockets.handleUpgrade(request, socket, head, (ws) => {
        const asked = new Request(`http://localhost${request.url ?? "/"}`);
        const comeAgain = () => ws.close(closeCodes.tryLater);
        const use = { documents: 0 };
        const connection = live.connect(toReading(ws), asked, { enter, comeAgain, use });
        const frames = new TokenBucket(FRAME_RATE, FRAME_BURST, performance.now());
        ws.on("message", (data: Buffer) => {
          // What arrives while the socket closes is not read any more.
          if (ws.readyState !== WebSocket.OPEN) return;
          if (frames.take(performance.now()) > 0) ws.close(closeCodes.tooFast);
          else connection.handleMessage(new Uint8Array(data));
        });
        ws.on("close", (code, reason) =>
          connection.handleClose({ code, reason: reason.toString() }),
        );
        ws.on("error", () => ws.terminate());
      });
    },
    async close() {
      // What arrives after the last store would be in no database, and in the documents of others.
      for (const ws of sockets.clients) ws.close(closeCodes.restart);
      await live.close();
      for (const ws of sockets.clients) ws.terminate();
    },
  };
}

/** A socket that ends where its client does not read what it is sent. */
function toReading(ws: WebSocket): EditorSocket {
  return {
    get readyState() {
      return ws.readyState;
    },
    send(data) {
      // A close would wait behind all the rest.
      if (ws.bufferedAmount > WAITING_BYTES_MAX) ws.terminate();
      else ws.send(data);
    },
    close: (code, reason) => ws.close(code, reason),
  };
}
