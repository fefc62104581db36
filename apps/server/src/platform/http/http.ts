import { randomUUIDv7 } from "node:crypto";
import type { Socket } from "node:net";
import cookie from "@fastify/cookie";
import { BODY_MAX_BYTES, endpoints, type EndpointName, type EndpointShape } from "@colbin/protocol";
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import type { Config } from "../../config.ts";
import type { Authenticator } from "../actor.ts";
import { AppError } from "../app-error.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { OnRefused } from "../refusal-report.ts";
import { registerApiReference } from "./api-reference.ts";
import { registerEndpoints, type EndpointRules } from "./endpoint-routes.ts";
import { handleErrors, sendRefusal } from "./errors.ts";
import { toAppError } from "./failures.ts";
import type { Handlers } from "./handler.ts";
import { registerHealth, type ReadinessChecks } from "./health.ts";
import { observeRequests } from "./observation.ts";
import { createOrigins, type Origins } from "./origins.ts";
import { createRateLimits } from "./rate-limits.ts";
import { toRawRefusal } from "./raw-refusal.ts";
import type { Replays } from "./replays.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { answerUnknownPath, collectPaths } from "./unknown-paths.ts";
import type { WebApp } from "./web-app.ts";

/*
 * The HTTP door. What is the same for every request stands here, in the order in which a request meets it: id, security
 * headers, CORS, drain, cookies, endpoints, web app. A path that nothing takes gets the envelope like any refusal.
 */

/** Longest path parameter that reaches its schema: Node reads no more of a request before its body. */
const PARAM_MAX_LENGTH = 16 * 1_024;
const REQUEST_ID = /^[\w.:-]{8,64}$/;
const DRAIN_RETRY_MS = 500;
/** For the headers of a request, and for its body. */
const REQUEST_TIMEOUT_MS = 60_000;
/** A connection over which nothing passes while it is asked something: no answer takes longer, and one that is not read is dropped. */
const SILENCE_MS = 40_000;
const CLOSE_PATIENCE_MS = 3_000;

export interface HttpOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly metrics: Metrics;
  readonly handlers: Partial<Handlers>;
  readonly authenticator: Authenticator;
  readonly replays: Replays;
  readonly heldBytes: EndpointRules["heldBytes"];
  readonly requireWithin: EndpointRules["requireWithin"];
  readonly requireElevation: EndpointRules["requireElevation"];
  readonly ready: ReadinessChecks;
  readonly webApp?: WebApp;
  readonly onRefused?: OnRefused;
  /** Tests: replies of the hot lists and undeclared errors are held against the contract. */
  readonly isStrict: boolean;
}

export interface Http {
  readonly app: FastifyInstance;
  readonly origins: Origins;
  /** Refuses every new request with DRAINING; those in flight finish. */
  drain(): void;
  /** Stops listening; requests in flight get a moment to finish, then they are cut. */
  close(): Promise<void>;
}

/** Builds the server; nothing listens yet, and routes may be added to `app` until it does. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { config, log, metrics } = options;
  const app = createServer(config, log);
  const origins = createOrigins(config, () => portOf(app));
  const paths = collectPaths(app);
  let isDraining = false;

  handleErrors(app, options);
  observeRequests(app, metrics);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  // A connection that is kept for the next request would keep the process, too.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining) reply.header("connection", "close");
    done();
  });
  limitBodyTimes(app);
  acceptBodies(app);
  await addSecurityHeaders(app, config, origins);
  // Pages of allowed sites can read the refusal only with the headers from before.
  app.addHook("onRequest", async (request) => {
    if (isDraining && !isProbe(request))
      throw new AppError("DRAINING", { retryAfterMs: DRAIN_RETRY_MS });
  });
  await app.register(cookie);
  const rateLimits = await createRateLimits(app, config);
  registerEndpoints(app, options.handlers, { ...options, origins, rateLimits });
  registerHealth(app, config, { ...options, isServing: () => !isDraining });
  registerApiReference(app, config.productName);
  // Node would refuse it in its own words, without our headers; a server need not know what is expected (RFC 9110, 10.1.1).
  app.server.on("checkExpectation", (request, response) =>
    app.server.emit("request", request, response),
  );
  app.setNotFoundHandler(
    (request, reply) =>
      options.webApp?.answer(request, reply) ?? answerUnknownPath(paths, request, reply),
  );

  return {
    app,
    origins,
    drain() {
      isDraining = true;
    },
    async close() {
      const patience = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS);
      await app.close();
      clearTimeout(patience);
    },
  };
}

function createServer(config: Config, log: Logger): FastifyInstance {
  // As its base, so that the types of the library keep their usual parameters.
  const loggerInstance: FastifyBaseLogger = log;
  return fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: ({ headers }) => toRequestId(headers["x-request-id"]),
    trustProxy: config.trustProxy === false ? false : [...config.trustProxy],
    // Some programs offer HTTP/2 with every request; only our sockets are upgrades.
    http: {
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
    },
    bodyLimit: BODY_MAX_BYTES,
    // Each route has its own: see limitBodyTimes.
    requestTimeout: 0,
    connectionTimeout: SILENCE_MS,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    frameworkErrors: (error, _request, reply) => {
      // No hook has run.
      reply.headers({ "x-request-id": randomUUIDv7(), "x-content-type-options": "nosniff" });
      sendRefusal(toAppError(error) ?? new AppError("BAD_REQUEST"), reply);
    },
    clientErrorHandler: refuseUnreadable,
  });
}

/** Cuts a request whose body does not end; bytes that are read as they come may take their time on a slow line, and are cut by silence alone. */
function limitBodyTimes(app: FastifyInstance): void {
  app.server.headersTimeout = REQUEST_TIMEOUT_MS;
  app.addHook("onRequest", ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    if (hasBody && !isStream(routeOptions.config?.endpoint)) {
      const timer = setTimeout(() => raw.destroy(), REQUEST_TIMEOUT_MS);
      raw.once("close", () => clearTimeout(timer));
    }
    done();
  });
}

function isStream(name: EndpointName | undefined): boolean {
  const shape: EndpointShape | undefined = name && endpoints[name];
  return shape?.takesBytes !== undefined && shape.bytesMax === undefined;
}

/** Bodies are JSON and are read as text: their form is judged with everything else that was sent. */
function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    done(null, body);
  });
}

function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === "/healthz" || url === "/readyz";
}

function toRequestId(given: string | string[] | undefined): string {
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUIDv7();
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === "object" ? address?.port : undefined;
}

/** What is no HTTP never becomes a request, so the envelope is written by hand. */
function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(toRawRefusal(new AppError("BAD_REQUEST")));
}
