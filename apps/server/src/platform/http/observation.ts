import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics/metrics.ts";
import { redactText } from "../log/redaction.ts";

/*
 * One log line and one observation for each request. The line names the endpoint, not the address that was asked for:
 * query strings hold tickets and cursors, paths may hold codes.
 */

/** Counts and times every request; refusals, also "not now", are logged at info, failures at error, the rest at debug. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  const duration = metrics.duration("http_request_seconds", "Time to answer a request", [
    "endpoint",
    "status",
  ]);
  const inFlight = metrics.gauge("http_requests_in_flight", "Requests being answered");
  app.addHook("onRequest", async () => inFlight.inc());
  // Runs for a client that hung up as well.
  app.addHook("onResponse", async (request, reply) => {
    inFlight.dec();
    const endpoint = request.routeOptions.config?.endpoint;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    duration.observe({ endpoint: endpoint ?? "other", status }, reply.elapsedTime / 1000);
    const line = {
      method: request.method,
      path: toLoggablePath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.actor?.userId,
    };
    // Not now is an answer, not a failure: a server that stops, or a database that is away and says so itself.
    const isRefused = reply.statusCode === 503;
    if (reply.statusCode >= 500 && !isRefused) request.log.error(line, "Request failed");
    else if (reply.statusCode >= 400) request.log.info(line, "Request refused");
    else request.log.debug(line, "Request answered");
  });
}

/** The pattern of the route (`/v1/session-room/:slug`); the path itself, without its query, where there is none. */
function toLoggablePath(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  return pattern ?? redactText(request.url.split(/[?#]/, 1)[0]?.slice(0, 200) ?? "");
}
