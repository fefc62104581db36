import { Resolver } from "node:dns";
import { isIP } from "node:net";
import { z } from "zod";

/*
 * Kinds of configuration values. Every problem is the end of a sentence that begins with the name of the variable, and
 * never contains the value: it may be a secret.
 */

/** A whole number; the range is part of the sentence. */
export function whole(min: number, max: number) {
  const problem = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, problem)
    .transform(Number)
    .pipe(z.number().min(min, problem).max(max, problem));
}

/** One word of a fixed list. */
export function oneOf<const T extends readonly string[]>(...words: T) {
  return z.enum(words, { error: `must be ${words.join(" or ")}` });
}

/** Free text of at least this many characters. */
export function text(minLength = 1) {
  return z.string().min(minLength, `must have at least ${minLength} characters`);
}

/** Text that a predicate accepts. */
export function textThat(accepts: (value: string) => boolean, problem: string) {
  return z.string().refine(accepts, problem);
}

/** An absolute address with one of these schemes, kept as written. */
export function url(...schemes: readonly string[]) {
  return textThat(
    (value) => schemes.includes(toUrl(value)?.protocol.slice(0, -1) ?? ""),
    `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
  );
}

/** Scheme, host and port of a site, without a slash at the end: what a browser sends as its origin. */
export function origin() {
  return textThat(
    isSite,
    "must be an address of the form https://host or https://host:port, without a path",
  ).transform(toOrigin);
}

/** Several origins, separated by commas. */
export function origins() {
  return textThat(
    (value) => toList(value).every(isSite),
    "must be a list of addresses of the form https://host, separated by commas",
  ).transform((value) => toList(value).map(toOrigin));
}

/** Whose X-Forwarded-For is believed: nobody's, or that of these addresses, networks and named ranges. */
export function trustedProxies() {
  return textThat(
    (value) => value === "off" || toList(value).every(isNetwork),
    "must be off or a list of the addresses or networks of your proxies, separated by commas (trusting everybody would let anyone choose the address that limits are counted by)",
  ).transform((value): false | readonly string[] => (value === "off" ? false : toList(value)));
}

/** Name servers: addresses with or without a port. */
export function nameServers() {
  return textThat(
    (value) => areNameServers(toList(value)),
    "must be a list of IP addresses, each with or without a port, separated by commas",
  ).transform(toList);
}

/** Where a server listens: host:port, with an IPv6 address in brackets, or the path of a socket of this machine. */
export function listener() {
  return textThat((value) => {
    const [, port = "0"] = /^(?:\[[\da-f:.]+\]|[a-z\d.-]+):(\d{1,5})$/i.exec(value) ?? [];
    return value.startsWith("/") || (Number(port) > 0 && Number(port) <= 65_535);
  }, "must be host:port or the path of a socket");
}

/** Words, separated by commas, in lower case. */
export function list() {
  return text().transform((value) => toList(value.toLowerCase()));
}

/** Hosts as they stand in an address of the web: names or addresses, each with or without a port. */
export function hosts() {
  return textThat(
    (value) => toList(value).every((entry) => toHost(entry) !== undefined),
    "must be a list of hosts, each with or without a port, separated by commas",
  ).transform((value) => toList(value).flatMap((entry) => toHost(entry) ?? []));
}

/** As `URL` writes it; the ports of http and https need no word. */
function toHost(entry: string): string | undefined {
  const site = /[/?#@\\]/.test(entry) ? undefined : URL.parse(`http://${entry}/`);
  return site?.port === "443" ? site.hostname : site?.host;
}

/** An address or a name that a socket can listen on. */
export function host() {
  return textThat(
    (value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
    "must be an IP address or a host name",
  );
}

/** An email address, alone or as Name <address>. */
export function mailbox() {
  return textThat(
    (value) => /^[^\s<>@]+@[^\s<>@]+$|^[^<>@]+ <[^\s<>@]+@[^\s<>@]+>$/.test(value),
    "must be an email address, alone or as Name <address>",
  );
}

/** True for what only programs of this machine reach: a host to listen on, an address, or the hostname of a URL. */
export function isLoopback(name: string): boolean {
  return (
    ["localhost", "::1", "[::1]"].includes(name) || (isIP(name) === 4 && name.startsWith("127."))
  );
}

/** Where a server listens that is reached as localhost. */
const localHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "0.0.0.0", "::"]);

/**
 * The address at which a server that listens there is opened on the same machine: by its name where it has one, since browsers keep
 * passkeys for names alone.
 */
export function toLocalUrl(listenHost: string, port: number): string {
  const written = isIP(listenHost) === 6 ? `[${listenHost}]` : listenHost;
  const name = localHosts.has(listenHost) ? "localhost" : written;
  return `http://${name}:${port}`;
}

/** PostgreSQL's own form for sockets, user@/database, has no host, which is no address elsewhere. */
function toUrl(value: string): URL | undefined {
  return URL.parse(value.replace("@/", "@localhost/")) ?? undefined;
}

function isSite(value: string): boolean {
  const site = toUrl(value);
  if (!site || !/^https?:$/.test(site.protocol)) return false;
  return site.pathname === "/" && !site.search && !site.hash && !site.username && !site.password;
}

function toOrigin(value: string): string {
  return new URL(value).origin;
}

function toList(value: string): string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function areNameServers(values: readonly string[]): boolean {
  try {
    new Resolver().setServers(values);
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

function isNetwork(value: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(value)) return true;
  const [address = "", bits, ...rest] = value.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
