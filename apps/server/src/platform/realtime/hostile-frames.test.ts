import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { frames, isErrorCode } from "@colbin/protocol";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, toPath, type Received, type TestClient } from "#test/realtime/test-client.ts";
import { startNode, type TestNode } from "#test/realtime/test-node.ts";

let node: TestNode;
/** Somebody who has nothing to do with it. */
let witness: TestClient;

const FOR_EVER = "99999999";

beforeAll(async () => {
  node = await startNode();
  witness = await connect(node, "bob", { token: `token-bob-${FOR_EVER}` });
});

afterAll(async () => {
  await witness.fence();
  await node.stop();
});

let fences = 0;

/** Like a ping, but told from the pings that are under test. */
async function fence(client: TestClient): Promise<void> {
  fences += 1;
  client.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: `fence-${fences}` });
  await client.reply(`fence-${fences}`);
}

/** One good frame of each command. */
const goodFrames: readonly Readonly<Record<string, unknown>>[] = [
  { type: "CLIENT_MULTI_ROOM_AUTH", requestId: "r", resume: { logEpoch: "e", rooms: { a: 1 } } },
  { type: "CLIENT_SUBSCRIBE_ROOMS", requestId: "r", sessionRoomSlugs: ["a"] },
  { type: "CLIENT_UNSUBSCRIBE_ROOMS", requestId: "r", sessionRoomSlugs: ["a"] },
  {
    type: "CLIENT_SEND_MESSAGE",
    requestId: "r",
    sessionRoomSlug: "a",
    content: "hello",
    messageType: "text",
    metadata: {},
    clientMessageId: "temp_3f2a0c1e-9b1d-4d5e-8f00-0123456789ab",
  },
  {
    type: "CLIENT_MARK_ROOM_READ",
    requestId: "r",
    sessionRoomSlug: "a",
    lastReadMessageId: "3f2a0c1e-9b1d-4d5e-8f00-0123456789ab",
  },
  { type: "CLIENT_GET_UNREAD_SUMMARY", requestId: "r" },
  { type: "CLIENT_REQUEST_MESSAGE_HISTORY", requestId: "r", sessionRoomSlug: "a", afterSeq: 1 },
  { type: "CLIENT_TYPING", roomSlug: "a", isTyping: true },
  { type: "ping", heads: { a: 1 } },
];

const hostileText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json().map((text) => text.slice(0, -1)),
  fc.constantFrom(
    "",
    "{",
    "[1,2",
    '{"type":',
    "nul",
    "\u0000",
    '{"type":"ping"}}',
    "1e999",
    '"\\u"',
  ),
);
const otherJson = fc.oneof(
  fc.jsonValue().filter((value) => typeof value !== "object" || Array.isArray(value)),
  fc
    .integer({ min: 1, max: 5_000 })
    .map((depth) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown),
);
const unknownType = fc.record({
  type: fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("__proto__", "constructor", "toString", "PING", "SERVER_ROOM_EVENT"),
  ),
  requestId: fc.oneof(fc.string({ maxLength: 80 }), fc.jsonValue()),
});

/** A good frame with one thing wrong: something missing, of another type, too long, or unknown. */
const bent = fc
  .tuple(
    fc.constantFrom(...goodFrames),
    fc.nat(),
    fc.constantFrom("drop", "swap", "add", "long"),
    fc.jsonValue(),
  )
  .map(([frame, place, how, value]) => {
    const keys = Object.keys(frame).filter((key) => key !== "type");
    const key = keys[place % keys.length] ?? "requestId";
    if (how === "add")
      return JSON.stringify(frame).replace("{", `{${JSON.stringify(`x${place}`)}:1,"__proto__":2,`);
    const rest = Object.fromEntries(Object.entries(frame).filter(([each]) => each !== key));
    if (how === "drop") return JSON.stringify(rest);
    return JSON.stringify({ ...rest, [key]: how === "long" ? "z".repeat(50_000) : value });
  });

interface Bad {
  readonly data: string | Buffer;
  /** Must it be refused, whatever was generated? */
  readonly isSure: boolean;
}

const badFrame: fc.Arbitrary<Bad> = fc.oneof(
  hostileText.map((data) => ({ data, isSure: true })),
  otherJson.map((value) => ({ data: JSON.stringify(value), isSure: true })),
  unknownType.map((value) => ({ data: JSON.stringify(value), isSure: true })),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ data: Buffer.from(bytes), isSure: true })),
  fc
    .constantFrom(...goodFrames)
    .map((frame) => ({ data: Buffer.from(JSON.stringify(frame)), isSure: true })),
  bent.map((data) => ({ data, isSure: false })),
);

