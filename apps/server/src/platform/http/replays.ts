import { createHash } from "node:crypto";
import type { EndpointName, EndpointShape } from "@colbin/protocol";
import type { FastifyRequest } from "fastify";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";
import { RolledBack } from "../db/transaction.ts";

/*
 * What `idempotency-key` means (wire.md, HTTP). A UUID is a promise of the caller that it is the same call: it gets the first
 * reply for a day, and the call never runs twice within it. Any other key is ignored: what is derived from a call may repeat
 * honestly.
 */

const WAIT_MS = 100;
const WAITS_MAX = 100;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Outcome {
  readonly status: number;
  readonly text: string | Buffer;
}

interface ReplayCall {
  readonly name: EndpointName;
  readonly shape: EndpointShape;
  readonly request: FastifyRequest;
  readonly body: string;
}

export interface ReplayKey {
  readonly userId: string;
  readonly call: EndpointName;
  readonly key: string;
  readonly requestHash: Buffer;
}

type ReplayState =
  | { readonly kind: "first" }
  | { readonly kind: "running" }
  /** Nobody knows any more what became of the first call. */
  | { readonly kind: "lost" }
  | { readonly kind: "other" }
  | { readonly kind: "done"; readonly outcome: Outcome };

/** Where replies are kept; shared by all processes. */
export interface ReplayStore {
  /** Claims the key for this call, or says what became of the first one. Only one caller within a day is `first`. */
  begin(key: ReplayKey): Promise<ReplayState>;
  keep(key: ReplayKey, outcome: Outcome): Promise<void>;
  /** The call was refused or rolled back and changed nothing: the key is free again. */
  release(key: ReplayKey): Promise<void>;
}

export interface Replays {
  run(call: ReplayCall, execute: () => Promise<Outcome>): Promise<Outcome>;
}

/** Runs a call at most once per key; a refusal is not kept, so that trying again can succeed. */
export function createReplays(store: ReplayStore): Replays {
  return {
    async run(call, execute) {
      const key = keyOf(call);
      if (key === undefined) return execute();
      const first = await findFirst(store, key);
      return first ?? executeFirst(store, key, call.request, execute);
    },
  };
}

function keyOf({ name, shape, request, body }: ReplayCall): ReplayKey | undefined {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !UUID.test(key) || !request.actor) return undefined;
  if (shape.method === "GET" || shape.isReplayed === false) return undefined;
  const requestHash = createHash("sha256")
    .update(`${request.method} ${request.url}\n${body}`)
    .digest();
  return { userId: request.actor.userId, call: name, key: key.toLowerCase(), requestHash };
}

/** The outcome of the first call under this key; undefined where this is the first one. */
async function findFirst(store: ReplayStore, key: ReplayKey): Promise<Outcome | undefined> {
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const state = await store.begin(key);
    switch (state.kind) {
      case "first":
        return undefined;
      case "done":
        return state.outcome;
      case "other":
        throw new AppError("IDEMPOTENCY_CONFLICT");
      case "lost":
        throw new AppError("CONFLICT");
      case "running":
        await sleep(WAIT_MS);
    }
  }
  throw new AppError("TIMEOUT");
}

async function executeFirst(
  store: ReplayStore,
  key: ReplayKey,
  { log }: FastifyRequest,
  execute: () => Promise<Outcome>,
): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await execute();
  } catch (error) {
    // After any other failure the change may be committed all the same, so the key stays taken.
    const isRefused = error instanceof AppError && error.status < 500;
    if (isRefused || error instanceof RolledBack) await store.release(key);
    throw error;
  }
  try {
    await store.keep(key, outcome);
  } catch (error) {
    log.warn({ err: error }, "A reply was not kept: whoever repeats the call gets CONFLICT");
  }
  return outcome;
}
