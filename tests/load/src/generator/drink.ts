import { setTimeout as sleep } from "node:timers/promises";
import type { Crowd, CrowdListener } from "./crowd.ts";
import type { Window } from "./run.ts";

/** Counts what a crowd is given, and what counting it costs. */
export async function drink(crowd: Crowd, seconds: number): Promise<Window> {
  const counter = new Counter();
  crowd.listen(counter);
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await sleep(seconds * 1000);
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  crowd.listen(undefined);
  const { events, reads } = counter;
  return { seconds: tookMs / 1000, events, reads, cpuShare: (user + system) / 1000 / tookMs };
}

class Counter implements CrowdListener {
  events = 0;
  reads = 0;

  onEvents(_place: number, events: number): void {
    this.events += events;
    this.reads += 1;
  }

  onSeen(): void {
    // Counted already.
  }

  onOther(): void {
    // Not an event.
  }

  onClosed(): void {
    // Shows as fewer events.
  }
}
