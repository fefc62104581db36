import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { closeCodes, frames, isErrorCode, SOCKET_PATH } from "@colbin/protocol";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { Database } from "#server/platform/db/database.ts";
import { TestClient, type Received } from "../realtime/test-client.ts";
import { createTestDatabase } from "../database.ts";
import { spawnServer, toDatabaseUrl, type ServerProcess } from "../server-process.ts";
import {
  handshake,
  piecesOf,
  stream,
  upgradeLines,
  type Ending,
  type Handshake,
  type Stream,
} from "./hostile-bytes.ts";
import { jsonFrame, type JsonFrame } from "./hostile-json.ts";

/*
 * Hostile input on the live channel of the whole server, in a process of its own on a database of its own (quality.md,
 * R5): frames by grammar, bytes on an upgraded socket, and requests to upgrade. Nothing may end the server, fail inside
 * it, disturb another person's socket or stay in its memory. FUZZ_RUNS=20000 is the long form, FUZZ_SEED repeats a run.
 */

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 4_000);
const SEED = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);
/** Memory is weighed after each part; all parts are alike. */
const PARTS = 4;
/** Twenty bad frames in a minute close a socket, so each one sends fewer. */
const FRAMES_PER_SOCKET = 15;
const shares = { frames: 0.7, streams: 0.2, handshakes: 0.1 };
/** Of each weighing. */
const COLLECTIONS = 5;
/** What heap and buffers may differ by from the second part to the last; one kept frame an input would be twenty times that. */
const HEAP_SLACK_BYTES = 6 * 1024 * 1024;
const RSS_SLACK_BYTES = 64 * 1024 * 1024;
const OWN_ROOM = "room-of-the-witness";
/** Limits that protect against floods would end most inputs before they are read, so they are out of the way. */
const environment = {
  LOG_LEVEL: "warn",
  API_RATE: "1000000",
  API_RATE_ANONYMOUS: "1000000",
  FRAME_RATE: "1000000",
  FRAME_BURST: "1000000",
  SEND_RATE: "1000000",
  SEND_BURST: "1000000",
  SOCKETS_PER_PERSON: "1000",
};
/** The process that is weighed collects its garbage when it is told to. */
const nodeOptions = ["--expose-gc", "--import=data:text/javascript,process.on('SIGUSR2',()=>gc())"];

let database: Database;
let server: ServerProcess;
let url: string;
let attacker: Person;
let witness: TestClient;
let fences = 0;
let inputs = 0;

interface Person {
  readonly id: string;
  readonly token: string;
}

beforeAll(async () => {
  database = await createTestDatabase();
  server = spawnServer({ DATABASE_URL: toDatabaseUrl(database), ...environment }, { nodeOptions });
  url = await server.ready();
  attacker = await signIn("attacker@example.org");
  await join(attacker, "general", "fuzzed");
  const person = await signIn("witness@example.org");
  await join(person, OWN_ROOM);
  witness = await open(person);
  await authenticate(witness);
});

afterAll(async () => {
  server.child.kill("SIGKILL");
  await server.ended();
  await database.close();
});

async function post<T>(path: string, body: object, token?: string): Promise<T> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

interface SignedIn {
  readonly user: { readonly id: string };
  readonly tokens: { readonly access: { readonly token: string } };
}

async function signIn(identifier: string): Promise<Person> {
  const sent = await post<{ user: { otp: string } }>("/identifier/send-otp", { identifier });
  const entered = { identifier, otp: sent.user.otp };
  const { user, tokens } = await post<SignedIn>("/identifier/verify-otp", entered);
  return { id: user.id, token: tokens.access.token };
}

async function join({ token }: Person, ...sessionRoomSlugs: string[]): Promise<void> {
  await post("/multi-room-chat/create-or-join", { sessionRoomSlugs }, token);
}

function pathOf({ token }: Person): string {
  return `${SOCKET_PATH}?accessToken=${token}`;
}

async function open(person: Person): Promise<TestClient> {
  const address = `${url.replace("http", "ws")}${pathOf(person)}`;
  const client = new TestClient(new WebSocket(address, { headers: { origin: url } }));
  await new Promise((resolve, reject) => client.ws.once("open", resolve).once("error", reject));
  return client;
}

