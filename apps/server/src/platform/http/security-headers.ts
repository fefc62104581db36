import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import { REFRESH_DELIVERY_HEADER } from "@colbin/protocol";
import type { FastifyInstance } from "fastify";
import { isLoopback } from "../../config-kinds.ts";
import type { Config } from "../../config.ts";
import type { Origins } from "./origins.ts";

/*
 * What a browser may do with what we send. The policy of the web app: everything from here, no inline script, nothing in
 * a frame. `style-src` allows inline because the primitives of the web app set positions by style elements.
 */

const self = "'self'";
const none = "'none'";

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

const PREFLIGHT_S = 600;

/** Adds the security headers and the CORS allowlist to every answer of the server. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, "publicUrl">,
  origins: Origins,
): Promise<void> {
  const isSecure = config.publicUrl.startsWith("https:");
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...contentPolicy,
        "connect-src": [self, ...toSocketSources(config.publicUrl)],
        ...(isSecure ? { "upgrade-insecure-requests": [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("permissions-policy", "geolocation=(), payment=(), usb=(), browsing-topics=()");
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
    ],
    exposedHeaders: ["retry-after", "x-request-id"],
    maxAge: PREFLIGHT_S,
  });
}

/** Not every browser takes 'self' to mean our sockets as well, so they are named. */
function toSocketSources(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const names = isLoopback(hostname) ? ["127.0.0.1", "localhost"] : [hostname];
  const scheme = protocol === "https:" ? "wss:" : "ws:";
  return names.map((name) => `${scheme}//${name}${port === "" ? "" : `:${port}`}`);
}
