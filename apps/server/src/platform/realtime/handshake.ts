import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError } from "../app-error.ts";

/* The opening handshake of a websocket (RFC 6455, 4.2). No extension is ever agreed on: frames are what they seem. */

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const VERSION = "13";
const KEY = /^[+/0-9A-Za-z]{22}==$/;
const TOKEN = /^[!#$%&'*+\-.0-9A-Z^_`|a-z~]+$/;

/** The answer that turns the connection into a websocket. Throws BAD_REQUEST for what is no such question. */
export function answerHandshake({ method, headers }: IncomingMessage): Buffer {
  const key = headers["sec-websocket-key"];
  const isWebsocket = headers.upgrade?.toLowerCase() === "websocket";
  if (method !== "GET" || !isWebsocket || key === undefined || !KEY.test(key)) {
    throw new AppError("BAD_REQUEST");
  }
  if (headers["sec-websocket-version"] !== VERSION) throw new AppError("BAD_REQUEST");
  const protocol = chooseProtocol(headers["sec-websocket-protocol"]);
  const accept = createHash("sha1").update(key).update(GUID).digest("base64");
  const lines = [
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${accept}`,
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** A client that names protocols takes no for a failure, so it gets its first; they all mean the same here. */
function chooseProtocol(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const names = header.split(",").map((name) => name.trim());
  if (!names.every((name) => TOKEN.test(name))) throw new AppError("BAD_REQUEST");
  return names[0];
}
