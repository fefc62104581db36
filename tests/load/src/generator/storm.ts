import { setTimeout as sleep } from "node:timers/promises";
import { createHistogram } from "../bench/histogram.ts";
import type { CrowdPlan } from "./crowd.ts";
import { dialects, type Entry, type SeenEvent } from "./dialects.ts";
import { toLatency, type Latency } from "./run.ts";
import { keepSchedule } from "./schedule.ts";
import { Receipts } from "./receipts.ts";
import { LoadSocket, type SocketHooks, type SocketPlan, type Target } from "./socket.ts";

/** Everybody's connection breaks at once while people who are not touched go on sending. */
export interface StormPlan extends Omit<CrowdPlan, "decodeEvery"> {
  /** One for each room, whose connections stay. */
  readonly senders: readonly Entry[];
  readonly perSecond: number;
  /** Of sending before the cut, and after it. */
  readonly beforeS: number;
  readonly afterS: number;
  /** What a resume names; of a log in which no room has an event yet. */
  readonly logEpoch: string;
}

export interface StormResult {
  readonly sockets: number;
  /** From the cut to the moment at which a socket is in again and has been given what it missed. */
  readonly back: Latency;
  readonly backCount: number;
  readonly sent: number;
  readonly lost: number;
  readonly doubled: number;
  /** Events that came live and in a replay: the wire allows it, and every client drops one of them. */
  readonly overlaps: number;
  /** Why a socket had to try again, and how often. */
  readonly retries: Readonly<Record<string, number>>;
  readonly generatorCpuShare: number;
}

const ENTERING_MAX = 200;
const RETRY_MS = 1_000;
const PATIENCE_MS = 60_000;
const SETTLE_MS = 3_000;

/** `onEdge` is called at the cut and when the last socket is back. */
export async function runStorm(
  plan: StormPlan,
  onEdge: (edge: "begin" | "end") => void,
): Promise<StormResult> {
  const storm = new Storm(plan);
  await storm.open();
  const sending = storm.send();
  await sleep(plan.beforeS * 1000);
  onEdge("begin");
  await storm.cutAll();
  onEdge("end");
  await sending;
  await sleep(SETTLE_MS);
  return storm.conclude();
}

class Storm implements SocketHooks {
  readonly #plan: StormPlan;
  readonly #target: Target;
  readonly #receipts: readonly Receipts[];
  readonly #sockets: LoadSocket[] = [];
  readonly #senders: LoadSocket[] = [];
  readonly #back = createHistogram();
  readonly #retries: Record<string, number> = {};
  readonly #sent: Uint32Array;
  #cpuShare = 0;

  constructor(plan: StormPlan) {
    this.#plan = plan;
    this.#target = { dialect: dialects[plan.dialect], port: plan.port, slugs: plan.slugs };
    this.#receipts = plan.entries.map(() => new Receipts());
    this.#sent = new Uint32Array(plan.slugs.length);
  }

  async open(): Promise<void> {
    const waiting = this.#plan.entries.entries();
    const enter = async (): Promise<void> => {
      for (const [place, entry] of waiting) await this.#enter({ place, entry, decodes: true });
    };
    await Promise.all(Array.from({ length: ENTERING_MAX }, enter));
    for (const [place, entry] of this.#plan.senders.entries()) {
      const socket = new LoadSocket(this.#target, { place, entry, decodes: false }, silent);
      await socket.entered;
      this.#senders[entry.rooms[0] ?? 0] = socket;
    }
  }

  async #enter(plan: SocketPlan): Promise<void> {
    const socket = new LoadSocket(this.#target, plan, this);
    this.#sockets[plan.place] = socket;
    await socket.entered;
  }

  async send(): Promise<void> {
    const { perSecond, beforeS, afterS, slugs } = this.#plan;
    const count = Math.round(perSecond * (beforeS + afterS));
    await keepSchedule({ startAt: performance.now(), perSecond, count }, (index) => {
      const room = index % slugs.length;
      const slug = slugs[room] ?? "";
      this.#sent[room] = (this.#sent[room] ?? 0) + 1;
      const content = `storm ${index} `.padEnd(100, "x");
      this.#senders[room]?.send(this.#target.dialect.send(slug, content));
    });
  }

  /** Cuts every connection, and brings all of them back at once: nobody waits for a back-off that would flatter the server. */
  async cutAll(): Promise<void> {
    const cpuBefore = process.cpuUsage();
    const cutAt = performance.now();
    for (const socket of this.#sockets) socket.cut();
    for (const receipts of this.#receipts) receipts.connectAgain();
    await Promise.all(
      this.#plan.entries.map((entry, place) => this.#comeBack(place, entry, cutAt)),
    );
    const { user, system } = process.cpuUsage(cpuBefore);
    this.#cpuShare = (user + system) / 1000 / (performance.now() - cutAt);
  }

  async #comeBack(place: number, entry: Entry, cutAt: number): Promise<void> {
    while (performance.now() - cutAt < PATIENCE_MS) {
      const slug = this.#plan.slugs[entry.rooms[0] ?? 0] ?? "";
      const rooms = { [slug]: this.#receipts[place]?.head ?? 0 };
      const resume = { logEpoch: this.#plan.logEpoch, rooms };
      try {
        await this.#enter({ place, entry, decodes: true, resume });
        this.#back.record(performance.now() - cutAt);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#retries[reason] = (this.#retries[reason] ?? 0) + 1;
        await sleep(RETRY_MS * Math.random());
      }
    }
  }

  conclude(): StormResult {
    for (const socket of [...this.#sockets, ...this.#senders]) socket.cut();
    const lost = this.#plan.entries.map(
      ({ rooms }, place) =>
        this.#receipts[place]?.countMissing(this.#sent[rooms[0] ?? 0] ?? 0) ?? 0,
    );
    const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);
    return {
      sockets: this.#plan.entries.length,
      back: toLatency(this.#back),
      backCount: this.#back.count,
      sent: sum([...this.#sent]),
      lost: sum(lost),
      doubled: sum(this.#receipts.map(({ doubled }) => doubled)),
      overlaps: sum(this.#receipts.map(({ overlaps }) => overlaps)),
      retries: this.#retries,
      generatorCpuShare: this.#cpuShare,
    };
  }

  onSeen(place: number, { seq, isReplayed }: SeenEvent): void {
    this.#receipts[place]?.take(seq, isReplayed);
  }

  onEvents(): void {
    // Every event is read.
  }

  onOther(): void {
    // Lists, unread counts and answers are not what is counted here.
  }

  onClosed(): void {
    // Who was closed is behind at the end.
  }
}

const silent: SocketHooks = {
  onEvents: () => undefined,
  onSeen: () => undefined,
  onOther: () => undefined,
  onClosed: () => undefined,
};