/** Everything that was sent before has been read by the server afterwards. */
async function authenticate(client: TestClient): Promise<void> {
  fences += 1;
  client.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: `fence-${fences}` });
  await Promise.race([client.reply(`fence-${fences}`), client.closed]);
}

/** How the server may end a connection that was never polite. */
const goodCloses: readonly number[] = [
  1000,
  1002,
  1003,
  1005,
  1007,
  1008,
  1009,
  closeCodes.sessionEnded,
  closeCodes.tooFast,
];

/** What a refusal must look like; that something failed inside is none that a frame can earn. */
function requireRefusal(frame: Received): void {
  expect(frames.SERVER_MULTI_ROOM_ERROR.frame.safeParse(frame).success).toBe(true);
  expect(isErrorCode(frame["code"] as string)).toBe(true);
  expect(frame["code"]).not.toBe("UNKNOWN_ERROR");
  expect(frame["status"]).toBeLessThan(500);
  expect(JSON.stringify(frame).length).toBeLessThan(8_000);
}

/** The witness is served, and hears of nothing that happens elsewhere. */
async function requireUndisturbed(): Promise<void> {
  witness.frames.length = 0;
  fences += 1;
  const requestId = `witness-${fences}`;
  const type = "CLIENT_SEND_MESSAGE";
  witness.send({ type, requestId, sessionRoomSlug: OWN_ROOM, content: "still here" });
  expect(await witness.reply(requestId)).toMatchObject({ event: "message_new" });
  for (const frame of witness.frames)
    if (frame.type === "SERVER_ROOM_EVENT") expect(frame["sessionRoomSlug"]).toBe(OWN_ROOM);
  expect(witness.frames.filter(({ type: each }) => each === "SERVER_MULTI_ROOM_ERROR")).toEqual([]);
  expect(server.child.exitCode ?? server.child.signalCode).toBeNull();
  expect(server.output()).not.toMatch(/"level":"(error|fatal)"/);
}

interface Socketful {
  readonly isAuthenticated: boolean;
  readonly all: readonly JsonFrame[];
}

const socketful: fc.Arbitrary<Socketful> = fc.record({
  isAuthenticated: fc.nat({ max: 6 }).map((number) => number > 0),
  all: fc.array(jsonFrame, { minLength: FRAMES_PER_SOCKET, maxLength: FRAMES_PER_SOCKET }),
});

/** A socket that sends frames, is answered or closed for it, and goes. */
async function sendFrames({ isAuthenticated, all }: Socketful): Promise<void> {
  const client = await open(attacker);
  if (isAuthenticated) await authenticate(client);
  for (const { text, isBinary } of all) client.ws.send(isBinary ? Buffer.from(text) : text);
  await authenticate(client);
  client.ws.close();
  expect(goodCloses).toContain((await client.closed).code);
  for (const frame of client.frames)
    if (frame.type === "SERVER_MULTI_ROOM_ERROR") requireRefusal(frame);
  inputs += all.length;
  await requireUndisturbed();
}

