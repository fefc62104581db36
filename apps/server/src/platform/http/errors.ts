import {
  endpoints,
  generalErrors,
  type EndpointName,
  type EndpointShape,
  type ErrorEnvelope,
} from "@colbin/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AccessLost } from "../actor.ts";
import { AppError, toEnvelope } from "../app-error.ts";
import type { OnRefused, RefusalReport } from "../refusal-report.ts";
import { toAppError, toRetryAfterMs } from "./failures.ts";
import { JSON_TYPE } from "./replies.ts";

/* The one mapper of HTTP: whatever is thrown leaves as {code, message, status, details}, and never with a stack. */

/** Answers every error of the server with the envelope; an error that an endpoint did not declare is a defect. */
export function handleErrors(
  app: FastifyInstance,
  { isStrict, onRefused }: { readonly isStrict: boolean; readonly onRefused?: OnRefused },
): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error);
    if (!refusal) return sendUnknown(error, request, reply);
    const name = request.routeOptions.config?.endpoint;
    if (name !== undefined && !mayAnswer(name, refusal.code)) {
      const defect = new Error(`${name} answered ${refusal.code}, which it does not declare`);
      if (isStrict) return sendUnknown(defect, request, reply);
      request.log.error({ err: defect }, "Undeclared error");
    }
    if (refusal.status === 403) onRefused?.(toReport(refusal, request));
    if (refusal.status >= 500) request.log.warn({ err: error }, "Call failed");
    return sendRefusal(refusal, reply);
  });
}

function toReport(refusal: AppError, request: FastifyRequest): RefusalReport {
  const { actor, ip, routeOptions } = request;
  const { orgId } = { ...(request.params as { readonly orgId?: string } | undefined) };
  return {
    code: refusal.code,
    asked: routeOptions.config?.endpoint ?? "unknown",
    who: refusal instanceof AccessLost ? refusal.who : actor,
    address: ip,
    orgId,
  };
}

/** Sends a refusal, with Retry-After where the caller may come again. */
export function sendRefusal(refusal: AppError, reply: FastifyReply): FastifyReply {
  const retryAfterMs = toRetryAfterMs(refusal);
  const error =
    retryAfterMs === undefined
      ? refusal
      : new AppError(refusal.code, { ...refusal.details, retryAfterMs });
  if (retryAfterMs !== undefined)
    reply.header("retry-after", Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return sendEnvelope(toEnvelope(error), reply);
}

function sendUnknown(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error }, "Unexpected error");
  return sendEnvelope(toEnvelope(new AppError("UNKNOWN_ERROR", { requestId: request.id })), reply);
}

function sendEnvelope(envelope: ErrorEnvelope, reply: FastifyReply): FastifyReply {
  // The answer to HEAD has no body that could say it.
  if (reply.request.method === "HEAD") reply.header("x-error-code", envelope.code);
  return reply
    .code(envelope.status)
    .header("cache-control", "no-store")
    .type(JSON_TYPE)
    .send(JSON.stringify(envelope));
}

function mayAnswer(name: EndpointName, code: string): boolean {
  const shape: EndpointShape = endpoints[name];
  return Object.hasOwn(generalErrors, code) || shape.errors.includes(code);
}
