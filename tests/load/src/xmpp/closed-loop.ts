import { setTimeout as sleep } from "node:timers/promises";
import { createHistogram } from "../bench/histogram.ts";
import { toGroupMessage, type Occupant } from "./connection.ts";
import { createMessageCounter } from "./counter.ts";
import type { XmppFigures, XmppLoad } from "./plan.ts";

const WARM_MS = 3_000;
const DRAIN_MS = 2_000;
const TEXT = "x".repeat(90);

type ClosedLoad = Extract<XmppLoad, { kind: "closed" }>;

/** Senders, evenly over the rooms, each with one message under way: sent again when its own copy has come back. */
export async function runClosedLoop(
  occupants: readonly Occupant[],
  load: ClosedLoad,
  onWarm: () => void,
): Promise<XmppFigures> {
  const times = createHistogram();
  const state = { isCounting: false, isSending: true };
  const counts = { sent: 0, acknowledged: 0, deliveries: 0, decoded: 0, wrong: 0 };

  for (const [place, occupant] of occupants.entries()) {
    const count = createMessageCounter();
    const sender = place < load.inFlight ? createSender(occupant, place) : undefined;
    occupant.socket.on("data", (chunk: Buffer) => {
      const arrived = count(chunk);
      if (state.isCounting) counts.deliveries += arrived;
      sender?.receive(chunk);
    });
    sender?.send();
  }

  function createSender({ socket, room }: Occupant, place: number) {
    let number = 0;
    let sentAt = 0;
    let text = "";
    function send(): void {
      if (!state.isSending) return;
      number += 1;
      sentAt = performance.now();
      if (state.isCounting) counts.sent += 1;
      socket.write(toGroupMessage(room, `m${number}`, `${place}:${number}:${TEXT}`));
    }
    function receive(chunk: Buffer): void {
      text += chunk.toString("latin1");
      const end = text.lastIndexOf("</message>");
      if (end < 0) return;
      const isOwn = text.slice(0, end).includes(`<body>${place}:${number}:`);
      text = text.slice(end + 1);
      if (!isOwn) return;
      if (state.isCounting) {
        counts.acknowledged += 1;
        counts.decoded += 1;
        times.record(performance.now() - sentAt);
      }
      send();
    }
    return { send, receive };
  }

  await sleep(WARM_MS);
  onWarm();
  state.isCounting = true;
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await sleep(load.seconds * 1000);
  state.isCounting = false;
  const used = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1000;
  state.isSending = false;
  await sleep(DRAIN_MS);
  return {
    ...counts,
    seconds,
    all: { p50: times.percentile(0.5), p99: times.percentile(0.99) },
    last: undefined,
    generatorShare: (used.user + used.system) / 1e6 / seconds,
  };
}
