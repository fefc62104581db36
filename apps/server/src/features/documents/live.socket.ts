import { closeCodes } from "@colbin/protocol";
import { WebSocketServer } from "ws";
import type { Channel } from "#server/platform/realtime/upgrade-gate.ts";
import type { DocumentContents, DocumentsLive } from "./live.service.ts";

/** A whole document may come back from a device that was offline. */
const FRAME_BYTES_MAX = 8 * 1024 * 1024;

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
        const connection = live.connect(ws, asked, { enter, comeAgain });
        ws.on("message", (data: Buffer) => connection.handleMessage(new Uint8Array(data)));
        ws.on("close", (code, reason) =>
          connection.handleClose({ code, reason: reason.toString() }),
        );
        ws.on("error", () => ws.terminate());
      });
    },
    async close() {
      await live.close();
      for (const ws of sockets.clients) ws.terminate();
    },
  };
}
