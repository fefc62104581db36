import { randomBytes } from "node:crypto";
import * as fc from "fast-check";

/* What may stand on an upgraded socket instead of websocket frames (RFC 6455), and instead of the request before it. */

const FINAL = 0x80;
const MASKED = 0x80;
const TEXT = 1;
const CLOSE = 8;
const PING = 9;

/** The length as a frame says it: in the short, the 16-bit or the 64-bit form, true or not. */
interface SaidLength {
  readonly form: "short" | "two" | "eight";
  readonly value: bigint;
}

function toLength({ form, value }: SaidLength, mask: number): Buffer {
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
  readonly said?: SaidLength | undefined;
  /** A client must mask what it sends. */
  readonly isMasked?: boolean;
}

function honestLength(length: number): SaidLength {
  const form = length < 126 ? "short" : length < 65_536 ? "two" : "eight";
  return { form, value: BigInt(length) };
}

/** A frame in bytes. The mask is four zeros, so the payload stands as it is. */
function toFrame({ first, payload, said, isMasked = true }: Frame): Buffer {
  const length = toLength(said ?? honestLength(payload.length), isMasked ? MASKED : 0);
  const mask = isMasked ? Buffer.alloc(4) : Buffer.alloc(0);
  return Buffer.concat([Buffer.of(first), length, mask, payload]);
}

const text = (content: string): Buffer =>
  toFrame({ first: FINAL | TEXT, payload: Buffer.from(content) });

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

const saidLength: fc.Arbitrary<SaidLength> = fc.record({
  form: fc.constantFrom("short", "two", "eight"),
  value: fc.constantFrom(
    0n,
    1n,
    125n,
    126n,
    65_535n,
    65_536n,
    65_537n,
    2n ** 31n,
    2n ** 32n,
    2n ** 53n,
    2n ** 63n,
    2n ** 64n - 1n,
  ),
});

/** Any first byte: reserved bits, unknown opcodes, control frames in pieces; masked or not; the length a lie or not. */
const anyFrame = fc
  .record({
    first: fc.nat({ max: 255 }),
    payload: bytes(200),
    said: fc.option(saidLength, { nil: undefined }),
    isMasked: fc.nat({ max: 4 }).map((number) => number > 0),
  })
  .map(toFrame);

/** Reserved bits say that an extension was agreed on: deflate was offered and not taken. */
const compressed = fc
  .tuple(fc.constantFrom(0x40, 0x20, 0x10, 0x70), bytes(100))
  .map(([reserved, payload]) => toFrame({ first: FINAL | reserved | TEXT, payload }));

const longControl = fc
  .tuple(fc.constantFrom(CLOSE, PING, 10, 11, 15), fc.integer({ min: 126, max: 5_000 }))
  .map(([opcode, length]) => toFrame({ first: FINAL | opcode, payload: Buffer.alloc(length) }));

const pingFlood = fc
  .tuple(fc.integer({ min: 20, max: 300 }), bytes(125))
  .map(([count, payload]) =>
    Buffer.concat(Array(count).fill(toFrame({ first: FINAL | PING, payload }))),
  );

const closing = fc
  .oneof(
    bytes(3),
    fc
      .tuple(
        fc.constantFrom(0, 999, 1000, 1004, 1005, 1006, 1015, 2999, 3000, 4999, 65_535),
        bytes(60),
      )
      .map(([code, reason]) => Buffer.concat([Buffer.of(code >> 8, code & 255), reason])),
  )
  .map((payload) => toFrame({ first: FINAL | CLOSE, payload }));

/** A message in pieces, some of them empty, that may never end, with other frames between them. */
const fragments = fc
  .record({
    count: fc.oneof(fc.nat({ max: 20 }), fc.constantFrom(1_023, 1_024, 1_500)),
    piece: bytes(20),
    between: fc.constantFrom("nothing", "pings", "another message"),
    isEnded: fc.boolean(),
  })
  .map(({ count, piece, between, isEnded }) => {
    const parts = [toFrame({ first: TEXT, payload: piece })];
    for (let at = 0; at < count; at += 1) {
      if (between === "pings") parts.push(toFrame({ first: FINAL | PING, payload: piece }));
      if (between === "another message" && at % 7 === 3) parts.push(text("{}"));
      parts.push(toFrame({ first: 0, payload: piece }));
    }
    if (isEnded) parts.push(toFrame({ first: FINAL, payload: piece }));
    return Buffer.concat(parts);
  });

/** What is no UTF-8: alone, or a character cut in two by a fragment whose rest never comes. */
const badText = fc
  .record({
    before: bytes(20),
    bad: fc.constantFrom(
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
    ),
    cut: fc.nat({ max: 4 }),
  })
  .map(({ before, bad, cut }) => {
    const payload = Buffer.of(...before.map((byte) => byte & 0x7f), ...bad);
    const at = Math.min(payload.length, before.length + cut);
    const [head, tail] = [payload.subarray(0, at), payload.subarray(at)];
    return cut === 0
      ? toFrame({ first: FINAL | TEXT, payload })
      : Buffer.concat([
          toFrame({ first: TEXT, payload: head }),
          toFrame({ first: FINAL, payload: tail }),
        ]);
  });

const goodText = fc
  .constantFrom(
    '{"type":"ping"}',
    '{"type":"CLIENT_MULTI_ROOM_AUTH","requestId":"a"}',
    '{"type":"CLIENT_GET_UNREAD_SUMMARY","requestId":"u"}',
  )
  .map(text);

const unit = fc.oneof(
  { weight: 4, arbitrary: anyFrame },
  { weight: 2, arbitrary: fragments },
  { weight: 2, arbitrary: badText },
  { weight: 2, arbitrary: goodText },
  { weight: 1, arbitrary: compressed },
  { weight: 1, arbitrary: longControl },
  { weight: 1, arbitrary: pingFlood },
  { weight: 1, arbitrary: closing },
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

/** Of requests on this path, most of them almost right. */
export function handshake(path: string, origin: string): fc.Arbitrary<Handshake> {
  const method = fc.constantFrom(
    "GET",
    "GET",
    "GET",
    "GET",
    "POST",
    "HEAD",
    "DELETE",
    "get",
    "PRI",
    "",
  );
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
  const lines = [
    "Host: a",
    `Origin: ${origin}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
  ];
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
