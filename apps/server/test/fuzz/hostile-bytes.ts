import { randomBytes } from "node:crypto";
import * as fc from "fast-check";

/* What may stand on an upgraded socket instead of websocket frames (RFC 6455), and instead of the request before it. */

const FINAL = 0x80;
const MASKED = 0x80;
const TEXT = 1;

/** The length as a frame says it, in the short, the 16-bit or the 64-bit form, true or not. */
type LengthForm = "short" | "two" | "eight";

function toLength(form: LengthForm, value: bigint, mask: number): Buffer {
  if (form === "short") return Buffer.of(mask | Number(value & 0x7fn));
  const bytes = Buffer.alloc(form === "two" ? 3 : 9);
  bytes[0] = mask | (form === "two" ? 126 : 127);
  if (form === "two") bytes.writeUInt16BE(Number(value & 0xffffn), 1);
  else bytes.writeBigUInt64BE(value & 0xffff_ffff_ffff_ffffn, 1);
  return bytes;
}

interface Frame {
  readonly first: number;
  readonly payload: Uint8Array;
  /** In place of its true length. */
  readonly said?: { readonly form: LengthForm; readonly value: bigint } | undefined;
  /** A client must mask what it sends. */
  readonly isMasked?: boolean;
}

/** A frame in bytes. The mask is four zeros, so the payload stands as it is. */
function toFrame({ first, payload, said, isMasked = true }: Frame): Buffer {
  const { length } = payload;
  const form = said?.form ?? (length < 126 ? "short" : length < 65_536 ? "two" : "eight");
  const head = toLength(form, said?.value ?? BigInt(length), isMasked ? MASKED : 0);
  return Buffer.concat([Buffer.of(first), head, Buffer.alloc(isMasked ? 4 : 0), payload]);
}

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

const edges = [0, 1, 125, 126, 65_535, 65_536, 65_537, 2 ** 31, 2 ** 32, 2 ** 53].map(BigInt);

/**
 * Any first byte: reserved bits without an extension, unknown opcodes, control frames in pieces or too long, text that is no
 * UTF-8, closings for any reason; masked or not; the length a lie or not; alone or a flood of them.
 */
const anyFrame = fc
  .record({
    first: fc.oneof(
      fc.nat({ max: 255 }),
      fc.constantFrom(1, 8, 9, 10).map((code) => FINAL | code),
    ),
    payload: bytes(200),
    said: fc.option(
      fc.record({
        form: fc.constantFrom("short", "two", "eight"),
        value: fc.constantFrom(...edges, 2n ** 63n, 2n ** 64n - 1n),
      }),
      { nil: undefined },
    ),
    isMasked: fc.nat({ max: 4 }).map((number) => number > 0),
    times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 20, max: 300 })),
  })
  .map(({ times, ...frame }) => Buffer.concat(Array(times).fill(toFrame(frame))));

/** A message in pieces, some of them empty or half a character, that may never end, with other frames between them. */
const fragments = fc
  .record({
    count: fc.oneof(fc.nat({ max: 20 }), fc.constantFrom(1_023, 1_024, 1_500)),
    piece: bytes(20),
    between: fc.option(fc.constantFrom(FINAL | 9, FINAL | TEXT), { nil: undefined }),
    isEnded: fc.boolean(),
  })
  .map(({ count, piece: payload, between, isEnded }) => {
    const parts = [toFrame({ first: TEXT, payload })];
    for (let at = 0; at < count; at += 1) {
      if (between !== undefined && at % 7 === 3) parts.push(toFrame({ first: between, payload }));
      parts.push(toFrame({ first: 0, payload }));
    }
    if (isEnded) parts.push(toFrame({ first: FINAL, payload }));
    return Buffer.concat(parts);
  });

const goodText = fc
  .constantFrom("ping", "CLIENT_MULTI_ROOM_AUTH", "CLIENT_GET_UNREAD_SUMMARY")
  .map((type) => ({ type, ...(type !== "ping" && { requestId: "a" }) }))
  .map((frame) => toFrame({ first: FINAL | TEXT, payload: Buffer.from(JSON.stringify(frame)) }));

const unit = fc.oneof(
  { weight: 5, arbitrary: anyFrame },
  { weight: 2, arbitrary: fragments },
  { weight: 2, arbitrary: goodText },
  { weight: 1, arbitrary: bytes(500) },
);

/** How a client goes: it says so, it waits for the server to, or it is cut off. */
export type Ending = "says so" | "is cut off";
const ending = fc.constantFrom<Ending>("says so", "says so", "is cut off");

/** What is written on one upgraded socket: good frames first, or none, and the pieces in which it arrives. */
export interface Stream {
  readonly chunks: readonly Uint8Array[];
  readonly ending: Ending;
}

