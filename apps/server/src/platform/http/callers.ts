import { isLoopback } from "../../config-kinds.ts";
import type { FastifyRequest } from "fastify";

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip"] as const;

/**
 * True only for a program of this machine that talks to the server directly. A proxy on the same machine that nobody
 * declared in TRUST_PROXY is not taken for the people behind it.
 */
export function isLocalCaller(request: FastifyRequest, isProxyTrusted: boolean): boolean {
  const address = request.ip.replace(/^::ffff:/, "");
  if (!isLoopback(address)) return false;
  return isProxyTrusted || forwardingHeaders.every((name) => request.headers[name] === undefined);
}
