import type { IncomingHttpHeaders } from "node:http";
import { normalizeIP } from "@fastify/rate-limit";
import { isLoopback } from "../../config-kinds.ts";

/* Who is on the other side, judged the same by every door: HTTP, sockets, sign-in. */

const forwardingHeader = /^(x-forwarded-.+|forwarded|x-real-ip|via)$/;

/**
 * True only for a program of this machine that talks to the server directly and by a name of loopback. Behind a proxy
 * everybody has the address of the proxy, and a foreign name that was made to point here is a page of another site. A proxy
 * that tells nothing of itself and asks by a name of loopback is known by the pages that it serves.
 */
export function isLocalCaller(address: string, headers: IncomingHttpHeaders): boolean {
  return (
    isLoopback(address.replace(/^::ffff:/i, "")) &&
    isLoopbackSite(`http://${headers.host ?? ""}`) &&
    (headers.origin === undefined || isLoopbackSite(headers.origin)) &&
    !Object.keys(headers).some((name) => forwardingHeader.test(name))
  );
}

function isLoopbackSite(site: string): boolean {
  const url = URL.parse(site);
  return url !== null && isLoopback(url.hostname);
}

/** What limits count an address by: IPv4 as it is, IPv6 by its /64, because whoever has one of these has all of them. */
export function toCountedAddress(address: string): string {
  return normalizeIP(address);
}
