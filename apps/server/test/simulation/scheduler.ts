/** Something that runs on its own: a process of the server, a tab, the world. What it started dies with it. */
export class Owner {
  readonly name: string;
  isDead = false;

  constructor(name: string) {
    this.name = name;
  }
}

export interface Task {
  readonly at: number;
  readonly order: number;
  readonly owner: Owner;
  readonly run: () => void;
  isCancelled: boolean;
}

/** Where virtual time begins. */
export const START = Date.UTC(2026, 0, 1);

/**
 * Virtual time: tasks run one after the other in the order of their times, and after each of them everything that it
 * settled, before time goes on. What a task starts belongs to the owner of the task.
 */
export class Scheduler {
  now = START;
  current: Owner;
  ran = 0;
  readonly world = new Owner("world");
  /** Something threw where nobody caught it. */
  onError: (error: unknown) => void = (error) => {
    throw error;
  };
  readonly #heap: Task[] = [];
  #order = 0;

  constructor() {
    this.current = this.world;
  }

  /** Runs a task later; of what is due at the same time the older task comes first. */
  after(delayMs: number, run: () => void, owner: Owner = this.current): Task {
    this.#order += 1;
    const wait = delayMs > 0 ? delayMs : 0;
    const task = { at: this.now + wait, order: this.#order, owner, run, isCancelled: false };
    this.#push(task);
    return task;
  }

  /** Runs what is due until this time, calling `each` after every task; stops early when that answers false. */
  async runUntil(until: number, each: () => boolean): Promise<boolean> {
    for (let task = this.#heap[0]; task && task.at <= until; task = this.#heap[0]) {
      this.#pop();
      if (task.isCancelled || task.owner.isDead) continue;
      this.now = Math.max(this.now, task.at);
      this.current = task.owner;
      this.ran += 1;
      try {
        task.run();
      } catch (error) {
        this.onError(error);
      }
      await quiet();
      if (!each()) return false;
    }
    this.now = Math.max(this.now, until);
    this.current = this.world;
    return true;
  }

  #push(task: Task): void {
    const heap = this.#heap;
    let place = heap.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = heap[above];
      if (!other || isBefore(other, task)) break;
      heap[place] = other;
      place = above;
    }
    heap[place] = task;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const left = heap[2 * place + 1];
      const right = heap[2 * place + 2];
      const isRight = left && right && isBefore(right, left);
      const child = isRight ? right : left;
      if (!child || isBefore(last, child)) break;
      heap[place] = child;
      place = 2 * place + (isRight ? 2 : 1);
    }
    heap[place] = last;
  }
}

function isBefore(one: Task, other: Task): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}

function tick(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

/** All promises that can settle have settled: no turn of the real event loop is needed for that. */
export async function quiet(): Promise<void> {
  await tick();
  await tick();
  await tick();
}
