import type { Illness } from "./fault-proxy.ts";
import type { Random } from "./random.ts";

/*
 * What goes wrong, and when: drawn from the seed alone, so that the same seed is the same run of faults. "When" is a count
 * of acknowledged sends, because a clock would meet another load on another machine.
 */

/** Names of the channels of apps/server/src/platform/points.ts. */
const points = {
  beforeCommit: "before-commit",
  afterCommit: "after-commit",
  afterAck: "after-ack",
  midReplay: "mid-replay",
  midDrain: "mid-drain",
} as const;

export type KillPoint = (typeof points)[keyof typeof points];

/** Between which two programs a connection is ill. */
export type Link = "clients" | "database" | "nats";

export type Fault =
  | {
      readonly kind: "network";
      readonly link: Link;
      /** Whose connection, between server and database or NATS. */
      readonly node: number;
      readonly illness: Illness;
      /** How many of the connections. */
      readonly share: number;
      readonly ms: number;
    }
  | { readonly kind: "kill-server"; readonly node: number }
  | {
      readonly kind: "kill-server-at";
      readonly node: number;
      readonly point: KillPoint;
      /** At the how manyth time. */
      readonly times: number;
    }
  | { readonly kind: "freeze-server"; readonly node: number; readonly ms: number }
  | { readonly kind: "drain"; readonly node: number }
  | { readonly kind: "cut-drain"; readonly node: number; readonly ms: number }
  | { readonly kind: "kill-database" }
  | { readonly kind: "kill-both"; readonly node: number }
  | { readonly kind: "kill-nats"; readonly ms: number }
  | { readonly kind: "rolling-restart" };

export interface PlannedFault {
  readonly fault: Fault;
  /** Comes when this many sends were acknowledged. */
  readonly after: number;
  /** The next one may come before this one is over. */
  readonly isOverlapping: boolean;
}

export interface Plan {
  readonly faults: number;
  readonly sends: number;
  readonly nodes: number;
}

type Card = (random: Random, nodes: number) => Fault;

const single: readonly Card[] = [
  ...times(3, (random, nodes) => ({ kind: "kill-server", node: node(random, nodes) })),
  at("beforeCommit", 40),
  at("afterCommit", 40),
  at("afterAck", 200),
  at("midReplay", 12),
  at("midDrain", 1),
  (random, nodes) => ({
    kind: "freeze-server",
    node: node(random, nodes),
    ms: random.whole(300, 1500),
  }),
  (random, nodes) => ({ kind: "drain", node: node(random, nodes) }),
  (random, nodes) => ({ kind: "cut-drain", node: node(random, nodes), ms: random.whole(1, 400) }),
  ...times(3, () => ({ kind: "kill-database" })),
  (random, nodes) => ({ kind: "kill-both", node: node(random, nodes) }),
  ill("clients", latency),
  ill("clients", () => ({ kind: "half-open" })),
  ill("clients", () => ({ kind: "reset" })),
  ill("clients", () => ({ kind: "reset" }), 1),
  ill("clients", cutAfter),
  ill("clients", cutReply),
  ill("clients", cutReply),
  ill("clients", () => ({ kind: "stall" })),
  ill("clients", () => ({ kind: "duplicate" })),
  ill("database", latency),
  ill("database", () => ({ kind: "half-open" })),
  ill("database", () => ({ kind: "reset" })),
  ill("database", cutAfter),
  ill("database", cutReply),
  ill("database", () => ({ kind: "stall" })),
];

const cluster: readonly Card[] = [
  ...single,
  ...times(3, (random) => ({ kind: "kill-nats", ms: random.whole(0, 1500) })),
  ill("nats", latency),
  ill("nats", () => ({ kind: "reset" })),
  ill("nats", () => ({ kind: "stall" })),
  ill("nats", () => ({ kind: "duplicate" })),
  ill("nats", cutAfter),
  ill("nats", cutReply),
  // A node without its bus, and one without its database.
  ...times(2, partition("nats")),
  ...times(2, partition("database")),
  ...times(2, () => ({ kind: "rolling-restart" })),
];

/** Every kind of fault comes once before one comes again; where there are fewer faults than kinds, chance leaves some out. */
export function planFaults(random: Random, { faults, sends, nodes }: Plan): PlannedFault[] {
  const deck = nodes > 1 ? cluster : single;
  const cards: Card[] = [];
  while (cards.length < faults) cards.push(...random.shuffled(deck));
  // Spread over the run, so that each meets people who send.
  return cards.slice(0, faults).map((card, place) => ({
    fault: card(random, nodes),
    after: Math.floor(((place + 0.1 + random.next() * 0.8) / faults) * 0.95 * sends),
    isOverlapping: random.isHit(0.4),
  }));
}

/** One line for the log of a run. */
export function describe(fault: Fault): string {
  switch (fault.kind) {
    case "network": {
      const { kind, ...more } = fault.illness;
      const numbers = Object.entries(more).map(([name, value]) => `${name} ${value}`);
      const whose = fault.link === "clients" ? "" : ` of node ${fault.node}`;
      return [
        `${fault.link}${whose}: ${kind}`,
        ...numbers,
        `${Math.round(fault.share * 100)} % for ${fault.ms} ms`,
      ].join(", ");
    }
    case "kill-server-at":
      return `kill -9 of node ${fault.node} at ${fault.point}, time ${fault.times}`;
    case "freeze-server":
      return `node ${fault.node} stands still for ${fault.ms} ms`;
    case "cut-drain":
      return `drain of node ${fault.node}, cut by kill -9 after ${fault.ms} ms`;
    case "kill-server":
    case "drain":
    case "kill-both":
      return `${fault.kind} ${fault.node}`;
    case "kill-nats":
      return `kill -9 of NATS, empty again after ${fault.ms} ms`;
    case "kill-database":
    case "rolling-restart":
      return fault.kind;
  }
}

function times(count: number, card: Card): Card[] {
  return Array.from({ length: count }, () => card);
}

function node(random: Random, nodes: number): number {
  return random.whole(0, nodes - 1);
}

function at(point: keyof typeof points, most: number): Card {
  return (random, nodes) => ({
    kind: "kill-server-at",
    node: node(random, nodes),
    point: points[point],
    times: random.whole(1, most),
  });
}

function ill(link: Link, toIllness: (random: Random) => Illness, share?: number): Card {
  return (random, nodes) => ({
    kind: "network",
    link,
    node: node(random, nodes),
    illness: toIllness(random),
    share: share ?? random.pick([0.2, 0.5, 1]),
    ms: random.whole(100, 900),
  });
}

function partition(link: Link): Card {
  return (random, nodes) => ({
    kind: "network",
    link,
    node: node(random, nodes),
    illness: { kind: "half-open" },
    share: 1,
    ms: random.whole(1000, 4000),
  });
}

function latency(random: Random): Illness {
  return { kind: "latency", ms: random.whole(1, 60), jitterMs: random.whole(0, 60) };
}

function cutAfter(random: Random): Illness {
  return { kind: "cut-after", bytes: random.whole(1, 20_000) };
}

function cutReply(random: Random): Illness {
  return { kind: "cut-reply", ms: random.whole(0, 300) };
}
