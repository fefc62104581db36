import { setTimeout as sleep } from "node:timers/promises";
import { createHistogram, type LatencyHistogram } from "../bench/histogram.ts";
import { Arrivals } from "./arrivals.ts";
import { Behaviour, type BehaviourPlan } from "./behaviour.ts";
import type { Crowd } from "./crowd.ts";
import type { SeenEvent } from "./dialects.ts";
import { RoomOrders } from "./order.ts";
import { dueAt, keepSchedule, type Schedule } from "./schedule.ts";

export interface RunPlan {
  /** Messages a second, over all rooms. */
  readonly perSecond: number;
  readonly warmUpS: number;
  readonly seconds: number;
  /** One person of each room sends all of its messages, or everybody in turn. */
  readonly senders: "one" | "all";
  /** Characters of text in a message; 100 where none are named. */
  readonly contentLength?: number;
  /** So many sockets, the last of the crowd, take nothing during the run. */
  readonly stalled?: number;
  /** What is missing may still come for this long after the last arrival. */
  readonly settleMs?: number;
  /** What the sockets that decode do beside. */
  readonly behaviour?: BehaviourPlan;
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface RunResult {
  readonly sent: number;
  /** Events that the sockets must have received, and did. */
  readonly expected: number;
  readonly received: number;
  /** Counted per socket: one that lost an event and got another twice shows in `misordered` where it decodes. */
  readonly lost: number;
  readonly doubled: number;
  /** On the sockets that decode: in another place, or another event, than the first of the room saw. */
  readonly misordered: number;
  /** Of the window: from the moment a message was due to its arrival, over all receivers that read at once. */
  readonly latency: Latency;
  /** The same for the own copy of each sender that reads at once, which is its acknowledgement. */
  readonly acknowledgement: Latency;
  /** The same for the last receiver of each message. */
  readonly last: Latency;
  /** How late messages left. */
  readonly lateness: Latency;
  readonly window: Window;
  /** First letters of frames that were no events, and how many there were. */
  readonly others: Readonly<Record<string, number>>;
  /** Close codes of sockets that the server closed. */
  readonly closed: Readonly<Record<string, number>>;
}

/** What was counted between the end of the warm-up and the last message. */
export interface Window {
  readonly seconds: number;
  readonly events: number;
  /** Reads that brought them: events / reads is what coalescing gathered. */
  readonly reads: number;
  /** Of one core, by the generator's own process. */
  readonly cpuShare: number;
  /** Marks as read that were sent. */
  readonly marks?: number;
}

const CONTENT_LENGTH = 100;
const SETTLE_MS = 10_000;
const LOOK_MS = 20;
const QUIET_MS = 500;

/** Sends by the schedule and counts until everything has arrived, or nothing has for ten seconds. */
export async function runLoad(
  crowd: Crowd,
  plan: RunPlan,
  onEdge: (edge: "begin" | "end") => void,
): Promise<RunResult> {
  const run = new Run(crowd, plan);
  crowd.listen(run);
  await run.send(onEdge);
  await run.settle();
  crowd.listen(undefined);
  return run.conclude();
}

class Run {
  readonly #crowd: Crowd;
  readonly #plan: RunPlan;
  readonly #schedule: Schedule;
  readonly #windowAt: number;
  readonly #arrivals = new Arrivals();
  readonly #orders: RoomOrders;
  readonly #sentOrders: number[][];
  /** By message: the place of its sender. */
  readonly #senders: number[] = [];
  readonly #behaviour: Behaviour | undefined;
  readonly #received: Uint32Array;
  readonly #late = createHistogram();
  readonly #others: Record<string, number> = {};
  readonly #closed: Record<string, number> = {};
  readonly #name = Math.random().toString(36).slice(2, 8);
  readonly #active: number;
  #lastArrivalAt = 0;
  #edges = { beginAt: 0, endAt: 0, cpuShare: 0, marks: 0 };

