import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { AppError } from "../app-error.ts";
import { isLocalCaller, toCountedAddress } from "./callers.ts";

/*
 * Requests a minute: of a person once we know who it is, else of a network address (IPv6: of its /64). Every request
 * counts when it arrives; whoever is over the limit hears it after the form of the request was judged (errors.md 1.4),
 * and far over the limit at once, before the body is read.
 */

const WINDOW_MS = 60_000;
const KEYS_REMEMBERED = 20_000;

export interface RateVerdict {
  /** Throws RATE_LIMITED when the caller is over the limit. */
  requireWithin(): void;
}

export interface RateLimits {
  /** Counts the request; throws RATE_LIMITED only when the caller is far over the limit. */
  count(request: FastifyRequest): Promise<RateVerdict>;
}

type RateConfig = Pick<Config, "apiRate" | "apiRateAnonymous" | "otpDelivery">;

/** Counters in the memory of this process; under dev delivery callers on this machine are not counted by address. */
export async function createRateLimits(
  app: FastifyInstance,
  config: RateConfig,
): Promise<RateLimits> {
  await app.register(rateLimit, { global: false });
  // Each limit has a store of its own, whose size is not that of the plugin.
  const store = { timeWindow: WINDOW_MS, cache: KEYS_REMEMBERED };
  const countPerson = app.createRateLimit({
    ...store,
    max: config.apiRate,
    ban: config.apiRate,
    // A program that runs wild leaves its person their own pages.
    keyGenerator: ({ actor }) => (actor?.scopes ? actor.sessionId : actor?.userId) ?? "",
  });
  const countAddress = app.createRateLimit({
    ...store,
    max: config.apiRateAnonymous,
    ban: config.apiRateAnonymous,
    keyGenerator: (request) => toCountedAddress(request.ip),
    allowList: (request) =>
      config.otpDelivery === "dev" && isLocalCaller(request.ip, request.headers),
  });
  return {
    async count(request) {
      const outcome = await (request.actor ? countPerson(request) : countAddress(request));
      const refusal =
        !outcome.isAllowed && outcome.isExceeded
          ? new AppError("RATE_LIMITED", { retryAfterMs: outcome.ttl, limit: outcome.max })
          : undefined;
      if (refusal && !outcome.isAllowed && outcome.isBanned) throw refusal;
      return {
        requireWithin() {
          if (refusal) throw refusal;
        },
      };
    },
  };
}
