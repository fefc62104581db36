import { STATUS_CODES } from "node:http";
import { toEnvelope, type AppError } from "../app-error.ts";

/**
 * A refusal as bytes, for a connection that never became a request or asked for a socket: the envelope that every refusal has, which no
 * browser keeps or takes for something else. The connection is to be closed after it.
 */
export function toRawRefusal(error: AppError, retryAfterMs?: number): string {
  const { status } = error;
  const body = JSON.stringify(toEnvelope(error));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    ...(retryAfterMs === undefined ? [] : [`Retry-After: ${Math.ceil(retryAfterMs / 1000)}`]),
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
