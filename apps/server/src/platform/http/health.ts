import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";
import { AppError } from "../app-error.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isLocalCaller } from "./callers.ts";

/** What must be up for the server to do its work; a name and whether it is. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean> | boolean>>;

const CHECK_PATIENCE_MS = 2_000;

/**
 * `/healthz`: the process is up. `/readyz`: everything it needs is up and it is not stopping (503 says what is missing).
 * `/metrics`: for programs of this machine that ask directly, or with METRICS_TOKEN.
 */
export function registerHealth(
  app: FastifyInstance,
  config: Pick<Config, "metricsToken">,
  deps: { readonly metrics: Metrics; readonly ready: ReadinessChecks },
): void {
  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/readyz", async (_request, reply) => {
    const names = Object.keys(deps.ready);
    const verdicts = await Promise.all(names.map((name) => isUp(deps.ready[name])));
    const missing = names.filter((_, place) => !verdicts[place]);
    if (missing.length === 0) return { status: "ready" };
    return reply.code(503).header("retry-after", 2).send({ status: "not ready", missing });
  });

  app.get("/metrics", async (request, reply) => {
    const isAllowed =
      hasToken(request.headers.authorization, config.metricsToken) ||
      isLocalCaller(request.ip, request.headers);
    if (!isAllowed) throw new AppError("UNAUTHORIZED");
    const { type, body } = await deps.metrics.text();
    return reply.type(type).header("cache-control", "no-store").send(body);
  });
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