/** Frames do not end where packets do. */
function inPieces(all: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (all.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((from, at) => all.subarray(from, places[at] ?? all.length));
}

export const stream: fc.Arbitrary<Stream> = fc
  .record({
    units: fc.array(unit, { minLength: 1, maxLength: 5 }),
    cuts: fc.array(fc.nat({ max: 2_000 }), { maxLength: 3 }),
    ending,
  })
  .map(({ units, cuts, ...rest }) => ({ chunks: inPieces(Buffer.concat(units), cuts), ...rest }));

/** A request to open the channel, as a client writes it that gets something wrong. */
export interface Handshake {
  readonly request: Buffer;
  /** Comes after it, whatever the answer is. */
  readonly after: Uint8Array;
  readonly cuts: readonly number[];
  readonly ending: Ending;
}

const headerLines = fc.array(
  fc.oneof(
    fc.constantFrom(
      "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits; server_max_window_bits=99999",
      `Sec-WebSocket-Extensions: ${"permessage-deflate, ".repeat(300)}x`,
      "Sec-WebSocket-Protocol: a, b, , c",
      "Sec-WebSocket-Version: 8",
      "Sec-WebSocket-Version: 13, 13",
      "Sec-WebSocket-Key: short",
      "Sec-WebSocket-Key:",
      "Upgrade: h2c",
      "Upgrade: websocket, websocket",
      "Connection: close",
      "Connection: keep-alive, Upgrade, Upgrade",
      "Origin: null",
      "Origin: https://evil.example.org",
      "Authorization: Bearer x",
      "Authorization: Basic \u0001",
      "Content-Length: 10",
      "Content-Length: -1",
      "Content-Length: 99999999999999999999",
      "Transfer-Encoding: chunked",
      "Transfer-Encoding: chunked, identity",
      "Expect: 100-continue",
      "Expect: the-unexpected",
      "X-Forwarded-For: 999.999.999.999, \u00ff",
      "Cookie: \u00e9=\ud800; ; =; a",
      "No colon here",
      ": no name",
      " folded: line",
      "Host: other",
    ),
    fc.integer({ min: 1, max: 30_000 }).map((length) => `X-Long: ${"x".repeat(length)}`),
    fc.integer({ min: 1, max: 3_000 }).map((count) => Array(count).fill("X-Many: 1").join("\r\n")),
    fc.string({ unit: "binary", maxLength: 40 }),
  ),
  { maxLength: 4 },
);

/** The headers of a good request, from a page of this origin. */
export function upgradeLines(origin: string): string[] {
  const key = randomBytes(16).toString("base64");
  return [
    "Host: a",
    `Origin: ${origin}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${key}`,
  ];
}

/** Of requests on this path, most of them almost right. */
export function handshake(path: string, origin: string): fc.Arbitrary<Handshake> {
  const method = fc.constantFrom(..."GET GET GET GET POST HEAD DELETE get PRI ".split(" "));
  const target = fc.oneof(
    { weight: 5, arbitrary: fc.constant(path) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "/",
        "*",
        "//",
        "/%00",
        "/%zz?%",
        `http://a:99999${path}`,
        `${path}&connectionId=${"c".repeat(300)}`,
        `${path}&userId=somebody`,
        `${path}${"&a=b".repeat(5_000)}`,
        path.replace(/accessToken=[^&]*/, "accessToken=wst_nothing"),
        path.replace(/accessToken=[^&]*/, `accessToken=${"t".repeat(10_000)}`),
        path.replace(/accessToken=[^&]*/, "accessToken=%00%ff"),
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  );
  const version = fc.constantFrom("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "");
  const lines = upgradeLines(origin);
  const kept = fc.oneof(
    { weight: 3, arbitrary: fc.constant(lines) },
    { weight: 2, arbitrary: fc.subarray(lines) },
  );
  return fc
    .record({
      method,
      target,
      version,
      kept,
      added: headerLines,
      cutOff: fc.option(fc.nat({ max: 2_000 }), { freq: 4, nil: undefined }),
      after: fc.oneof(fc.constant(new Uint8Array()), bytes(200)),
      cuts: fc.array(fc.nat({ max: 3_000 }), { maxLength: 6 }),
      ending,
    })
    .map(({ method: verb, target: to, version: spoken, kept: first, added, cutOff, ...rest }) => {
      const head = `${verb} ${to} ${spoken}\r\n${[...first, ...added].join("\r\n")}\r\n\r\n`;
      const whole = Buffer.from(head, "latin1");
      return { request: cutOff === undefined ? whole : whole.subarray(0, cutOff), ...rest };
    });
}

/** As it is written: slowly, where it is cut. */
export function piecesOf({ request, after, cuts }: Handshake): Buffer[] {
  return inPieces(Buffer.concat([request, after]), cuts);
}
