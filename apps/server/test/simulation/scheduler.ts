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
  /** What is due first comes last. */
  readonly #waiting: Task[] = [];

  constructor() {
    this.current = this.world;
  }

  /** Runs a task later; of what is due at the same time the older task comes first. */
  after(delayMs: number, run: () => void, owner: Owner = this.current): Task {
    const wait = delayMs > 0 ? delayMs : 0;
    const task = { at: this.now + wait, owner, run, isCancelled: false };
    this.#push(task);
    return task;
  }

  /** Runs what is due until this time, calling `each` after every task; stops early when that answers false. */
  async runUntil(until: number, each: () => boolean): Promise<boolean> {
    for (let task = this.#waiting.at(-1); task && task.at <= until; task = this.#waiting.at(-1)) {
      this.#waiting.pop();
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

  /** Into its place among those that wait, which are few. */
  #push(task: Task): void {
    let [low, high] = [0, this.#waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const isLater = (this.#waiting[middle]?.at ?? 0) <= task.at;
      // The next one is the last of the list.
      if (isLater) high = middle;
      else low = middle + 1;
    }
    this.#waiting.splice(low, 0, task);
  }
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
