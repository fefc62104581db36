import { mkdtemp, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatClient } from "@colbin/client";
import { Client } from "pg";
import { createPerson } from "./people.ts";
import { createServerProcess, readClusterRecord } from "./server-process.ts";

/*
 * P5: the acknowledgement of one send on an idle server, in a closed loop, against a bare INSERT with its commit on the same
 * database in the same run. Measured in turns, so that both meet the same machine.
 */

const ROUNDS = 10;
const PER_ROUND = 100;
const BAR = 3;

export async function benchAck(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-ack-"));
  const server = await createServerProcess(join(folder, "data"));
  await server.start();
  const person = await createPerson(server.baseUrl, "sender", ["ack"]);
  const socket = await openSocket(server.baseUrl, person);
  const record = await readClusterRecord(server.dataDir);
  const database = new Client({
    host: record.socketFolder,
    port: record.port,
    user: "colbin",
    password: record.password,
    database: "colbin",
  });
  await database.connect();
  await database.query(
    "create table bare (id bigint generated always as identity primary key, content text)",
  );
  const [sends, inserts]: [number[], number[]] = [[], []];
  const insert = {
    name: "bare",
    text: "insert into bare (content) values ($1)",
    values: ["x".repeat(100)],
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = {
      send: await measure(() => socket.send()),
      insert: await measure(() => database.query(insert)),
    };
    // The first round warms both up.
    if (round === 0) continue;
    sends.push(...times.send);
    inserts.push(...times.insert);
  }
  await database.end();
  socket.close();
  person.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
  return report(sends, inserts);
}

async function measure(act: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < PER_ROUND; count += 1) {
    const startedAt = performance.now();
    await act();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function report(sends: readonly number[], inserts: readonly number[]): boolean {
  const line = (name: string, times: readonly number[]): string =>
    `  ${name.padEnd(32)} p50 ${percentile(times, 0.5).toFixed(2)} ms   p99 ${percentile(times, 0.99).toFixed(2)} ms`;
  const ratio = percentile(sends, 0.5) / percentile(inserts, 0.5);
  console.log(`acknowledgement of one send on an idle server (P5), ${sends.length} each`);
  console.log(line("send -> acknowledged, socket", sends));
  console.log(line("bare insert and commit", inserts));
  console.log(`  ratio of p50                     ${ratio.toFixed(2)}   bar ${BAR}`);
  return ratio <= BAR;
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
