import type { Timer } from "../src/runtime.ts";

interface Task {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only when a test says so. */
export class VirtualTime {
  #now = Date.parse("2026-11-21T12:00:00.000Z");
  readonly #tasks = new Set<Task>();

  now(): number {
    return this.#now;
  }

  iso(): string {
    return new Date(this.#now).toISOString();
  }

  startTimer(run: () => void, delayMs: number): Timer {
    const task = { at: this.#now + delayMs, run };
    this.#tasks.add(task);
    return { cancel: () => void this.#tasks.delete(task) };
  }

  get waiting(): number {
    return this.#tasks.size;
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
  }

  /** Runs what is due in the order of its time, with all that follows from it. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (let task = this.#nextUntil(end); task; task = this.#nextUntil(end)) {
      this.#tasks.delete(task);
      this.#now = Math.max(this.#now, task.at);
      task.run();
      await this.settle();
    }
    this.#now = end;
  }

  #nextUntil(end: number): Task | undefined {
    const due = [...this.#tasks].filter((task) => task.at <= end);
    return due.toSorted((one, other) => one.at - other.at)[0];
  }
}
