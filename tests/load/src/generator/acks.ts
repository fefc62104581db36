import { setTimeout as sleep } from "node:timers/promises";
import { createHistogram } from "../bench/histogram.ts";
import { Behaviour, type BehaviourPlan } from "./behaviour.ts";
import type { Crowd } from "./crowd.ts";
import type { SeenEvent } from "./dialects.ts";
import { toLatency, type Latency } from "./run.ts";

export interface AckPlan {
  /** So many of the sockets that decode send, each again when its own message has come back. */
  readonly inFlight: number;
  readonly warmUpS: number;
  /** Ends the run, unless `count` does. */
  readonly seconds: number;
  /** Messages of the whole run, without a warm-up: then everything that was sent is counted. */
  readonly count?: number;
  /** What the sockets that decode do beside. */
  readonly behaviour?: BehaviourPlan;
}

export interface AckResult {
  readonly acknowledged: number;
  readonly seconds: number;
  readonly latency: Latency;
  /** Messages that arrived at any socket in the measured time. */
  readonly deliveries: number;
  /** Of one core, by the generator's own process. */
  readonly cpuShare: number;
  /** Sends that were never acknowledged. */
  readonly lost: number;
  /** Sockets that the server closed. */
  readonly closed: number;
}

const CONTENT_LENGTH = 100;
const PATIENCE_MS = 10_000;
const LOOK_MS = 5;

/** A closed loop: what the server can take when so many wait for it, and how long they wait. */
export async function runAcks(
  crowd: Crowd,
  plan: AckPlan,
  onEdge: (edge: "begin" | "end") => void,
): Promise<AckResult> {
  const run = new AckRun(crowd, plan);
  crowd.listen(run);
  const result = await run.measure(onEdge);
  crowd.listen(undefined);
  return result;
}

class AckRun {
  readonly #crowd: Crowd;
  readonly #plan: AckPlan;
  readonly #name = Math.random().toString(36).slice(2, 8);
  /** By place: the number of the message under way, and when it left. */
  readonly #numbers = new Map<number, number>();
  readonly #sentAt = new Map<number, number>();
  readonly #times = createHistogram();
  readonly #behaviour: Behaviour | undefined;
  #sent = 0;
  #acknowledged = 0;
  #deliveries = 0;
  #closed = 0;
  #isCounting = false;
  #isSending = true;

  constructor(crowd: Crowd, plan: AckPlan) {
    this.#crowd = crowd;
    this.#plan = plan;
    if (plan.behaviour) this.#behaviour = new Behaviour(crowd, plan.behaviour);
  }

  onEvents(_place: number, events: number): void {
    if (this.#isCounting) this.#deliveries += events;
  }

  onSeen(place: number, event: SeenEvent): void {
    this.#behaviour?.see(place, event);
    const { content } = event;
    const number = this.#numbers.get(place);
    if (number === undefined || !content.startsWith(`${this.#name} ${place} ${number} `)) return;
    this.#acknowledged += 1;
    if (this.#isCounting) this.#times.record(performance.now() - (this.#sentAt.get(place) ?? 0));
    this.#send(place, number + 1);
  }

  /** A send that is refused shows as one that is lost. */
  onOther(): void {
    // Pongs and unread counts.
  }

  onClosed(): void {
    this.#closed += 1;
  }

  #send(place: number, number: number): void {
    this.#numbers.delete(place);
    if (!this.#isSending || this.#sent >= (this.#plan.count ?? Number.POSITIVE_INFINITY)) return;
    this.#sent += 1;
    this.#numbers.set(place, number);
    this.#sentAt.set(place, performance.now());
    const content = `${this.#name} ${place} ${number} `.padEnd(CONTENT_LENGTH, "x");
    const room = this.#crowd.roomOf(place);
    this.#crowd.sendFrom(place, this.#behaviour?.toSent(room, this.#sent, content) ?? { content });
  }

  async measure(onEdge: (edge: "begin" | "end") => void): Promise<AckResult> {
    const { inFlight, warmUpS, count } = this.#plan;
    if (count !== undefined) this.#begin(onEdge);
    for (const place of this.#crowd.decoding().slice(0, inFlight)) this.#send(place, 1);
    if (count === undefined) {
      await sleep(warmUpS * 1000);
      this.#begin(onEdge);
    }
    const before = { at: performance.now(), cpu: process.cpuUsage() };
    await this.#untilOver();
    const seconds = (performance.now() - before.at) / 1000;
    const { user, system } = process.cpuUsage(before.cpu);
    this.#isCounting = false;
    onEdge("end");
    await this.#settle();
    return {
      acknowledged: this.#times.count,
      seconds,
      latency: toLatency(this.#times),
      deliveries: this.#deliveries,
      cpuShare: (user + system) / 1e6 / seconds,
      lost: this.#sent - this.#acknowledged,
      closed: this.#closed,
    };
  }

  #begin(onEdge: (edge: "begin" | "end") => void): void {
    onEdge("begin");
    this.#isCounting = true;
  }

  async #untilOver(): Promise<void> {
    const { seconds, count } = this.#plan;
    const deadline = performance.now() + seconds * 1000;
    if (count === undefined) await sleep(seconds * 1000);
    else while (this.#acknowledged < count && performance.now() < deadline) await sleep(LOOK_MS);
  }

  async #settle(): Promise<void> {
    this.#isSending = false;
    this.#behaviour?.stop();
    const deadline = performance.now() + PATIENCE_MS;
    while (this.#acknowledged < this.#sent && performance.now() < deadline) await sleep(LOOK_MS);
  }
}
