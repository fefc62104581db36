/* What the generator is told and what it answers: plain data between two processes. */

export interface XmppPlan {
  readonly port: number;
  readonly domain: string;
  readonly password: string;
  readonly rooms: number;
  readonly perRoom: number;
  readonly load: XmppLoad;
}

export type XmppLoad =
  /** One sender into each room at a fixed rate, whatever comes back: intended times count. */
  | { readonly kind: "open"; readonly perSecond: number; readonly seconds: number }
  /** So many senders, each of which sends again when its own message has come back. */
  | { readonly kind: "closed"; readonly inFlight: number; readonly seconds: number };

/** Tells the generator to begin; before it, everybody has entered and nothing is sent. */
export interface XmppGo {
  readonly type: "go";
}

export type XmppAnswer =
  | { readonly type: "entered" }
  | { readonly type: "warm" }
  | { readonly type: "done"; readonly figures: XmppFigures };

export interface XmppFigures {
  readonly sent: number;
  /** Messages that their own sender has back: they are in the archive. */
  readonly acknowledged: number;
  readonly deliveries: number;
  readonly seconds: number;
  /** Milliseconds from the intended send to a receiver, of all receivers; closed loop: to the sender itself. */
  readonly all: Latency;
  /** The same to the receiver that was last, per message; only of an open loop. */
  readonly last: Latency | undefined;
  /** Of one core, of the generator itself while it measured. */
  readonly generatorShare: number;
  /** Messages that were decoded to see that what was counted is what was sent; any other number in them. */
  readonly decoded: number;
  readonly wrong: number;
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
}
