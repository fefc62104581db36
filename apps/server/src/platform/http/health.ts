import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { isLoopback } from "../../config-kinds.ts";
import type { Config } from "../../config.ts";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isLocalCaller } from "./callers.ts";

/** What must be up for the server to do its work; a name and whether it is. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean> | boolean>>;

const CHECK_PATIENCE_MS = 2_000;
/** Anybody may ask, and a check takes a connection of the database. */
const VERDICT_MS = 1_000;

export interface HealthDeps {
  readonly metrics: Metrics;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly ready: ReadinessChecks;
  /** False from the moment on at which the process begins to stop. */
  readonly isServing: () => boolean;
}

/**
 * `/healthz`: the process is up. `/readyz`: everything it needs is up and it is not stopping (503 says what is missing).
 * `/metrics`: with METRICS_TOKEN; for programs of this machine that ask directly also without it, unless PUBLIC_URL tells of a proxy:
 * one that adds no header looks like a program of this machine.
 */
export function registerHealth(
  app: FastifyInstance,
  config: Pick<Config, "metricsToken" | "publicUrl">,
  deps: HealthDeps,
): void {
  const findMissing = shareVerdict(deps);
  const isLocalServer = isLoopback(new URL(config.publicUrl).hostname);

  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/readyz", async (_request, reply) => {
    const missing = [...(await findMissing()), ...(deps.isServing() ? [] : ["serving"])];
    if (missing.length === 0) return { status: "ready" };
    return reply.code(503).header("retry-after", 2).send({ status: "not ready", missing });
  });

  app.get("/metrics", async (request, reply) => {
    const isAllowed =
      hasToken(request.headers.authorization, config.metricsToken) ||
      (isLocalServer && isLocalCaller(request.ip, request.headers));
    if (!isAllowed) throw new AppError("UNAUTHORIZED");
    const { type, body } = await deps.metrics.text();
    return reply.type(type).header("cache-control", "no-store").send(body);
  });
}

/** What is missing: asked once for all who want to know at that time, and not again for a second. */
function shareVerdict({ ready, clock }: HealthDeps): () => Promise<readonly string[]> {
  let verdict: Promise<readonly string[]> | undefined;
  let heardAt = 0;
  return () => {
    if (verdict && clock.steadyMs() - heardAt < VERDICT_MS) return verdict;
    heardAt = Number.POSITIVE_INFINITY;
    verdict = listMissing(ready).finally(() => (heardAt = clock.steadyMs()));
    return verdict;
  };
}

async function listMissing(ready: ReadinessChecks): Promise<readonly string[]> {
  const names = Object.keys(ready);
  const verdicts = await Promise.all(names.map((name) => isUp(ready[name])));
  return names.filter((_, place) => !verdicts[place]);
}

/** A check that throws or hangs is one that failed. */
async function isUp(check: ReadinessChecks[string] | undefined): Promise<boolean> {
  const patience = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => patience.resolve(false), CHECK_PATIENCE_MS);
  try {
    return await Promise.race([Promise.resolve(check?.() ?? false), patience.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function hasToken(header: string | undefined, token: string | undefined): boolean {
  if (header === undefined || token === undefined) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}
