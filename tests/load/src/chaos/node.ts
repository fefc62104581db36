import { writeFile } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createServerProcess, type ServerProcess } from "../server-process.ts";
import type { KillPoint } from "./schedule.ts";

/** One process of the product, with somebody who starts it again, as a supervisor does. */
export interface Node {
  readonly number: number;
  readonly port: number;
  /** Takes new connections, as far as a load balancer knows. */
  isListed(): boolean;
  start(): Promise<void>;
  /** SIGKILL and a new start. */
  kill(): Promise<void>;
  /** SIGKILL by the process itself at a named point, `provoked` by what makes it come there; false where it never came. */
  killAt(order: { point: KillPoint; times: number }, provoke: () => void): Promise<boolean>;
  freeze(ms: number): Promise<void>;
  /** SIGTERM and a new start; the exit code. */
  drain(): Promise<number | null>;
  /** SIGTERM, and SIGKILL so long after it. */
  cutDrain(ms: number): Promise<void>;
  /** SIGTERM for good. */
  stop(): Promise<number | null>;
  /** Ends that nobody asked for. */
  readonly crashes: readonly string[];
}

const listener = new URL("./kill-listener.ts", import.meta.url).href;
/** A point that is not reached in this time is not on the way of what happens. */
const POINT_MS = 4_000;
const START_TRIES = 20;
const DRAIN_MS = 28_000;

/** A node that is not started yet, with its own folder and log. */
export async function createNode(
  number: number,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Node> {
  const own = join(folder, `node-${number}`);
  mkdirSync(own, { recursive: true });
  const order = join(own, "kill-order");
  const server = await createServerProcess(join(own, "data"), {
    ...settings,
    NODE_OPTIONS: `--import=${listener}`,
    COLBIN_KILL_ORDER: order,
  });
  return new SupervisedNode(number, server, order);
}

class SupervisedNode implements Node {
  readonly number: number;
  readonly port: number;
  readonly crashes: string[] = [];
  readonly #server: ServerProcess;
  readonly #order: string;
  #isListed = false;
  /** What is done to it is done one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(number: number, server: ServerProcess, order: string) {
    this.number = number;
    this.port = Number(new URL(server.baseUrl).port);
    this.#server = server;
    this.#order = order;
  }

  isListed(): boolean {
    return this.#isListed;
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  kill(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#server.kill();
      await this.#start();
    });
  }

  killAt(
    { point, times }: { point: KillPoint; times: number },
    provoke: () => void,
  ): Promise<boolean> {
    return this.#inTurn(async () => {
      await writeFile(this.#order, `${point} ${times}`);
      this.#server.signal("SIGUSR2");
      provoke();
      if (point === "mid-drain") {
        this.#isListed = false;
        this.#server.signal("SIGTERM");
      }
      const isReached = await this.#hasEndedWithin(POINT_MS);
      await this.#server.kill();
      await this.#start();
      return isReached;
    });
  }

  freeze(ms: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#server.signal("SIGSTOP");
      await sleep(ms);
      this.#server.signal("SIGCONT");
    });
  }

  drain(): Promise<number | null> {
    return this.#inTurn(async () => {
      const code = await this.#terminate();
      await this.#start();
      return code;
    });
  }

  cutDrain(ms: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#isListed = false;
      this.#server.signal("SIGTERM");
      await this.#hasEndedWithin(ms);
      await this.#server.kill();
      await this.#start();
    });
  }

  stop(): Promise<number | null> {
    return this.#inTurn(() => this.#terminate());
  }

  async #terminate(): Promise<number | null> {
    this.#isListed = false;
    const stopping = this.#server.stop();
    if (await this.#hasEndedWithin(DRAIN_MS)) return stopping;
    this.crashes.push(`node ${this.number} did not end within ${DRAIN_MS} ms of SIGTERM`);
    await this.#server.kill();
    return stopping;
  }

  /** A start may meet an ill network and give up with a sentence; then it is tried again. */
  async #start(): Promise<void> {
    this.#isListed = false;
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#server.start();
        this.#isListed = true;
        void this.#watch();
        return;
      } catch (error) {
        await this.#server.kill();
        if (tries === START_TRIES) throw error;
        await sleep(200);
      }
    }
  }

  /** Tells an end by itself from the ones that were ordered: those are signals, or come after SIGTERM. */
  async #watch(): Promise<void> {
    await this.#server.ended();
    if (this.#isListed && this.#server.hasEnded())
      this.crashes.push(`node ${this.number} ended by itself`);
    this.#isListed = false;
  }

  async #hasEndedWithin(ms: number): Promise<boolean> {
    const late = new AbortController();
    const ended = await Promise.race([
      this.#server.ended().then(() => true),
      sleep(ms, false, { signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    return ended;
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(task);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}
