import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import { ELEVATION_HEADER, REFRESH_DELIVERY_HEADER, WORKSPACE_HEADER } from "@colbin/protocol";
import { fastify, type FastifyInstance } from "fastify";
import { isLoopback } from "../../config-kinds.ts";
import type { Config } from "../../config.ts";
import type { Origins } from "./origins.ts";

/*
 * What a browser may do with what we send. The policy of the web app: everything from here, no inline script, nothing in
 * a frame. `style-src` allows inline because the primitives of the web app set positions by style elements.
 */

const self = "'self'";
const none = "'none'";

const OPENER_POLICY = "cross-origin-opener-policy";
/** The page that providers lead back to (rules-identity 17). */
const SOCIAL_RETURN = "/oauthify-redirect";

const contentPolicy = {
  "default-src": [self],
  "script-src": [self],
  "script-src-attr": [none],
  "style-src": [self, "'unsafe-inline'"],
  "img-src": [self, "data:", "blob:"],
  "media-src": [self, "blob:"],
  "font-src": [self],
  "worker-src": [self],
  "manifest-src": [self],
  "object-src": [none],
  "base-uri": [none],
  "form-action": [self],
  "frame-src": [none],
  "frame-ancestors": [none],
} as const;

/** Of the tus protocol. */
const uploadHeaders = ["tus-resumable", "upload-offset", "upload-length"] as const;
const PREFLIGHT_S = 600;
/** Of the reply itself, not of what a browser may do with it. */
const ownHeaders: ReadonlySet<string> = new Set(["content-length", "date", "connection"]);

type Site = Pick<Config, "publicUrl" | "hstsSubdomains">;

/** Adds the security headers and the CORS allowlist to every answer of the server. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: Site,
  origins: Origins,
): Promise<void> {
  const headers = await listHeaders(config);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    // Only without it the page that a provider leads back to still knows the page that opened its window.
    if (request.url.startsWith(SOCIAL_RETURN)) reply.header(OPENER_POLICY, "unsafe-none");
    done();
  });
  await app.register(cors, {
    origin: (origin, done) => done(null, origins.isAllowed(origin)),
    credentials: true,
    strictPreflight: false,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: [
      "authorization",
      "content-type",
      "connection-id",
      "idempotency-key",
      "x-request-id",
      REFRESH_DELIVERY_HEADER,
      WORKSPACE_HEADER,
      ELEVATION_HEADER,
      ...uploadHeaders,
    ],
    exposedHeaders: ["retry-after", "x-request-id", ...uploadHeaders],
    maxAge: PREFLIGHT_S,
  });
}

/**
 * The headers that never change, as the library sends them. It makes them anew for every request, which costs more than all
 * the rest of a small one, so it is asked once.
 */
async function listHeaders({ publicUrl, hstsSubdomains }: Site): Promise<Record<string, string>> {
  const isSecure = publicUrl.startsWith("https:");
  const sample = fastify();
  await sample.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...contentPolicy,
        "connect-src": [self, ...toSocketSources(publicUrl)],
        ...(isSecure ? { "upgrade-insecure-requests": [] } : {}),
      },
    },
    strictTransportSecurity: isSecure && {
      maxAge: 31_536_000,
      includeSubDomains: hstsSubdomains === "on",
    },
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
    // The window of a provider may tell its page what the provider gave.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  });
  sample.get("/", (_request, reply) => reply.send());
  const { headers } = await sample.inject("/");
  await sample.close();
  const constant = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  return {
    ...Object.fromEntries(constant.map(([name, value]) => [name, String(value)])),
    "permissions-policy": "geolocation=(), payment=(), usb=(), browsing-topics=()",
  };
}

/** Not every browser takes 'self' to mean our sockets as well, so they are named. */
function toSocketSources(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const names = new Set(isLoopback(hostname) ? ["127.0.0.1", "localhost", hostname] : [hostname]);
  const scheme = protocol === "https:" ? "wss:" : "ws:";
  return [...names].map((name) => `${scheme}//${name}${port === "" ? "" : `:${port}`}`);
}