/** What every refusal on the channel must look like. */
function expectEnvelope(frame: Received): void {
  expect(frames.SERVER_MULTI_ROOM_ERROR.frame.safeParse(frame).success).toBe(true);
  expect(isErrorCode(frame["code"] as string)).toBe(true);
  expect(frame["status"]).toBeLessThan(500);
  expect(frame["retryable"]).toBe(false);
  expect(JSON.stringify(frame).length).toBeLessThan(8_000);
  expect(JSON.stringify(frame)).not.toContain(" at ");
}

function legalRequestId(data: string | Buffer): unknown {
  try {
    const value = JSON.parse(data.toString()) as { readonly requestId?: unknown } | null;
    const id = typeof data === "string" ? value?.requestId : undefined;
    return typeof id === "string" && id.length > 0 && id.length <= 64 ? id : undefined;
  } catch {
    return undefined;
  }
}

describe("a bad frame", () => {
  test("costs its sender an error frame, and the connection stays: 1,500 of them", async () => {
    const token = `token-alice-${FOR_EVER}`;
    const client = await connect(node, "alice", { token });
    const seen = { sure: 0, all: 0 };
    const property = fc.asyncProperty(badFrame, async ({ data, isSure }) => {
      client.frames.length = 0;
      client.sendRaw(data);
      await fence(client);
      // Twenty in a minute would close the socket, which another test shows.
      if (seen.all % 15 === 0) node.clock.advance(61_000);
      await witness.fence();
      const errors = client.frames.filter(({ type }) => type === "SERVER_MULTI_ROOM_ERROR");
      for (const error of errors) expectEnvelope(error);
      seen.all += 1;
      if (!isSure) return;
      seen.sure += 1;
      expect(errors).toHaveLength(1);
      expect(errors[0]?.["code"]).toBe("VALIDATION_ERROR");
      expect(errors[0]?.["requestId"]).toEqual(legalRequestId(data));
    });
    await fc.assert(property, { numRuns: 1_500 });
    expect(seen.all).toBeGreaterThanOrEqual(1_500);
    expect(seen.sure).toBeGreaterThan(900);
    expect(client.ws.readyState).toBe(client.ws.OPEN);
    client.ws.close();
    await client.closed;
  }, 60_000);

  test("names the first of very many unknown fields, not all of them", async () => {
    const client = await connect(node, "alice", { token: `token-alice-${FOR_EVER}` });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));
    const isError = ({ type }: { type?: unknown }): boolean => type === "SERVER_MULTI_ROOM_ERROR";
    client.sendRaw(JSON.stringify({ type: "ping", ...many(500), ["k".repeat(9_000)]: 1 }));
    const error = await client.until(isError);
    expectEnvelope(error);
    expect((error["details"] as { readonly fields: unknown[] }).fields).toHaveLength(20);
    // So many that they are not looked at one by one.
    client.sendRaw(JSON.stringify({ type: "ping", heads: many(5_000) }));
    await client.until((frame) => isError(frame) && frame !== error);
    const last = client.frames.findLast(isError);
    expect(last?.["details"]).toMatchObject({ fields: [{ path: "", code: "tooLong" }] });
    client.ws.close();
    await client.closed;
  });

  test("closes the socket when it is the twentieth of a minute", async () => {
    const client = await connect(node, "alice", { token: `token-alice-${FOR_EVER}` });
    for (let count = 0; count < 30; count += 1) client.sendRaw("nonsense");
    expect((await client.closed).code).toBe(4029);
    const errors = client.frames.filter(({ code }) => code === "VALIDATION_ERROR");
    expect(errors).toHaveLength(20);
  });
});

const FINAL = 0x80;
const MASKED = 0x80;

interface RawFrame {
  readonly first: number;
  readonly isMasked: boolean;
  readonly length: number;
  readonly payload: Uint8Array;
}

