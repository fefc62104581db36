import { createHash } from "node:crypto";
import type { EndpointName, EndpointShape } from "@colbin/protocol";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";

/*
 * What `idempotency-key` means (wire.md, HTTP). A key that a client derives from the call itself may repeat honestly, so
 * it only joins calls in flight and a double click of one connection. A random UUID is a promise of the caller that it is
 * the same call: it gets the first reply for a day. Sends have their own, eternal protection and take no part.
 */

const DOUBLE_CLICK_MS = 2_000;
/** Of all people: so many calls, and bytes of their replies. A double click that others have pushed out is a call of its own. */
const DOUBLE_CLICKS_REMEMBERED = 2_000;
const DOUBLE_CLICK_BYTES = 16 * 1024 ** 2;
const KEY_MAX_LENGTH = 512;
const WAIT_MS = 100;
const WAITS_MAX = 100;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Doubles of a send are found by clientMessageId; a ticket is a secret that must not be kept. */
const neverReplayed: ReadonlySet<EndpointName> = new Set(["sendMessage", "createWsTicket"]);

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

export type ReplayState =
  | { readonly kind: "first" }
  | { readonly kind: "running" }
  | { readonly kind: "other" }
  | { readonly kind: "done"; readonly outcome: Outcome };

/** Where the replies of random keys are kept; shared by all processes. */
export interface ReplayStore {
  /** Claims the key for this call, or says what became of the first one. Exactly one caller is `first` at a time. */
  begin(key: ReplayKey): Promise<ReplayState>;
  keep(key: ReplayKey, outcome: Outcome): Promise<void>;
  /** The call failed and changed nothing: the key is free again. */
  release(key: ReplayKey): Promise<void>;
}

type Recent = LRUCache<string, Promise<Outcome>>;

export interface Replays {
  run(call: ReplayCall, execute: () => Promise<Outcome>): Promise<Outcome>;
}

/** Runs a call at most once per key; failures are not kept, so that trying again can succeed. */
export function createReplays(store: ReplayStore, rememberedBytes = DOUBLE_CLICK_BYTES): Replays {
  const recent: Recent = new LRUCache({
    max: DOUBLE_CLICKS_REMEMBERED,
    maxSize: rememberedBytes,
    // Else what is over stays until others push it out.
    ttlAutopurge: true,
  });
  return {
    run(call, execute) {
      const key = keyOf(call);
      if (key === undefined) return execute();
      return UUID.test(key)
        ? runOnce(store, call, key, execute)
        : runTogether(recent, call, execute);
    },
  };
}

function keyOf({ name, shape, request }: ReplayCall): string | undefined {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || shape.method === "GET" || neverReplayed.has(name))
    return undefined;
  if (shape.access !== "user") return undefined;
  if (key.length > KEY_MAX_LENGTH) throw new AppError("BAD_REQUEST");
  return key;
}

function hashOf({ request, body }: ReplayCall): Buffer {
  return createHash("sha256").update(`${request.method} ${request.url}\n${body}`).digest();
}

function runTogether(
  recent: Recent,
  call: ReplayCall,
  execute: () => Promise<Outcome>,
): Promise<Outcome> {
  const connection = call.request.headers["connection-id"];
  if (typeof connection !== "string" || !call.request.actor) return execute();
  const key = `${call.request.actor.userId} ${connection} ${hashOf(call).toString("base64")}`;
  const first = recent.get(key);
  if (first) return first;
  const running = execute();
  recent.set(key, running, { size: 1, ttl: 0 });
  running.then(
    (outcome) => {
      // A promise of its own: the cache weighs a value that it has no second time.
      const done = Promise.resolve(outcome);
      recent.set(key, done, { size: outcome.text.length + 1, ttl: DOUBLE_CLICK_MS });
    },
    () => recent.delete(key),
  );
  return running;
}

async function runOnce(
  store: ReplayStore,
  call: ReplayCall,
  key: string,
  execute: () => Promise<Outcome>,
): Promise<Outcome> {
  const userId = call.request.actor?.userId ?? "";
  const replayKey = { userId, call: call.name, key, requestHash: hashOf(call) };
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const state = await store.begin(replayKey);
    switch (state.kind) {
      case "done":
        return state.outcome;
      case "other":
        throw new AppError("IDEMPOTENCY_CONFLICT");
      case "first":
        return executeFirst(store, replayKey, execute);
      case "running":
        await sleep(WAIT_MS);
    }
  }
  throw new AppError("TIMEOUT");
}

async function executeFirst(
  store: ReplayStore,
  key: ReplayKey,
  execute: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await execute();
    await store.keep(key, outcome);
    return outcome;
  } catch (error) {
    await store.release(key);
    throw error;
  }
}
