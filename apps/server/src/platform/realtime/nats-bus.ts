import { setTimeout as sleep } from "node:timers/promises";
import { connect, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import type { Logger } from "pino";
import {
  BUS_BACKLOG_BYTES,
  BUS_CLOSE_MS,
  BUS_CONFIRM_BYTES,
  BUS_CONNECT_MS,
  BUS_RETRY_MAX_MS,
  BUS_RETRY_MIN_MS,
  BUS_SILENT_PINGS,
  BUS_PING_MS,
} from "./bounds.ts";
import type { Bus, BusMetrics } from "./bus.ts";

/*
 * The bus of several processes: NATS core, one subject per room. The library's own reconnecting keeps what is published
 * meanwhile in memory and gives up after refused passwords; so each connection here lives once, and a loop around it comes
 * back for ever. Its own liveness check is left idle, too: it cannot end a connection whose peer takes no bytes.
 */

type Listener = (payload: Uint8Array) => void;

interface Topic {
  readonly listeners: Set<Listener>;
  subscription: Subscription | undefined;
}

export interface NatsBusOptions {
  /** NATS_URL: may hold user and password, or a token. */
  readonly url: string;
  /** Put before every subject: several installations may share one NATS. */
  readonly prefix: string;
  readonly metrics: BusMetrics;
  readonly log: Logger;
}

/** NATS_URL in the words of the library. */
interface NatsAddress {
  readonly servers: string;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** There for tls:// alone: nats:// still encrypts where the server offers it. */
  readonly tls?: object;
}

/** Words of the connection while there is none. */
const PAYLOAD_MAX_DEFAULT = 1024 * 1024;
/** The library checks the connection this rarely: we do it ourselves. */
const NEVER_MS = 2 ** 31 - 1;

/** Connects in the background and for ever; never throws, also when there is no NATS at all. */
export function createNatsBus(options: NatsBusOptions): Bus {
  return new NatsBus(options);
}

class NatsBus implements Bus {
  readonly isShared = true;
  readonly #options: NatsBusOptions;
  readonly #address: NatsAddress;
  readonly #topics = new Map<string, Topic>();
  readonly #closing = new AbortController();
  #connection: NatsConnection | undefined;
  /** Of those who wait for what the connection carries. */
  readonly #onEnd = new Set<() => void>();
  /** Bytes handed over whose arrival was not confirmed yet. */
  #unconfirmed = 0;
  #isConfirming = false;
  /** One line an outage. */
  #isOutageTold = false;

  constructor(options: NatsBusOptions) {
    this.#options = options;
    this.#address = readNatsAddress(options.url);
    void this.#live();
  }

  get payloadMax(): number {
    return this.#connection?.info?.max_payload ?? PAYLOAD_MAX_DEFAULT;
  }

  publish(subject: string, toPayload: () => Uint8Array): void {
    const { metrics } = this.#options;
    const connection = this.#connection;
    if (!connection) return metrics.lost("down");
    if (this.#unconfirmed > BUS_BACKLOG_BYTES) return metrics.lost("backlog");
    const payload = toPayload();
    if (payload.length > this.payloadMax) return metrics.lost("too large");
    try {
      connection.publish(this.#toName(subject), payload);
    } catch {
      // It closed a moment ago, and its end has not reached us yet.
      return metrics.lost("down");
    }
    this.#unconfirmed += payload.length + subject.length;
    this.#confirm(connection);
  }

  subscribe(subject: string, listener: Listener): () => void {
    const topic = this.#topics.get(subject) ?? { listeners: new Set(), subscription: undefined };
    // Wrapped, so that the same function given twice is two subscriptions.
    const entry: Listener = (payload) => listener(payload);
    topic.listeners.add(entry);
    if (!this.#topics.has(subject)) {
      this.#topics.set(subject, topic);
      this.#listen(subject, topic);
    }
    return () => {
      if (!topic.listeners.delete(entry) || topic.listeners.size > 0) return;
      this.#topics.delete(subject);
      topic.subscription?.unsubscribe();
    };
  }

  async flush(): Promise<void> {
    if (this.#connection) await this.#settle(this.#connection);
  }

  isUp(): boolean {
    return this.#connection !== undefined;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const connection = this.#connection;
    this.#connection = undefined;
    this.#closing.abort();
    if (connection) {
      await Promise.race([this.#settle(connection), sleep(BUS_CLOSE_MS)]);
      await connection.close().catch(ignore);
    }
    this.#topics.clear();
  }

  /** Connects, serves until the connection ends, and begins again. */
  async #live(): Promise<void> {
    const { signal } = this.#closing;
    let waitMs = BUS_RETRY_MIN_MS;
    while (!signal.aborted) {
      try {
        const connection = await connect({
          ...this.#address,
          name: "colbin",
          noEcho: true,
          reconnect: false,
          timeout: BUS_CONNECT_MS,
          pingInterval: NEVER_MS,
          noAsyncTraces: true,
        });
        waitMs = BUS_RETRY_MIN_MS;
        await this.#serve(connection);
      } catch (error) {
        this.#tellOutage(error);
      }
      // Spread, so that all processes do not come back in the same moment.
      await sleep(waitMs * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(ignore);
      waitMs = Math.min(BUS_RETRY_MAX_MS, waitMs * 2);
    }
  }

  async #serve(connection: NatsConnection): Promise<void> {
    if (this.#closing.signal.aborted) return connection.close();
    const { metrics, log } = this.#options;
    this.#connection = connection;
    this.#unconfirmed = 0;
    this.#isConfirming = false;
    for (const [subject, topic] of this.#topics) this.#listen(subject, topic);
    metrics.up(true);
    if (this.#isOutageTold) log.info("The bus is up again");
    this.#isOutageTold = false;
    const stopWatching = this.#watch(connection);
    const reason = await connection.closed();
    for (const end of this.#onEnd) end();
    stopWatching();
    metrics.up(false);
    this.#connection = undefined;
    for (const topic of this.#topics.values()) topic.subscription = undefined;
    if (!this.#closing.signal.aborted) this.#tellOutage(reason);
  }

  /**
   * Waits until what was said has arrived, or the connection has ended, on which the library keeps its flushes waiting for ever
   * (nats-core 3.4): then it is as lost as on a bus that is down.
   */
  async #settle(connection: NatsConnection): Promise<void> {
    const ended = Promise.withResolvers<void>();
    this.#onEnd.add(ended.resolve);
    await Promise.race([connection.flush().catch(ignore), ended.promise]);
    this.#onEnd.delete(ended.resolve);
  }

  #listen(subject: string, topic: Topic): void {
    const { log } = this.#options;
    try {
      topic.subscription = this.#connection?.subscribe(this.#toName(subject), {
        callback: (error, message) => {
          if (error) log.warn({ reason: error.message }, "The bus refused a subscription");
          else this.#hear(topic, message.data);
        },
      });
    } catch {
      // It closed a moment ago; the next connection subscribes everything again.
    }
  }

  #hear(topic: Topic, payload: Uint8Array): void {
    for (const listener of topic.listeners) {
      try {
        listener(payload);
      } catch (error) {
        // What is thrown in here would end the reading of the connection.
        this.#options.log.error({ err: error }, "A hint of another process could not be handled");
      }
    }
  }

  /** Asks for a sign of life and ends the connection that gives none: the peer may be gone without a word. */
  #watch(connection: NatsConnection): () => void {
    let silentPings = 0;
    const timer = setInterval(() => {
      silentPings += 1;
      if (silentPings > BUS_SILENT_PINGS) void connection.close().catch(ignore);
      else connection.flush().then(() => (silentPings = 0), ignore);
    }, BUS_PING_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Learns now and then how much has arrived, so that what waits in this process has a bound. */
  #confirm(connection: NatsConnection): void {
    if (this.#isConfirming || this.#unconfirmed < BUS_CONFIRM_BYTES) return;
    this.#isConfirming = true;
    const confirmed = this.#unconfirmed;
    connection.flush().then(() => {
      if (connection !== this.#connection) return;
      this.#unconfirmed -= confirmed;
      this.#isConfirming = false;
    }, ignore);
  }

  #tellOutage(error: unknown): void {
    if (this.#isOutageTold) return;
    this.#isOutageTold = true;
    // The words of the library name host and reason, never what NATS_URL holds beside them.
    const reason = error instanceof Error ? error.message : "the connection ended";
    this.#options.log.warn({ reason }, "The bus is down; the sweep brings what it would have");
  }

  #toName(subject: string): string {
    return `${this.#options.prefix}.${subject}`;
  }
}

/** `nats://user:password@host:port`, `nats://token@host`, or `tls://…` where encryption must be. */
function readNatsAddress(text: string): NatsAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  return {
    servers: url.host,
    ...(user !== "" && pass !== "" && { user, pass }),
    ...(user !== "" && pass === "" && { token: user }),
    ...(url.protocol === "tls:" && { tls: {} }),
  };
}

function ignore(): void {
  // Said elsewhere: a connection that ends is noticed by its own end.
}
