import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEADER_END = Buffer.from("\r\n\r\n");

interface HttpAnswer {
  readonly status: number;
  readonly bytes: number;
  /** Only where it was asked for. */
  readonly body: Buffer | undefined;
}

export interface HttpConnection {
  /** One request at a time. */
  ask(request: Buffer, isDecoded: boolean): Promise<HttpAnswer>;
  close(): void;
}

/** A connection that is kept. It reads the length of an answer and, where asked, the answer. */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  const reader = createReader(socket);
  return {
    ask(request, isDecoded) {
      const answer = reader.next(isDecoded);
      socket.write(request);
      return answer;
    },
    close: () => socket.destroy(),
  };
}

interface Waiting {
  readonly isDecoded: boolean;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
}

function createReader(socket: Socket) {
  let waiting: Waiting | undefined;
  let status = 0;
  let length = 0;
  let left = 0;
  let parts: Buffer[] = [];

  function begin(chunk: Buffer): Buffer | undefined {
    const end = chunk.indexOf(HEADER_END);
    if (end < 0) return undefined;
    const header = chunk.toString("latin1", 0, end);
    status = Number(header.slice(9, 12));
    length = Number(/\ncontent-length: (\d+)/i.exec(header)?.[1] ?? 0);
    left = length;
    return chunk.subarray(end + HEADER_END.length);
  }

  socket.on("data", (chunk: Buffer) => {
    let body = chunk;
    if (left === 0) {
      const rest = begin(parts.length > 0 ? Buffer.concat([...parts, chunk]) : chunk);
      if (!rest) {
        parts.push(chunk);
        return;
      }
      parts = [];
      body = rest;
    }
    left -= body.length;
    if (waiting?.isDecoded) parts.push(body);
    if (left > 0) return;
    const { isDecoded, resolve } = waiting ?? {};
    waiting = undefined;
    const answer = { status, bytes: length, body: isDecoded ? Buffer.concat(parts) : undefined };
    parts = [];
    resolve?.(answer);
  });
  socket.on("close", () => waiting?.reject(new Error("The server closed the connection")));
  return {
    next(isDecoded: boolean): Promise<HttpAnswer> {
      return new Promise((resolve, reject) => {
        waiting = { isDecoded, resolve, reject };
      });
    },
  };
}
