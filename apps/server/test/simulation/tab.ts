import {
  createClient,
  type ChatClient,
  type ChatState,
  type Fetch,
  type Runtime,
  type Signal,
} from "@colbin/client";
import { Connection, type Weather } from "./connection.ts";
import type { Answer, ServerNode } from "./node.ts";
import type { Device } from "./person.ts";
import type { Random } from "./random.ts";
import { Owner, type Scheduler } from "./scheduler.ts";

/** What a tab needs of the world around it. */
export interface TabWorld {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly weather: Weather;
  /** Share of calls that are lost on the way there, and of answers lost on the way back. */
  readonly calls: { lost: number; lostAnswer: number };
  /** The node that takes the next connection or call; nobody when none is up. */
  readonly pickNode: () => ServerNode | undefined;
  readonly onServerText: (tab: Tab, text: string) => void;
  readonly onClientText: (tab: Tab, text: string) => void;
  readonly onAnswer: (tab: Tab, request: SentCall, answer: Answer) => void;
  readonly onSocket: (tab: Tab) => void;
  readonly onChange: (tab: Tab, before: ChatState, after: ChatState) => void;
}

export interface SentCall {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

type FetchReply = Awaited<ReturnType<Fetch>>;

const BASE_URL = "http://colbin.test";

/** One page of a person: the real client on a virtual runtime. */
export class Tab {
  readonly device: Device;
  readonly name: string;
  readonly owner: Owner;
  readonly client: ChatClient;
  readonly connections = new Set<Connection>();
  readonly #world: TabWorld;
  readonly #signals = new Set<(signal: Signal) => void>();
  #newest: Connection | undefined;
  isOnline = true;
  /** How far the clock of the device is ahead. */
  readonly #skewMs: number;

  constructor(world: TabWorld, device: Device, name: string, skewMs: number) {
    this.#world = world;
    this.device = device;
    this.name = name;
    this.#skewMs = skewMs;
    this.owner = new Owner(name);
    const { scheduler } = world;
    const before = scheduler.current;
    scheduler.current = this.owner;
    const outboxStore = device.outboxOf(this.owner);
    this.client = createClient({ baseUrl: BASE_URL, runtime: this.#createRuntime(), outboxStore });
    let state = this.state;
    this.client.store.subscribe(() => {
      const earlier = state;
      state = this.state;
      if (!this.owner.isDead) world.onChange(this, earlier, state);
    });
    this.client.connection.connect();
    scheduler.current = before;
  }

  get state(): ChatState {
    return this.client.store.getSnapshot();
  }

  /** Something the person does, in the tab's own name. */
  act(what: (client: ChatClient) => Promise<unknown> | void): void {
    const { scheduler } = this.#world;
    const run = (): void => {
      // A refusal is shown to the person; what matters here is the state that it leaves.
      void Promise.resolve(what(this.client)).catch(() => undefined);
    };
    scheduler.after(0, run, this.owner);
  }

  signal(signal: Signal): void {
    if (signal !== "focus") this.isOnline = signal === "online";
    const tell = (): void => {
      for (const listener of this.#signals) listener(signal);
    };
    this.#world.scheduler.after(0, tell, this.owner);
    if (signal === "offline") for (const connection of this.connections) connection.silence();
  }

  /** Closed, reloaded or crashed: nothing of the page goes on. */
  kill(isTold: boolean): void {
    this.owner.isDead = true;
    for (const connection of this.connections) connection.abandon(isTold);
    this.connections.clear();
    this.device.tabDied(this.owner);
  }

  #createRuntime(): Runtime {
    const { scheduler, random } = this.#world;
    return {
      fetch: (url, init) => this.#fetch(url, init),
      openSocket: (url, _token, handlers) => this.#openSocket(url, handlers),
      now: () => Math.floor(scheduler.now + this.#skewMs),
      startTimer: (task, delayMs) => {
        const timer = scheduler.after(delayMs, task, this.owner);
        return { cancel: () => void (timer.isCancelled = true) };
      },
      random: () => random.next(),
      uuid: () => random.uuid(),
      storage: this.device.storageOf(this.owner),
      locks: this.device.locksOf(this.owner),
      onSignal: (listener) => {
        this.#signals.add(listener);
        return () => this.#signals.delete(listener);
      },
      refreshDelivery: "body",
    };
  }

  #openSocket: (url: string, handlers: Parameters<Runtime["openSocket"]>[2]) => Connection = (
    url,
    handlers,
  ) => {
    const world = this.#world;
    const node = this.isOnline ? world.pickNode() : undefined;
    const connection: Connection = new Connection({
      scheduler: world.scheduler,
      random: world.random,
      weather: world.weather,
      tab: this.owner,
      door: node ?? nobody,
      url,
      handlers,
      onServerText: (text) => isNewest() && world.onServerText(this, text),
      onClientText: (text) => isNewest() && world.onClientText(this, text),
      onEnd: () => this.connections.delete(connection),
    });
    // The client has let go of the others, whatever still comes from them.
    const isNewest = (): boolean => this.#newest === connection;
    this.#newest = connection;
    world.onSocket(this);
    this.connections.add(connection);
    return connection;
  };

  #fetch: Runtime["fetch"] = (url, init) => {
    const { scheduler, random, weather, calls, pickNode, onAnswer } = this.#world;
    const latency = (): number => random.between(...weather.latency);
    return new Promise<FetchReply>((resolve, reject) => {
      const fail = (): void => reject(new TypeError("fetch failed"));
      init.signal.addEventListener("abort", fail);
      const node = this.isOnline ? pickNode() : undefined;
      if (!node) {
        scheduler.after(latency(), fail, this.owner);
        return;
      }
      const isLost = random.chance(calls.lost);
      const isAnswerLost = random.chance(calls.lostAnswer);
      // A lost call fails at once or hangs until the client gives up.
      if (isLost) {
        if (random.chance(0.5)) scheduler.after(latency(), fail, this.owner);
        return;
      }
      // Nobody sends files here.
      const body = typeof init.body === "string" ? init.body : undefined;
      const request = { method: init.method, url, body };
      const arrive = (): void => {
        void node
          .answer({ ...request, authorization: init.headers["authorization"] })
          .then((answer) => {
            const receive = (): void => {
              if (isAnswerLost) {
                fail();
                return;
              }
              onAnswer(this, request, answer);
              resolve(toReply(answer, scheduler.now));
            };
            scheduler.after(latency(), receive, this.owner);
          });
      };
      scheduler.after(latency(), arrive, node.owner);
      node.onDeath(this.owner, fail);
    });
  };
}

const nobody = { owner: deadOwner(), accept: () => false };

function deadOwner(): Owner {
  const owner = new Owner("nobody");
  owner.isDead = true;
  return owner;
}

function toReply({ status, body }: Answer, now: number): FetchReply {
  return {
    ok: status < 400,
    status,
    statusText: String(status),
    headers: {
      get: (name) => (name.toLowerCase() === "date" ? new Date(now).toUTCString() : null),
    },
    text: () => Promise.resolve(status === 204 ? "" : body),
  };
}