/** A frame in bytes; what it says of its length need not be true. */
function toBytes({ first, isMasked, length, payload }: RawFrame): Buffer {
  const mask = isMasked ? MASKED : 0;
  const head =
    length < 126
      ? Buffer.from([first, mask | length])
      : length < 65_536
        ? Buffer.from([first, mask | 126, length >> 8, length & 255])
        : Buffer.from([
            first,
            mask | 127,
            0,
            0,
            0,
            0,
            ...Buffer.from(Uint32Array.of(length).buffer).toReversed(),
          ]);
  return Buffer.concat([head, isMasked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

const rawFrame = fc
  .record({
    first: fc.integer({ min: 0, max: 255 }),
    isMasked: fc.boolean(),
    lie: fc.option(fc.constantFrom(0, 1, 125, 126, 65_535, 65_537, 2 ** 31), { freq: 3 }),
    payload: fc.uint8Array({ maxLength: 200 }),
  })
  .map(({ lie, ...frame }) => toBytes({ ...frame, length: lie ?? frame.payload.length }));

const invalidText = fc
  .uint8Array({ minLength: 1, maxLength: 50 })
  .map((bytes) => Uint8Array.of(...bytes, 0xff))
  .map((payload) => toBytes({ first: FINAL | 1, isMasked: true, length: payload.length, payload }));

const fragments = fc
  .array(fc.uint8Array({ maxLength: 20 }), { minLength: 2, maxLength: 30 })
  .map((parts) =>
    parts.map((payload, index) =>
      toBytes({
        first: (index === parts.length - 1 ? FINAL : 0) | (index === 0 ? 1 : 0),
        isMasked: true,
        length: payload.length,
        payload,
      }),
    ),
  )
  .map((parts) => Buffer.concat(parts));

/** Past the handshake, with nothing in between. */
async function openRaw({ port } = node): Promise<Socket> {
  const socket = createConnection(port, "127.0.0.1");
  socket.on("error", () => {});
  const path = toPath({ accessToken: `token-alice-${FOR_EVER}` });
  const key = "dGhlIHNhbXBsZSBub25jZQ==";
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nOrigin: https://chat.example.org\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("101 Switching Protocols");
  return socket;
}

describe("bytes that are no websocket frames", () => {
  test("end their own connection at most, and nobody else notices: 300 connections", async () => {
    const bytes = fc.oneof(rawFrame, invalidText, fragments, fc.uint8Array({ maxLength: 500 }));
    const property = fc.asyncProperty(
      fc.array(bytes, { minLength: 1, maxLength: 4 }),
      async (all) => {
        const socket = await openRaw();
        for (const each of all) socket.write(each);
        socket.resume();
        socket.end();
        await once(socket, "close");
        await witness.fence();
      },
    );
    await fc.assert(property, { numRuns: 300 });
    await expect.poll(() => node.metrics.open).toBe(1);
  }, 60_000);

  test("that are too long for a frame are not even read", async () => {
    const socket = await openRaw();
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    const payload = new Uint8Array(10);
    socket.write(toBytes({ first: FINAL | 1, isMasked: true, length: 65_537, payload }));
    await once(socket, "end");
    expect(Buffer.concat(chunks).readUInt16BE(2)).toBe(1009);
    socket.destroy();
  });

  test("that are begun and never finished cost no more memory than the bound of the process", async () => {
    const small = await startNode({ inboundBytesMax: 200_000 });
    const begun = toBytes({
      first: FINAL | 1,
      isMasked: true,
      length: 60_000,
      payload: new Uint8Array(40_000),
    });
    const sockets: Socket[] = [];
    for (let count = 0; count < 8; count += 1) {
      const socket = await openRaw(small);
      sockets.push(socket);
      socket.write(begun);
    }
    await expect.poll(() => small.metrics.closes.length).toBeGreaterThanOrEqual(4);
    expect(new Set(small.metrics.closes)).toEqual(new Set([4008]));
    expect(small.metrics.open).toBeGreaterThan(1);
    for (const socket of sockets) socket.destroy();
    await small.stop();
  });

  test("a frame in honest pieces is a frame", async () => {
    const socket = await openRaw();
    const text = Buffer.from('{"type":"CLIENT_MULTI_ROOM_AUTH","requestId":"pieces"}');
    const answered = once(socket, "data") as Promise<[Buffer]>;
    for (const [index, byte] of text.entries()) {
      const first = (index === text.length - 1 ? FINAL : 0) | (index === 0 ? 1 : 0);
      const payload = Uint8Array.of(byte);
      socket.write(toBytes({ first, isMasked: true, length: 1, payload }));
    }
    const [answer] = await answered;
    expect(answer.toString()).toContain('"requestId":"pieces"');
    socket.destroy();
    await once(socket, "close");
  });
});
