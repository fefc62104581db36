import type { AckPlan, AckResult } from "./acks.ts";
import type { CrowdPlan } from "./crowd.ts";
import type { RunPlan, RunResult, Window } from "./run.ts";
import type { StormPlan, StormResult } from "./storm.ts";

/* What goes between a benchmark and its generator, a process of its own. */

export interface Calls {
  readonly open: { readonly plan: CrowdPlan; readonly result: null };
  readonly run: { readonly plan: RunPlan; readonly result: RunResult };
  /** Senders in a closed loop. */
  readonly acks: { readonly plan: AckPlan; readonly result: AckResult };
  /** Counts what arrives for so many seconds; nothing is sent. */
  readonly drink: { readonly plan: { readonly seconds: number }; readonly result: Window };
  readonly storm: { readonly plan: StormPlan; readonly result: StormResult };
  readonly close: { readonly plan: null; readonly result: null };
}

export type CallName = keyof Calls;

export interface Request<N extends CallName = CallName> {
  readonly call: N;
  readonly plan: Calls[N]["plan"];
}

export type Answer =
  | { readonly kind: "edge"; readonly edge: "begin" | "end" }
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "failed"; readonly reason: string };
