import { setTimeout as sleep } from "node:timers/promises";
import { createHistogram } from "../bench/histogram.ts";
import { toGroupMessage, type Occupant } from "./connection.ts";
import { createMessageCounter } from "./counter.ts";
import type { XmppFigures, XmppLoad } from "./plan.ts";

const WARM_S = 3;
const PATIENCE_MS = 15_000;
const DECODED_ONE_IN = 50;
const TEXT = "x".repeat(90);

type OpenLoad = Extract<XmppLoad, { kind: "open" }>;

/**
 * The first occupant of each room sends at a fixed rate. A message's place in its room tells which one a receiver has got:
 * there is one sender in a room, and a room has one order.
 */
export async function runOpenLoop(
  occupants: readonly Occupant[],
  rooms: number,
  load: OpenLoad,
  onWarm: () => void,
): Promise<XmppFigures> {
  const gapMs = 1000 / load.perSecond;
  const warm = Math.round(WARM_S * load.perSecond);
  const perRoom = warm + Math.round(load.seconds * load.perSecond);
  const intended = Array.from({ length: rooms }, () => new Float64Array(perRoom));
  const latest = Array.from({ length: rooms }, () => new Float64Array(perRoom));
  const all = createHistogram();
  const counts = { deliveries: 0, decoded: 0, wrong: 0 };

  for (const [place, { socket }] of occupants.entries()) {
    const times = { intended: intended[place % rooms], latest: latest[place % rooms] };
    const count = createMessageCounter();
    const check = place % DECODED_ONE_IN === 0 ? createChecker(counts) : undefined;
    let received = 0;
    socket.on("data", (chunk: Buffer) => {
      const now = performance.now();
      check?.(chunk);
      for (let left = count(chunk); left > 0; left -= 1, received += 1) {
        if (received < warm || received >= perRoom) continue;
        counts.deliveries += 1;
        all.record(now - (times.intended?.[received] ?? Number.NaN));
        if (times.latest) times.latest[received] = now;
      }
    });
  }

  const startedAt = performance.now() + gapMs;
  const cpu = { at: startedAt, used: process.cpuUsage() };
  for (let number = 0; number < perRoom; number += 1) {
    if (number === warm) {
      onWarm();
      cpu.at = performance.now();
      cpu.used = process.cpuUsage();
    }
    for (let room = 0; room < rooms; room += 1) {
      // The rooms are spread over the gap, so that they do not all send at once.
      const at = startedAt + gapMs * (number + room / rooms);
      const wait = at - performance.now();
      if (wait > 1) await sleep(wait);
      const times = intended[room];
      if (times) times[number] = at;
      const sender = occupants[room];
      sender?.socket.write(toGroupMessage(sender.room, `m${number}`, `${number}:${TEXT}`));
    }
  }
  const used = process.cpuUsage(cpu.used);
  const seconds = (performance.now() - cpu.at) / 1000;
  const expected = (perRoom - warm) * occupants.length;
  const deadline = Date.now() + PATIENCE_MS;
  while (counts.deliveries < expected && Date.now() < deadline) await sleep(20);

  const last = createHistogram();
  for (let room = 0; room < rooms; room += 1) {
    for (let number = warm; number < perRoom; number += 1) {
      const at = latest[room]?.[number] ?? 0;
      if (at > 0) last.record(at - (intended[room]?.[number] ?? 0));
    }
  }
  return {
    sent: (perRoom - warm) * rooms,
    acknowledged: last.count,
    seconds,
    all: { p50: all.percentile(0.5), p99: all.percentile(0.99) },
    last: { p50: last.percentile(0.5), p99: last.percentile(0.99) },
    generatorShare: (used.user + used.system) / 1e6 / seconds,
    ...counts,
  };
}

/** Reads the number in each message and holds it against the count. */
function createChecker(checks: { decoded: number; wrong: number }): (chunk: Buffer) => void {
  let text = "";
  let expected = 0;
  return (chunk) => {
    text += chunk.toString("latin1");
    const end = text.lastIndexOf("</message>");
    if (end < 0) return;
    for (const [, number] of text.slice(0, end).matchAll(/<body>(\d+):/g)) {
      checks.decoded += 1;
      if (Number(number) !== expected) checks.wrong += 1;
      expected += 1;
    }
    text = text.slice(end);
  };
}
