import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { SOCKET_PATH } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Actor, Authenticator } from "../actor.ts";
import { AppError, isTurnedAway } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { isLocalCaller, toCountedAddress } from "../http/callers.ts";
import type { Origins } from "../http/origins.ts";
import { TokenBucket } from "../limits/token-bucket.ts";
import { prove } from "./authentication.ts";
import { ADDRESSES_REMEMBERED, CONNECTION_ID_MAX, SOCKET_LIMIT_RETRY_MS } from "./bounds.ts";
import { createAddressReader } from "./client-address.ts";
import { Lanes } from "./lanes.ts";

/** What of the configuration an upgrade is judged by, by the names that it has there. */
export interface GateSettings {
  readonly trustProxy: false | readonly string[];
  readonly otpDelivery: "dev" | "smtp" | "webhook";
  readonly apiRateAnonymous: number;
  readonly socketsUnauthenticated: number;
}

export interface UpgradeGateDeps {
  readonly settings: GateSettings;
  readonly authenticator: Authenticator;
  readonly origins: Pick<Origins, "isAllowed">;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly log: Logger;
  /** Other channels than the live one. */
  readonly channels?: ReadonlyMap<string, Channel>;
}

/** Another channel than the live one, at a path of its own. */
export interface Channel {
  /**
   * Takes over a socket that the page may open. `enter` proves who is at its other end by a token that they show; until then the socket
   * counts as one of nobody.
   */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    enter: (token: string) => Promise<Actor>,
  ): void;
}

/** What an upgrade brought, after everything that can be judged without the database. */
export interface Request {
  readonly path: string;
  /** Network address of the client. */
  readonly from: string;
  /** By which its sender is counted; undefined for one who is not. */
  readonly address: string | undefined;
  readonly token: string;
  readonly userId: string | undefined;
  readonly connectionId: string;
}

/** Decides who may open a socket. Throws an AppError for who may not. */
export class UpgradeGate {
  readonly #deps: UpgradeGateDeps;
  /** Network address of the client, by the trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly #waiting = new Map<string, number>();
  /** What each address that showed a wrong token may still show. */
  readonly #wrongTokens = new LRUCache<string, TokenBucket>({ max: ADDRESSES_REMEMBERED });

  readonly #suspects = new Lanes();

  constructor(deps: UpgradeGateDeps) {
    this.#deps = deps;
    this.addressOf = createAddressReader(deps.settings.trustProxy);
  }

  /** Path, origin and form. */
  read(request: IncomingMessage): Request {
    const url = URL.parse(request.url ?? "", "http://localhost");
    if (!url) throw new AppError("BAD_REQUEST");
    const path = url.pathname;
    if (path !== SOCKET_PATH && !this.#deps.channels?.has(path)) throw new AppError("NOT_FOUND");
    const { origin, authorization } = request.headers;
    // A browser always names the page's origin: what has none is a program, and must prove itself by a header.
    if (
      origin === undefined
        ? authorization === undefined && path === SOCKET_PATH
        : !this.#deps.origins.isAllowed(origin)
    ) {
      throw new AppError("ORIGIN_NOT_ALLOWED");
    }
    const token = toBearer(authorization) ?? toText(url, "accessToken") ?? "";
    // On another channel it is shown later.
    if (token === "" && path === SOCKET_PATH) throw new AppError("UNAUTHORIZED");
    const connectionId = toText(url, "connectionId") ?? randomUUID();
    if (connectionId.length > CONNECTION_ID_MAX) throw new AppError("BAD_REQUEST");
    return {
      path,
      from: this.addressOf(request),
      address: this.#toCounted(request),
      token,
      userId: toText(url, "userId"),
      connectionId,
    };
  }

  /** On a developer's machine everybody has the same address (errors.md, section 9). */
  #toCounted(request: IncomingMessage): string | undefined {
    const address = this.addressOf(request);
    const isDev = this.#deps.settings.otpDelivery === "dev";
    return isDev && isLocalCaller(address, request.headers) ? undefined : toCountedAddress(address);
  }

  /**
   * Checks the token; the user id of the query is compared, never trusted. An address that showed too many wrong ones is still
   * heard, because others behind it have right ones: its tokens are looked up one at a time, of which no more wait than it may
   * have sockets (wait), and a wrong one is RATE_LIMITED. What has not the form of a token asks no database.
   */
  async authenticate(asked: Request): Promise<Actor> {
    const { address } = asked;
    if (address === undefined || !this.#isSuspect(address)) return this.#check(asked);
    const checked = Promise.withResolvers<Actor>();
    await this.#suspects.run(address, async () => {
      checked.resolve(this.#check(asked));
      await Promise.allSettled([checked.promise]);
    });
    return checked.promise;
  }

  #isSuspect(address: string): boolean {
    return (this.#wrongTokens.get(address)?.waitMs(this.#deps.clock.steadyMs()) ?? 0) > 0;
  }

  async #check({ address, token, userId }: Request): Promise<Actor> {
    try {
      const actor = await this.#prove(token);
      if (userId !== undefined && userId !== actor.userId) throw new AppError("UNAUTHORIZED");
      return actor;
    } catch (error) {
      if (address !== undefined && isTurnedAway(error)) this.#countWrongToken(address);
      throw error;
    }
  }

  /** The same number a minute as of other requests without sign-in; RATE_LIMITED beyond. */
  #countWrongToken(address: string): void {
    const { clock, settings } = this.#deps;
    const now = clock.steadyMs();
    const perMinute = settings.apiRateAnonymous;
    const bucket =
      this.#wrongTokens.get(address) ?? new TokenBucket(perMinute / 60, perMinute, now);
    this.#wrongTokens.set(address, bucket);
    const retryAfterMs = bucket.take(now);
    if (retryAfterMs > 0) throw new AppError("RATE_LIMITED", { retryAfterMs });
  }

  async #prove(token: string): Promise<Actor> {
    try {
      return await prove(this.#deps.authenticator, token);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (isUnavailable(error)) throw new AppError("DB_UNAVAILABLE");
      const requestId = randomUUID();
      this.#deps.log.error({ err: error, requestId }, "A socket could not be authenticated");
      throw new AppError("UNKNOWN_ERROR", { requestId });
    }
  }

  /**
   * Counts one more socket of an address until it is authenticated; too many are SOCKET_LIMIT_REACHED. Returns the way to
   * count it out, which may be called twice.
   */
  wait(address: string | undefined): () => void {
    if (address === undefined) return () => {};
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= this.#deps.settings.socketsUnauthenticated)
      throw new AppError("SOCKET_LIMIT_REACHED", { retryAfterMs: SOCKET_LIMIT_RETRY_MS });
    this.#waiting.set(address, waiting + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (this.#waiting.get(address) ?? 1) - 1;
      if (left > 0) this.#waiting.set(address, left);
      else this.#waiting.delete(address);
    };
  }
}

/** A parameter of the query; empty is not there. */
function toText(url: URL, name: string): string | undefined {
  const value = url.searchParams.get(name);
  return value === null || value === "" ? undefined : value;
}

function toBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}
