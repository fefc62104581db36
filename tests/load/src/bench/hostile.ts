import { LoadSocket } from "../generator/socket.ts";
import { dialects } from "../generator/dialects.ts";
import { makeTickets, seedWorld, signAccessTokens, type World } from "../seed.ts";
import {
  listAttacks,
  type Attack,
  type AttackSizes,
  type HostileRequest,
} from "./hostile-attacks.ts";
import { measureHostilePage } from "./hostile-page.ts";
import type { BenchReport } from "./report.ts";
import { withServer, type BenchServer } from "./server.ts";

/*
 * How long one hostile text keeps the server from everybody else: the longest time between two turns of its event loop, as the
 * server itself measures it and tells on /metrics. Each text is sent alone, several times, and the worst time counts.
 */

export interface HostileSizes extends AttackSizes {
  readonly times: number;
  readonly pageTimes: number;
}

const FULL: HostileSizes = {
  bodyBytes: 1_000_000,
  frameBytes: 64_000,
  headerBytes: 15_000,
  times: 3,
  pageTimes: 5,
};
const BAR_MS = 50;
const SHOWN = 5;

interface Blocked extends Pick<Attack, "door" | "text"> {
  readonly blockMs: number;
}

export async function benchHostile(sizes: HostileSizes = FULL): Promise<BenchReport> {
  const report = toReport(await withServer({}, (server) => attack(server, sizes)), sizes);
  const page = await measureHostilePage(sizes.pageTimes);
  return { ...report, rows: [...report.rows, ...page.rows], notes: [...report.notes, page.note] };
}

async function attack(server: BenchServer, sizes: HostileSizes): Promise<readonly Blocked[]> {
  const world = await seedWorld(server.database, { people: 1, rooms: 1, roomsOf: () => [0] });
  const [token = ""] = await signAccessTokens(server.database, world, world.people);
  const blocked: Blocked[] = [];
  for (const { door, text, send } of listAttacks(sizes)) {
    const blockMs =
      typeof send === "string"
        ? await withSocket(server, world, (frame) =>
            longestBlock(server.baseUrl, () => frame(send), sizes.times),
          )
        : await longestBlock(
            server.baseUrl,
            () => request(server.baseUrl, token, send),
            sizes.times,
          );
    blocked.push({ door, text, blockMs });
  }
  return blocked;
}

/** The longest time between two turns of a server's event loop while something is done so many times. */
export async function longestBlock(
  baseUrl: string,
  act: () => Promise<void>,
  times: number,
): Promise<number> {
  await readLongestMs(baseUrl);
  for (let done = 0; done < times; done += 1) await act();
  // The loop has turned once more when this is answered, so that the last block is counted.
  await fetch(`${baseUrl}/healthz`);
  return readLongestMs(baseUrl);
}

/** The longest time between two turns since this was asked last. */
async function readLongestMs(baseUrl: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error("The server does not tell the lag of its event loop");
  return Number(seconds) * 1_000;
}

/** Any answer will do, but a defect of the server. */
async function request(baseUrl: string, token: string, send: HostileRequest): Promise<void> {
  const { method, path, body, headers } = send;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${method} ${path.slice(0, 100)}: ${answer.status}`);
}

/** A socket of its own for each text, since a person who keeps sending what is refused is let go of. */
async function withSocket<T>(
  server: BenchServer,
  world: World,
  act: (send: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const [ticket = ""] = await makeTickets(server.database, world, world.people);
  const answered: { settle?: PromiseWithResolvers<void> } = {};
  const target = {
    dialect: dialects.colbin,
    port: Number(new URL(server.baseUrl).port),
    slugs: world.rooms.map(({ slug }) => slug),
  };
  const plan = { place: 0, entry: { token: ticket, rooms: [0] }, decodes: true };
  const socket = new LoadSocket(target, plan, {
    onEvents: () => {},
    onSeen: () => {},
    onOther: (text) => text.startsWith('{"type":"pong"') && answered.settle?.resolve(),
    onClosed: (_, code) =>
      answered.settle?.reject(new Error(`The server closed the socket (${code})`)),
  });
  await socket.entered;
  const send = (text: string): Promise<void> => {
    answered.settle = Promise.withResolvers();
    socket.send(text);
    // Answered when the server has read what came before.
    socket.send(JSON.stringify({ type: "ping" }));
    return answered.settle.promise;
  };
  try {
    return await act(send);
  } finally {
    socket.cut();
  }
}

function toReport(blocked: readonly Blocked[], { times }: HostileSizes): BenchReport {
  const worst = blocked.toSorted((one, other) => other.blockMs - one.blockMs).slice(0, SHOWN);
  return {
    title: "The longest block of an event loop by a hostile text (R5)",
    rows: worst.map(({ door, text, blockMs }, place) => ({
      id: "R5",
      what: `${door}: ${text}`,
      ours: `${blockMs.toFixed(0)} ms`,
      ...(place === 0 && { bar: `${BAR_MS} ms`, met: blockMs <= BAR_MS }),
    })),
    notes: [
      `the worst ${worst.length} of ${blocked.length} texts and doors, each sent ${times} times; 10 ms of a time may be the clock's own`,
    ],
  };
}
