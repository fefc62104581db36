import { randomUUID } from "node:crypto";
import type { ChatClient } from "@colbin/client";
import type { Client } from "pg";
import { createPerson } from "../people.ts";
import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import { formatLatency, type BenchReport } from "./report.ts";
import { withServer, type BenchServer } from "./server.ts";

/*
 * P5: the acknowledgement of one send on an idle server, in a closed loop, against a bare INSERT with its commit on the same
 * database in the same run. Measured in turns, so that both meet the same machine.
 */

export interface AckSizes {
  readonly rounds: number;
  readonly perRound: number;
}

const FULL: AckSizes = { rounds: 10, perRound: 100 };
const BAR = 3;
const GOAL = 1.6;

interface Times {
  readonly sends: LatencyHistogram;
  readonly inserts: LatencyHistogram;
}

export async function benchAck(sizes: AckSizes = FULL): Promise<BenchReport> {
  return toReport(await withServer({}, (server) => compare(server, sizes)));
}

async function compare(server: BenchServer, { rounds, perRound }: AckSizes): Promise<Times> {
  const person = await createPerson(server.baseUrl, "sender", ["ack"]);
  const socket = await openSocket(server.baseUrl, person);
  // Its own copy of each message would be read by the same process, before the acknowledgement.
  person.close();
  const insert = await prepareInsert(server.database);
  const times: Times = { sends: createHistogram(), inserts: createHistogram() };
  const warmUp = createHistogram();
  for (let round = 0; round <= rounds; round += 1) {
    const isWarm = round > 0;
    await measure(() => socket.send(), perRound, isWarm ? times.sends : warmUp);
    await measure(insert, perRound, isWarm ? times.inserts : warmUp);
  }
  socket.close();
  return times;
}

async function prepareInsert(database: Client): Promise<() => Promise<unknown>> {
  await database.query(
    "create table bare (id bigint generated always as identity primary key, content text)",
  );
  const text = "insert into bare (content) values ($1)";
  return () => database.query({ name: "bare", text, values: ["x".repeat(100)] });
}

async function measure(
  act: () => Promise<unknown>,
  count: number,
  into: LatencyHistogram,
): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const startedAt = performance.now();
    await act();
    into.record(performance.now() - startedAt);
  }
}

function toLatency(times: LatencyHistogram): { readonly p50: number; readonly p99: number } {
  return { p50: times.percentile(0.5), p99: times.percentile(0.99) };
}

function toReport({ sends, inserts }: Times): BenchReport {
  const [send, insert] = [toLatency(sends), toLatency(inserts)];
  const ratio = send.p50 / insert.p50;
  return {
    title: "Acknowledgement of one send on an idle server (P5)",
    rows: [
      {
        id: "P5",
        what: "send to acknowledgement through the socket, closed loop",
        ours: `${send.p50.toFixed(2)} ms`,
        peers: [{ name: "bare insert", figure: `${insert.p50.toFixed(2)} ms`, ratio }],
        latency: formatLatency(send),
        bar: `${BAR} x`,
        goal: `${GOAL} x`,
        met: ratio <= BAR,
      },
    ],
    notes: [
      `${sends.count} each, in turns; bare insert: one row with its commit on the same database, ${formatLatency(insert)}`,
    ],
  };
}

interface SendingSocket {
  /** One send; settles with its acknowledgement. */
  send(): Promise<void>;
  close(): void;
}

/** A socket without the client's outbox: only the server is measured. */
async function openSocket(baseUrl: string, person: ChatClient): Promise<SendingSocket> {
  const { ticket } = await person.call("createWsTicket", {});
  const query = new URLSearchParams({ accessToken: ticket, connectionId: "bench" });
  const address = `${baseUrl.replace("http", "ws")}/v1/multi-room-chat/ws?${query.toString()}`;
  const options = { headers: { authorization: `Bearer ${ticket}` } };
  const socket = new WebSocket(address, options);
  const waiting = new Map<string, () => void>();
  const ready = Promise.withResolvers<void>();
  socket.addEventListener("open", () =>
    socket.send(JSON.stringify({ type: "CLIENT_MULTI_ROOM_AUTH" })),
  );
  socket.addEventListener("error", () => ready.reject(new Error("The socket was refused")));
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(String(data)) as { type: string; requestId?: string };
    if (frame.type === "SERVER_UNREAD_SUMMARY") ready.resolve();
    const resolve = waiting.get(frame.requestId ?? "");
    waiting.delete(frame.requestId ?? "");
    resolve?.();
  });
  await ready.promise;
  return {
    send() {
      const requestId = randomUUID();
      const acknowledged = new Promise<void>((resolve) => waiting.set(requestId, resolve));
      const frame = {
        type: "CLIENT_SEND_MESSAGE",
        requestId,
        sessionRoomSlug: "ack",
        clientMessageId: `temp_${randomUUID()}`,
        content: "x".repeat(100),
      };
      socket.send(JSON.stringify(frame));
      return acknowledged;
    },
    close: () => socket.close(),
  };
}