async function write(socket: Socket, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    if (piece.length > 0 && !socket.destroyed) socket.write(piece);
    // Each in a packet of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Goes as the client does, and waits until nothing of the connection is left. */
async function end(socket: Socket, how: Ending): Promise<void> {
  const closed = socket.closed ? Promise.resolve() : once(socket, "close");
  if (how === "says so") socket.end();
  else socket.resetAndDestroy();
  const late = AbortSignal.timeout(20_000);
  await Promise.race([closed, once(late, "abort")]);
  // The server lets go of every connection.
  expect(late.aborted).toBe(false);
}

async function connectRaw(): Promise<{ socket: Socket; received: () => string }> {
  const socket = createConnection({
    port: Number(new URL(url).port),
    host: "127.0.0.1",
    noDelay: true,
  });
  let text = "";
  socket.on("error", () => undefined);
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  await once(socket, "connect");
  return { socket, received: () => text };
}

function upgradeOf(person: Person): string {
  const lines = [
    `GET ${pathOf(person)} HTTP/1.1`,
    ...upgradeLines(url),
    "Sec-WebSocket-Extensions: permessage-deflate",
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** An upgraded socket on which something else stands than frames. */
async function sendBytes({ chunks, ending }: Stream): Promise<void> {
  const { socket, received } = await connectRaw();
  const answered = once(socket, "data");
  socket.write(upgradeOf(attacker));
  await answered;
  expect(received()).toMatch(/^HTTP\/1\.1 101 /);
  expect(received()).not.toMatch(/permessage-deflate/i);
  await write(socket, chunks);
  await end(socket, ending);
  expect(received()).not.toContain("UNKNOWN_ERROR");
  inputs += 1;
}

/** Requests that do not open the channel, or nearly. */
async function askToOpen(asked: Handshake): Promise<void> {
  const { socket, received } = await connectRaw();
  await write(socket, piecesOf(asked));
  await end(socket, asked.ending);
  expect(received()).not.toMatch(/^HTTP\/1\.1 5\d\d /m);
  expect(received()).not.toContain("UNKNOWN_ERROR");
  inputs += 1;
}

async function attack(part: number): Promise<Weight> {
  const runs = RUNS / PARTS;
  const seed = SEED + part * 3;
  const ofSockets = fc.asyncProperty(socketful, sendFrames);
  const ofBytes = fc.asyncProperty(stream, sendBytes);
  const ofHandshakes = fc.asyncProperty(handshake(pathOf(attacker), url), askToOpen);
  const sockets = (runs * shares.frames) / FRAMES_PER_SOCKET;
  // Every input fails on a server that is gone: the first one is the one to look at.
  const endOnFailure = true;
  await Promise.all([
    fc.assert(ofSockets, { seed, endOnFailure, numRuns: Math.ceil(sockets) }),
    fc.assert(ofBytes, {
      seed: seed + 1,
      endOnFailure,
      numRuns: Math.ceil(runs * shares.streams),
    }),
    fc.assert(ofHandshakes, {
      seed: seed + 2,
      endOnFailure,
      numRuns: Math.ceil(runs * shares.handshakes),
    }),
  ]);
  await requireUndisturbed();
  await expect.poll(countSockets).toBe(1);
  return weigh();
}

async function readMetrics(): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => Number(new RegExp(`^\\S*${name} (\\S+)$`, "m").exec(text)?.[1]);
}

async function countSockets(): Promise<number> {
  return (await readMetrics())("sockets_open");
}

/** Bytes that the server holds after everything that could be collected was. */
interface Weight {
  /** On the heap, and in buffers, which are held by it. */
  readonly held: number;
  readonly rss: number;
}

/** The least of several collections: what was on its way in one of them is gone in another. */
async function weigh(): Promise<Weight> {
  const weights: Weight[] = [];
  while (weights.length < COLLECTIONS) {
    server.child.kill("SIGUSR2");
    const valueOf = await readMetrics();
    weights.push({
      held: valueOf("heap_size_used_bytes") + valueOf("external_memory_bytes"),
      rss: valueOf("process_resident_memory_bytes"),
    });
  }
  const least = (of: (weight: Weight) => number): number => Math.min(...weights.map(of));
  return { held: least(({ held }) => held), rss: least(({ rss }) => rss) };
}

it(
  `${RUNS} hostile inputs fail nothing, disturb nobody and stay nowhere (seed ${SEED})`,
  { timeout: 120_000 + RUNS * 20 },
  async () => {
    const weights: Weight[] = [];
    for (let part = 0; part < PARTS; part += 1) weights.push(await attack(part));
    expect(inputs).toBeGreaterThanOrEqual(RUNS);
    const [, second, , last] = weights;
    if (!second || !last) throw new Error("There are four parts");
    if (process.env["FUZZ_RUNS"] !== undefined) console.log(weights);
    expect(last.held - second.held).toBeLessThan(HEAP_SLACK_BYTES);
    expect(last.rss - second.rss).toBeLessThan(RSS_SLACK_BYTES);
  },
);
