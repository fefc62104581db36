import { lookup } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { LRUCache } from "lru-cache";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import { TokenBucket } from "../limits/token-bucket.ts";
import { isPublicAddress } from "./addresses.ts";
import { hasUsualPort, isSameHost } from "./hosts.rules.ts";

/*
 * The outgoing guard (rules-collab 4): every request to an address that a person gave goes through here. A name is resolved once, all
 * that it leads to is judged, and the connection is made to what was judged, so that a name that changes its mind in between gains
 * nothing. Each redirect begins anew. Nothing of ours goes along: no cookie, no credentials, no referrer. This server itself is never
 * asked, and no address oftener than so many times a minute, whatever names lead to it.
 */

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
const REDIRECTS_MAX = 3;
const MAX_HEADER_BYTES = 16 * 1024;
const ADDRESS_MAX_CHARS = 2_048;
const USER_AGENT = "Colbin";
const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Each connection ends with its answer, and no proxy of the environment stands in between, which would resolve the name itself. */
const agents = {
  "http:": new http.Agent({ keepAlive: false }),
  "https:": new https.Agent({ keepAlive: false }),
} as const;
/** Addresses asked last whose requests are counted. */
const COUNTED_ADDRESSES = 10_000;

/** All addresses of a name; rejects where it has none. */
type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface OutgoingDeps {
  /** Exceptions of the operator: a host, or host:port for a port of its own. They may lead anywhere. */
  readonly outgoingAllowedHosts: readonly string[];
  /** Requests that one address gets in a minute, redirects counted. */
  readonly outgoingPerAddressMinute: number;
  /** Address of this instance. */
  readonly publicUrl: string;
  readonly clock: Pick<Clock, "steadyMs">;
  /** Tests: a resolver of their own. */
  readonly resolve?: Resolve;
  /** Tests: addresses that count as public. */
  readonly isPublic?: (address: string) => boolean;
  /** Tests: a shorter time. */
  readonly timeoutMs?: number;
}

export interface OutgoingOptions {
  readonly accept: string;
  /** Redirects that are followed, 3 unless told; with 0 a redirect is an answer like any other. */
  readonly redirects?: number;
  /** What is longer is cut off instead of being refused. */
  readonly isCut?: boolean;
}

interface OutgoingPost {
  readonly body: string | Buffer;
  /** Beside those that every request has; the media type is JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** False for what no person chose: however many requests go to the address. */
  readonly isCounted?: boolean;
}

interface OutgoingReply {
  /** Where the last redirect led. */
  readonly url: URL;
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** No answer that could be used: the name, the connection, the answer itself, or the time. */
export class OutgoingFailed extends Error {}

export interface Outgoing {
  /** Asks with GET; throws ADDRESS_NOT_ALLOWED, RATE_LIMITED or OutgoingFailed. */
  get(address: string, options: OutgoingOptions): Promise<OutgoingReply>;
  /** Posts JSON in the same way; a redirect is an answer like any other, of which nothing is followed. */
  post(address: string, post: OutgoingPost): Promise<OutgoingReply>;
  /** Judges an address without asking it; throws as `get` does. */
  judge(address: string): Promise<void>;
}

/** The guard of one process. */
export function createOutgoing(deps: OutgoingDeps): Outgoing {
  const rules: Rules = {
    resolve: deps.resolve ?? resolveByMachine,
    isPublic: deps.isPublic ?? isPublicAddress,
    allowed: new Set(deps.outgoingAllowedHosts.map((entry) => entry.toLowerCase())),
    own: new URL(deps.publicUrl),
    count: createCounting(deps),
  };
  const within = <T>(work: (signal: AbortSignal) => Promise<T>, timeoutMs = TIMEOUT_MS) =>
    withinTime(work, AbortSignal.timeout(deps.timeoutMs ?? timeoutMs));
  return {
    get: (address, options) => within((signal) => follow(rules, address, options, signal)),
    post: (address, post) =>
      within((signal) => postOnce(rules, address, post, signal), post.timeoutMs),
    judge: (address) =>
      within(async (signal) => {
        await requireAddresses(rules, requireUrl(address), signal);
      }),
  };
}

async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await work(signal);
  } catch (error) {
    if (error instanceof AppError || error instanceof OutgoingFailed) throw error;
    if (error instanceof Error && (signal.aborted || "code" in error))
      throw new OutgoingFailed("No usable answer", { cause: error });
    throw error;
  }
}

interface Rules {
  readonly resolve: Resolve;
  readonly isPublic: (address: string) => boolean;
  readonly allowed: ReadonlySet<string>;
  readonly own: URL;
  /** Counts one request more to each of these addresses; RATE_LIMITED where that is too many. */
  readonly count: (addresses: readonly string[]) => void;
}

/** A minute's worth may come at once. */
function createCounting({
  clock,
  outgoingPerAddressMinute: perMinute,
}: Pick<OutgoingDeps, "clock" | "outgoingPerAddressMinute">): Rules["count"] {
  const buckets = new LRUCache<string, TokenBucket>({ max: COUNTED_ADDRESSES });
  return (addresses) => {
    const now = clock.steadyMs();
    for (const address of addresses) {
      const bucket = buckets.get(address) ?? new TokenBucket(perMinute / 60, perMinute, now);
      buckets.set(address, bucket);
      const retryAfterMs = bucket.take(now);
      if (retryAfterMs > 0) throw new AppError("RATE_LIMITED", { retryAfterMs });
    }
  };
}

