import { randomBytes } from "node:crypto";
import { FRESH_ID, type CallRequest } from "./plan.ts";

/** The bytes of a request, with the places of the UUIDs in it that are to be new ones each time. */
export interface PreparedRequest {
  readonly bytes: Buffer;
  readonly freshAt: readonly number[];
}

/** Made before the clock runs. As a client's, a call that changes something carries an idempotency key of its own. */
export function prepareRequest(port: number, request: CallRequest): PreparedRequest {
  const { method = "GET", path, token, body } = request;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    ...(method === "GET" ? [] : [`idempotency-key: ${FRESH_ID}`]),
    ...(method === "GET" ? [] : [`content-length: ${Buffer.byteLength(body ?? "")}`]),
    ...(body === undefined ? [] : ["content-type: application/json"]),
  ];
  const bytes = Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
  return { bytes, freshAt: findFresh(bytes) };
}

function findFresh(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(FRESH_ID); at >= 0; at = bytes.indexOf(FRESH_ID, at + 1)) {
    places.push(at);
  }
  return places;
}

const RUN_DIGITS = 8;
const COUNT_DIGITS = 12;
const run = randomBytes(RUN_DIGITS / 2).toString("hex");
let count = 0;

/** Gives the request its next UUID, the same at all of its places. */
export function refresh({ bytes, freshAt }: PreparedRequest): Buffer {
  if (freshAt.length === 0) return bytes;
  count += 1;
  const digits = count.toString(16).padStart(COUNT_DIGITS, "0");
  for (const at of freshAt) {
    bytes.write(run, at, "latin1");
    bytes.write(digits, at + FRESH_ID.length - COUNT_DIGITS, "latin1");
  }
  return bytes;
}
