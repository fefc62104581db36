import { isLoopback } from "../../config-kinds.ts";
import type { Config } from "../../config.ts";
import { AppError } from "../app-error.ts";
import type { RequestContext } from "./handler.ts";

/*
 * Which sites may talk to this server from a browser: its own address and those of CORS_ORIGINS. A server on loopback is
 * opened under any of the names of loopback, so all of them are its own address there, with the port it listens on or the
 * one of PUBLIC_URL (a development server stands before it).
 */

export interface Origins {
  /** True for an origin of ours; false for none, for `null` and for everything else. */
  isAllowed(origin: string | undefined): boolean;
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/** Compares whole origins and nothing less; `port` is asked each time because 0 becomes a port only on listening. */
export function createOrigins(
  config: Pick<Config, "publicUrl" | "corsOrigins" | "host">,
  port: () => number | undefined,
): Origins {
  const own = new URL(config.publicUrl);
  const named = new Set([own.origin, ...config.corsOrigins]);
  const isLocal = isLoopback(config.host) && isLoopback(own.hostname);
  return {
    isAllowed(origin) {
      if (origin === undefined) return false;
      if (named.has(origin)) return true;
      return isLocal && isLoopbackOrigin(origin, [own.port, String(port())]);
    },
  };
}

function isLoopbackOrigin(origin: string, ports: readonly string[]): boolean {
  return loopbackNames.some((name) => ports.some((port) => origin === `http://${name}:${port}`));
}

/** Throws ORIGIN_NOT_ALLOWED when a page of another site calls. Without an Origin header the caller says nothing about itself. */
export function requireSameOrigin(context: Pick<RequestContext, "isForeignOrigin">): void {
  if (context.isForeignOrigin) throw new AppError("ORIGIN_NOT_ALLOWED");
}

/**
 * For what a cookie authenticates: throws ORIGIN_NOT_ALLOWED unless the browser says that a page of ours calls, by Origin or by
 * Sec-Fetch-Site (rules-identity 40).
 */
export function requireOwnPage(context: Pick<RequestContext, "isForeignOrigin" | "header">): void {
  requireSameOrigin(context);
  if (context.header("origin") !== undefined) return;
  if (context.header("sec-fetch-site") !== "same-origin") throw new AppError("ORIGIN_NOT_ALLOWED");
}

const otherPages: readonly unknown[] = ["cross-site", "same-site"];

/**
 * For what a page of ours loads by its address, where browsers send no Origin, and over plain http no Sec-Fetch-Site either: throws
 * ORIGIN_NOT_ALLOWED where the browser says that another page does. The cookie is never sent for another site.
 */
export function requireNoOtherPage(
  { headers }: { readonly headers: Readonly<Record<string, string | string[] | undefined>> },
  origins: Pick<Origins, "isAllowed">,
): void {
  const { origin } = headers;
  const isForeign = typeof origin === "string" && !origins.isAllowed(origin);
  if (isForeign || otherPages.includes(headers["sec-fetch-site"]))
    throw new AppError("ORIGIN_NOT_ALLOWED");
}