async function follow(
  rules: Rules,
  address: string,
  { redirects = REDIRECTS_MAX, ...options }: OutgoingOptions,
  signal: AbortSignal,
): Promise<OutgoingReply> {
  let url = requireUrl(address);
  for (let left = redirects; ; left -= 1) {
    const addresses = await requireAddresses(rules, url, signal);
    rules.count(addresses);
    const response = await ask(url, addresses, options, signal);
    const next = redirects > 0 ? locationOf(response) : undefined;
    if (next === undefined) return await toReply(url, response, options, signal);
    response.destroy();
    if (left === 0) throw new OutgoingFailed("Too many redirects");
    url = requireUrl(next, url);
  }
}

async function postOnce(
  rules: Rules,
  address: string,
  post: OutgoingPost,
  signal: AbortSignal,
): Promise<OutgoingReply> {
  const url = requireUrl(address);
  const addresses = await requireAddresses(rules, url, signal);
  if (post.isCounted !== false) rules.count(addresses);
  const response = await ask(url, addresses, { accept: "*/*", post }, signal);
  return toReply(url, response, { isCut: true }, signal);
}

function requireUrl(address: string, base?: URL): URL {
  const url = address.length <= ADDRESS_MAX_CHARS ? URL.parse(address, base) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new AppError("ADDRESS_NOT_ALLOWED");
  return url;
}

/** What the connection may be made to: all that the name of this address leads to, if all of it may be connected to. */
async function requireAddresses(
  { resolve, isPublic, allowed, own }: Rules,
  url: URL,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isSameHost(url, own)) throw new AppError("ADDRESS_NOT_ALLOWED");
  const name = hostOf(url);
  const isUsual = hasUsualPort(url);
  const isAllowed = allowed.has(url.host) || (isUsual && allowed.has(url.hostname));
  if (!isAllowed && !isUsual) throw new AppError("ADDRESS_NOT_ALLOWED");
  const found = isIP(name) ? [name] : await inTime(resolve(name), signal);
  if (found.length === 0) throw new OutgoingFailed("The name leads nowhere");
  const areGood = found.every((each) => isIP(each) !== 0 && (isAllowed || isPublic(each)));
  if (!areGood) throw new AppError("ADDRESS_NOT_ALLOWED");
  return found;
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

function ask(
  url: URL,
  addresses: readonly string[],
  { accept, post }: Pick<OutgoingOptions, "accept"> & { readonly post?: OutgoingPost },
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const isSecure = url.protocol === "https:";
  const request = (isSecure ? https : http).request({
    protocol: url.protocol,
    hostname: hostOf(url),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: post ? "POST" : "GET",
    headers: {
      ...(post && { "content-type": "application/json", ...post.headers }),
      "user-agent": USER_AGENT,
      accept,
      "accept-encoding": "gzip, deflate, br",
      connection: "close",
    },
    agent: isSecure ? agents["https:"] : agents["http:"],
    maxHeaderSize: MAX_HEADER_BYTES,
    lookup: toLookup(addresses),
    signal,
  });
  request.once("response", resolve);
  // A second one may come, of an answer that nobody reads any more.
  request.on("error", reject);
  request.end(post?.body);
  return promise;
}

/** Answers with what was judged, and asks nobody. It is not called for an address without a name, which was judged itself. */
function toLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all: wantsAll }, done) => {
    if (wantsAll) done(null, all);
    else done(null, all[0]?.address ?? "", all[0]?.family);
  };
}

/** Headers come as bytes, one a character; beyond ASCII people write UTF-8. */
function locationOf({ statusCode = 0, headers }: http.IncomingMessage): string | undefined {
  const { location } = headers;
  if (location === undefined || !redirecting.has(statusCode)) return undefined;
  return Buffer.from(location, "latin1").toString("utf8");
}

async function toReply(
  url: URL,
  response: http.IncomingMessage,
  { isCut = false }: Pick<OutgoingOptions, "isCut">,
  signal: AbortSignal,
): Promise<OutgoingReply> {
  const { statusCode: status = 0, headers } = response;
  try {
    const body = await inTime(readBody(response, isCut), signal);
    return { url, status, contentType: headers["content-type"] ?? "", body };
  } finally {
    response.destroy();
  }
}

/** At most MAX_BYTES, of what came and of what it unfolds to. */
async function readBody(response: http.IncomingMessage, isCut: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unfolded(response)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES && !isCut) throw new OutgoingFailed("The answer is too long");
    if (size > MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}

const decoders = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** Decoders read no further than somebody takes from them, so a small answer that unfolds to a large one costs what is taken. */
function unfolded(response: http.IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  if (!isDecoded(encoding)) throw new OutgoingFailed("The answer is encoded in an unknown way");
  // Errors of both come out where it is read.
  return pipeline(response, decoders[encoding](), () => undefined);
}

function isDecoded(encoding: string): encoding is keyof typeof decoders {
  return Object.hasOwn(decoders, encoding);
}

/** Rejects when the time is over: neither a name server nor a slow answer may hold the caller. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const isLate = (): void => reject(new OutgoingFailed("The time is over"));
  if (signal.aborted) isLate();
  signal.addEventListener("abort", isLate, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener("abort", isLate);
  }
}

async function resolveByMachine(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
}
