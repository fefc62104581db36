import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import { Random } from "./random.ts";
import { Scheduler, type Task } from "./scheduler.ts";

/*
 * The clock, the timers and the sources of randomness of this process, replaced by virtual ones. The product uses the global
 * ones in many places; this way none of them has to know. Only a process of its own may load this file.
 */

let scheduler = new Scheduler();
let random = new Random("before the first run");

/** From now on time and randomness are those of this run. */
export function setVirtual(of: { readonly scheduler: Scheduler; readonly random: Random }): void {
  ({ scheduler, random } = of);
}

class VirtualTimer {
  readonly #run: () => void;
  readonly #delayMs: number;
  readonly #isRepeated: boolean;
  #task: Task;

  constructor(run: () => void, delayMs: number, isRepeated: boolean) {
    this.#run = run;
    this.#delayMs = delayMs;
    this.#isRepeated = isRepeated;
    this.#task = this.#start();
  }

  #start(): Task {
    return scheduler.after(this.#delayMs, () => {
      if (this.#isRepeated) this.#task = this.#start();
      this.#run();
    });
  }

  refresh(): this {
    this.cancel();
    this.#task = this.#start();
    return this;
  }

  cancel(): void {
    this.#task.isCancelled = true;
  }

  unref(): this {
    return this;
  }
}

type Callback = (...given: unknown[]) => void;

function startTimer(isRepeated: boolean) {
  return (run: Callback, delayMs = 1, ...given: unknown[]): VirtualTimer =>
    new VirtualTimer(() => run(...given), Math.max(1, delayMs), isRepeated);
}

function cancelTimer(timer: unknown): void {
  if (timer instanceof VirtualTimer) timer.cancel();
}

const RealDate = Date;

class VirtualDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(scheduler.now);
    else super(...given);
  }

  static override now(): number {
    return Math.floor(scheduler.now);
  }
}

/** Takes the place of the globals and of the built-in functions that are imported by name. */
export function installVirtualGlobals(): void {
  const replaced: Readonly<Record<string, unknown>> = {
    Date: VirtualDate,
    performance: {
      now: () => scheduler.now - 1_000_000_000_000,
      // Virtual work takes no time, so how busy the process is, is part of its luck.
      eventLoopUtilization: () => ({ utilization: random.next() }),
    },
    setTimeout: startTimer(false),
    setInterval: startTimer(true),
    setImmediate: (run: Callback, ...given: unknown[]) =>
      new VirtualTimer(() => run(...given), 0, false),
    clearTimeout: cancelTimer,
    clearInterval: cancelTimer,
    clearImmediate: cancelTimer,
  };
  for (const [name, value] of Object.entries(replaced)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  Math.random = () => random.next();
  const sleep = (delayMs?: number): Promise<void> =>
    new Promise((resolve) => {
      scheduler.after(delayMs ?? 1, resolve);
    });
  Object.assign(timersPromises, { setTimeout: sleep });
  Object.assign(crypto, {
    randomUUID: () => random.uuid(),
    randomUUIDv7: () => toUuidV7(Math.floor(scheduler.now), random),
  });
  syncBuiltinESMExports();
}

function toUuidV7(at: number, from: Random): string {
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${from.hex(3)}-8${from.hex(3)}-${from.hex(12)}`;
}
