import {
  errorDefinition,
  errorMessage,
  events,
  isErrorCode,
  isRetryable as isRetryableCode,
  type EventShape,
  type FrameOf,
  type FrameType,
  type RoomEventEntry,
  type ServerFrame,
} from "@colbin/protocol";
import { toEnvelope, type AppError } from "../app-error.ts";
import type { RoomEvent } from "./live.ts";
import type { Entry } from "./room.ts";

/*
 * Turns what features know into the bytes of the contract. A frame is built once, with its websocket header, and the same
 * bytes go to every socket.
 */

/** First byte of an unfragmented text frame (RFC 6455, 5.2). */
const FINAL_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const LENGTH_16_FROM = 126;
const LENGTH_64_FROM = 65_536;

/** A whole unmasked text frame, header and payload in one piece. */
export function toTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < LENGTH_16_FROM ? 2 : length < LENGTH_64_FROM ? 4 : 10;
  const bytes = Buffer.allocUnsafe(headerLength + length);
  bytes[0] = FINAL_TEXT;
  if (headerLength === 2) bytes[1] = length;
  else if (headerLength === 4) {
    bytes[1] = LENGTH_16;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = LENGTH_64;
    bytes.writeUInt32BE(0, 2);
    bytes.writeUInt32BE(length, 6);
  }
  bytes.write(text, headerLength);
  return bytes;
}

/** A server frame as the bytes that leave. */
export function encodeFrame(frame: ServerFrame): Buffer {
  return toTextFrame(JSON.stringify(frame));
}

/** A room event as JSON: address and kind, then its data beside them. */
export function toRoomEventText({ roomSlug, name, seq, data }: RoomEvent): string {
  const type: FrameType = "SERVER_ROOM_EVENT";
  return JSON.stringify({
    type,
    sessionRoomSlug: roomSlug,
    event: name,
    ...(seq !== undefined && { seq }),
    ...data,
  });
}

/** The event of a frame that toTextFrame made of toRoomEventText, as a replay of the log carries it. */
export function toLogEntry(frame: Buffer): RoomEventEntry {
  const {
    type: _type,
    sessionRoomSlug: _slug,
    ...entry
  } = JSON.parse(toText(frame)) as FrameOf<"SERVER_ROOM_EVENT"> & RoomEventEntry;
  return entry;
}

function toText(frame: Buffer): string {
  const length = frame[1] ?? 0;
  return frame.toString("utf8", length < LENGTH_16 ? 2 : length === LENGTH_16 ? 4 : 10);
}

/** The sender's own copy of an event, made from the text that everybody else gets. */
export function withRequestId(text: string, requestId: string): string {
  return `${text.slice(0, -1)},"requestId":${JSON.stringify(requestId)}}`;
}

/** A refusal on the live channel: the code of the frame where the registry names one (errors.md, section 8). */
export function toErrorFrame(
  error: AppError,
  requestId?: string,
): FrameOf<"SERVER_MULTI_ROOM_ERROR"> {
  const { code, status, details } = toEnvelope(error);
  const shown = errorDefinition(error.code).frameCode ?? code;
  const isRetryable = isRetryableCode(code);
  const retryAfterMs = toRetryAfterMs(error);
  return {
    type: "SERVER_MULTI_ROOM_ERROR",
    ...(requestId !== undefined && { requestId }),
    code: shown,
    message: isErrorCode(shown) ? errorMessage(shown, details) : error.message,
    status,
    details,
    retryable: isRetryable,
    ...(isRetryable && { retryAfterMs }),
  };
}

/** When to come again, for whoever refused without saying so. */
const RETRY_AFTER_MS = 1_000;

/** Milliseconds after which a refused caller may try again. */
export function toRetryAfterMs({ details }: AppError): number {
  const named = details["retryAfterMs"];
  return typeof named === "number" ? Math.ceil(named) : RETRY_AFTER_MS;
}

/** Takes the place of an event of before that still waits for a slow socket. */
export function isSuperseding({ name }: RoomEvent): boolean {
  const shape: EventShape = events[name];
  return shape.supersedes ?? false;
}

/** A durable event for the sockets of its room, without a copy for its sender. */
export function toEntry(event: RoomEvent, seq: number): Entry {
  const frame = toTextFrame(toRoomEventText(event));
  const supersedes = isSuperseding(event);
  return { seq, frame, audience: event.audience, supersedes, own: undefined };
}
