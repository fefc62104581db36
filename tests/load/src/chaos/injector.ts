import { setTimeout as sleep } from "node:timers/promises";
import { describe, type Fault, type PlannedFault } from "./schedule.ts";
import type { System } from "./system.ts";

/** Does to a system what a plan says. */
export interface Injector {
  /** Brings every fault when its time has come, and settles when the last is over. Rejects when a node does not come back. */
  run(plan: readonly PlannedFault[], acknowledged: () => number): Promise<void>;
  /** Faults that came. */
  count(): number;
  /** Kills that were to come at a point that nothing reached. */
  missed(): number;
}

const POLL_MS = 5;
/** Where nothing is acknowledged for so long, the next fault does not make it worse: it comes anyway. */
const STALL_MS = 15_000;

export function createInjector(system: System, say: (line: string) => void): Injector {
  let count = 0;
  let missed = 0;

  async function untilDue(after: number, acknowledged: () => number): Promise<void> {
    let last = acknowledged();
    let since = Date.now();
    while (last < after && Date.now() - since < STALL_MS) {
      await sleep(POLL_MS);
      const now = acknowledged();
      if (now !== last) since = Date.now();
      last = now;
    }
  }

  let natsTurn = Promise.resolve();
  /** One after the other: two of them at once would start it twice. */
  function restartNats(ms: number): Promise<void> {
    natsTurn = natsTurn.then(async () => {
      await system.nats?.kill();
      await sleep(ms);
      await system.nats?.start();
    });
    return natsTurn;
  }

  async function inject(fault: Fault): Promise<void> {
    const node = "node" in fault ? system.nodes[fault.node] : undefined;
    switch (fault.kind) {
      case "network": {
        const heal = system.proxyOf(fault.link, fault.node)?.inject(fault.illness, fault.share);
        await sleep(fault.ms);
        return heal?.();
      }
      case "kill-server":
        return node?.kill();
      case "kill-server-at": {
        const reset = (): void => void system.proxyOf("clients", 0)?.inject({ kind: "reset" }, 1);
        const provoke = fault.point === "mid-replay" ? reset : () => undefined;
        if ((await node?.killAt(fault, provoke)) === false) missed += 1;
        return;
      }
      case "freeze-server":
        return node?.freeze(fault.ms);
      case "drain":
        await node?.drain();
        return;
      case "cut-drain":
        return node?.cutDrain(fault.ms);
      case "kill-database":
        return system.killDatabase();
      case "kill-both":
        await Promise.all([node?.kill(), system.killDatabase()]);
        return;
      case "kill-nats":
        return restartNats(fault.ms);
      case "rolling-restart":
        for (const each of system.nodes) await each.drain();
    }
  }

  return {
    async run(plan, acknowledged) {
      const open: Promise<void>[] = [];
      for (const { fault, after, isOverlapping } of plan) {
        await untilDue(after, acknowledged);
        say(`${String(acknowledged()).padStart(7)} acknowledged: ${describe(fault)}`);
        count += 1;
        const over = inject(fault);
        open.push(over);
        over.catch(() => undefined);
        if (!isOverlapping) await over;
      }
      await Promise.all(open);
    },
    count: () => count,
    missed: () => missed,
  };
}