  constructor(crowd: Crowd, plan: RunPlan) {
    this.#crowd = crowd;
    this.#plan = plan;
    const { perSecond, warmUpS, seconds, stalled = 0 } = plan;
    const startAt = performance.now() + 100;
    this.#schedule = { startAt, perSecond, count: Math.round(perSecond * (warmUpS + seconds)) };
    this.#windowAt = startAt + warmUpS * 1000;
    this.#orders = new RoomOrders(crowd.roomCount, crowd.size);
    this.#sentOrders = Array.from({ length: crowd.roomCount }, () => []);
    this.#received = new Uint32Array(crowd.size);
    this.#active = crowd.size - stalled;
    if (plan.behaviour) this.#behaviour = new Behaviour(crowd, plan.behaviour);
    crowd.stall(this.#active);
  }

  onEvents(place: number, events: number, at: number): void {
    this.#arrivals.add(place, events, at);
    this.#received[place] = (this.#received[place] ?? 0) + events;
    this.#lastArrivalAt = at;
  }

  onSeen(place: number, event: SeenEvent): void {
    const [name, index] = event.content.split(" ");
    const room = this.#crowd.roomOf(place);
    if (name === this.#name) this.#orders.see(room, place, Number(index));
    // One that is no message has a place in the order, too.
    else if (this.#behaviour && event.messageId === undefined)
      this.#orders.see(room, place, -event.seq);
    else this.onOther(event.content);
    this.#behaviour?.see(place, event);
  }

  onOther(text: string): void {
    const kind = /"type":"(\w+)"(?:.*"code":"(\w+)")?/.exec(text);
    const name = kind ? [kind[1], kind[2]].filter(Boolean).join(" ") : text.slice(0, 20);
    this.#others[name] = (this.#others[name] ?? 0) + 1;
  }

  onClosed(code: number | undefined): void {
    const name = String(code ?? "cut");
    this.#closed[name] = (this.#closed[name] ?? 0) + 1;
  }

  async send(onEdge: (edge: "begin" | "end") => void): Promise<void> {
    const watching = this.#watchWindow(onEdge);
    const { contentLength = CONTENT_LENGTH } = this.#plan;
    await keepSchedule(this.#schedule, (index, due) => {
      this.#late.record(performance.now() - due);
      const room = index % this.#crowd.roomCount;
      const turn = this.#plan.senders === "one" ? 0 : Math.floor(index / this.#crowd.roomCount);
      this.#sentOrders[room]?.push(index);
      const content = `${this.#name} ${index} `.padEnd(contentLength, "x");
      const sent = this.#behaviour?.toSent(room, index, content) ?? { content };
      this.#senders[index] = this.#crowd.send(room, turn, this.#active, sent);
    });
    this.#behaviour?.stop();
    await watching;
  }

  async #watchWindow(onEdge: (edge: "begin" | "end") => void): Promise<void> {
    await sleep(this.#windowAt - performance.now());
    const cpuBefore = process.cpuUsage();
    const beginAt = performance.now();
    const marksBefore = this.#behaviour?.marks ?? 0;
    onEdge("begin");
    await sleep(this.#plan.seconds * 1000);
    onEdge("end");
    const endAt = performance.now();
    const { user, system } = process.cpuUsage(cpuBefore);
    const marks = (this.#behaviour?.marks ?? 0) - marksBefore;
    this.#edges = { beginAt, endAt, cpuShare: (user + system) / 1000 / (endAt - beginAt), marks };
  }

  async settle(): Promise<void> {
    this.#lastArrivalAt = performance.now();
    const { settleMs = SETTLE_MS } = this.#plan;
    while (performance.now() - this.#lastArrivalAt < settleMs) {
      if (this.#count().lost === 0) break;
      await sleep(LOOK_MS);
    }
    // What comes twice comes late.
    await sleep(10 * LOOK_MS);
    this.#crowd.takeOn();
    if (this.#active < this.#crowd.size) await this.#untilQuiet();
  }

  /** Those that took nothing read what was kept for them, and whether they were let go. */
  async #untilQuiet(): Promise<void> {
    this.#lastArrivalAt = performance.now();
    while (performance.now() - this.#lastArrivalAt < QUIET_MS) await sleep(LOOK_MS);
  }

  #count(): Pick<RunResult, "expected" | "received" | "lost" | "doubled"> {
    const sum = { expected: 0, received: 0, lost: 0, doubled: 0 };
    for (let place = 0; place < this.#active; place += 1) {
      const room = this.#crowd.roomOf(place);
      const sent = this.#sentOrders[room]?.length ?? 0;
      const expected = sent + (this.#behaviour?.reactionsIn(room) ?? 0);
      const received = this.#received[place] ?? 0;
      sum.expected += expected;
      sum.received += received;
      sum.lost += Math.max(0, expected - received);
      sum.doubled += Math.max(0, received - expected);
    }
    return sum;
  }

  conclude(): RunResult {
    const { all, own, last, window } = this.#evaluate();
    return {
      sent: this.#schedule.count,
      ...this.#count(),
      misordered: this.#orders.misordered,
      latency: toLatency(all),
      acknowledgement: toLatency(own),
      last: toLatency(last),
      lateness: toLatency(this.#late),
      window,
      others: this.#others,
      closed: this.#closed,
    };
  }

  /** Which message the n-th event of a socket was: as a decoding socket of the room saw it, else as its one sender sent it. */
  #orderOf(room: number): readonly number[] {
    const seen = this.#orders.of(room);
    return seen.length > 0 || this.#plan.senders === "all" ? seen : (this.#sentOrders[room] ?? []);
  }

  #evaluate(): Record<"all" | "own" | "last", LatencyHistogram> & { window: Window } {
    const { beginAt, endAt, cpuShare, marks } = this.#edges;
    const orders = this.#sentOrders.map((_, room) => this.#orderOf(room));
    const cursors = new Uint32Array(this.#crowd.size);
    const lastAt = new Float64Array(this.#schedule.count);
    const [all, own] = [createHistogram(), createHistogram()];
    const window = { seconds: (endAt - beginAt) / 1000, events: 0, reads: 0, cpuShare, marks };
    for (const { place, events, at } of this.#arrivals) {
      const first = cursors[place] ?? 0;
      cursors[place] = first + events;
      if (at >= beginAt && at < endAt) {
        window.events += events;
        window.reads += 1;
      }
      if (place >= this.#active || !this.#crowd.isPrompt(place)) continue;
      const order = orders[this.#crowd.roomOf(place)] ?? [];
      for (let nth = first; nth < first + events; nth += 1) {
        const message = order[nth];
        if (message === undefined || message < 0) continue;
        const due = dueAt(this.#schedule, message);
        if (due < this.#windowAt) continue;
        all.record(at - due);
        if (this.#senders[message] === place) own.record(at - due);
        lastAt[message] = Math.max(lastAt[message] ?? 0, at - due);
      }
    }
    const last = createHistogram();
    for (const ms of lastAt) if (ms > 0) last.record(ms);
    return { all, own, last, window };
  }
}

export function toLatency(times: LatencyHistogram): Latency {
  return { p50: times.percentile(0.5), p99: times.percentile(0.99), max: times.percentile(1) };
}
