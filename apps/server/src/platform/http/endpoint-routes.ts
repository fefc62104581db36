import {
  API_BASE_PATH,
  API_KEY_PREFIX,
  endpoints,
  hasScope,
  scopeOf,
  WORKSPACE_HEADER,
  type EndpointName,
  type EndpointShape,
  type PersonLimit,
} from "@colbin/protocol";
import { create as toDisposition } from "content-disposition";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Actor, Authenticator } from "../actor.ts";
import { AppError, isTurnedAway } from "../app-error.ts";
import { requireOpenCall } from "../bound-sessions.ts";
import { bearerToken } from "./bearer.ts";
import { cookieOf, toContext, type ContextRules } from "./context.ts";
import type { FileReply, Handlers, UserRequestContext } from "./handler.ts";
import { parseRequest } from "./input.ts";
import { requireNoOtherPage } from "./origins.ts";
import type { RateLimits, RateVerdict } from "./rate-limits.ts";
import { encodeReply, JSON_TYPE, type ReplyRules } from "./replies.ts";
import type { Replays } from "./replays.ts";
import { FILE_POLICY } from "./file-policy.ts";
import type { HeldBytes } from "./held-bytes.ts";
import { WholeBodies } from "./whole-bodies.ts";
import { sendStored, type StoredReply } from "./stored-replies.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | undefined;
    rate: RateVerdict | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointName;
  }
}

export interface EndpointRules extends ContextRules, ReplyRules {
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  readonly replays: Replays;
  readonly heldBytes: HeldBytes;
  /** Counts what an endpoint is limited by against its person; throws RATE_LIMITED. */
  readonly requireWithin: (limit: PersonLimit, actor: Pick<Actor, "userId">) => void;
}

type AnyHandler = (input: unknown, context: UserRequestContext) => Promise<unknown>;

/**
 * Registers every endpoint of the contract that has a handler. The order of checks is that of errors.md 1.4: who (401),
 * form (400), how often (429), whether it is closed to their kind of session; then, where the endpoint asks for it, whether it is them just now (403), so that nothing is looked
 * up for whoever only found an open session; then the handler's own (404, 403, 409).
 */
export function registerEndpoints(
  app: FastifyInstance,
  handlers: Partial<Handlers>,
  rules: EndpointRules,
): void {
  app.decorateRequest("actor", undefined);
  app.decorateRequest("rate", undefined);
  const bodies = new WholeBodies(rules.heldBytes);
  for (const [name, handler] of Object.entries(handlers) as [EndpointName, AnyHandler][]) {
    // The map is typed name by name; here each handler only meets the input of its own endpoint.
    const shape: EndpointShape = endpoints[name];
    if (shape.ignoresForms)
      void app.register(async (scope) => {
        ignoreForms(scope);
        registerEndpoint(scope, name, handler, rules);
      });
    else if (shape.takesBytes === undefined) registerEndpoint(app, name, handler, rules);
    else
      void app.register(async (scope) => {
        acceptBytes(scope, shape, bodies);
        closeAfterRefusal(scope);
        registerEndpoint(scope, name, handler, rules);
      });
  }
}

/** A form counts as no body at all. */
function ignoreForms(scope: FastifyInstance): void {
  const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
  scope.addContentTypeParser(forms, { parseAs: "string" }, (_request, _body, done) =>
    done(null, undefined),
  );
}

function acceptBytes(
  scope: FastifyInstance,
  { takesBytes = "", bytesMax }: EndpointShape,
  bodies: WholeBodies,
): void {
  const mediaType = takesBytes.endsWith("*") ? new RegExp(`^${takesBytes}`) : takesBytes;
  if (bytesMax === undefined) {
    scope.addContentTypeParser(mediaType, (_request, bytes, done) => done(null, bytes));
    return;
  }
  scope.addContentTypeParser(mediaType, (request: FastifyRequest, bytes: IncomingMessage) =>
    bodies.read(request, bytes, bytesMax),
  );
  scope.addHook("onSend", (request, _reply, _payload, done) => {
    bodies.release(request);
    done();
  });
}

/** The rest of a refused body is not read. */
function closeAfterRefusal(scope: FastifyInstance): void {
  scope.addHook("onError", (_request, reply, _error, done) => {
    reply.header("connection", "close");
    done();
  });
}

function registerEndpoint(
  app: FastifyInstance,
  name: EndpointName,
  handler: AnyHandler,
  rules: EndpointRules,
): void {
  const shape: EndpointShape = endpoints[name];
  app.route({
    method: shape.method,
    url: `${API_BASE_PATH}${shape.path}`,
    config: { endpoint: name },
    ...(shape.bodyMax !== undefined && { bodyLimit: shape.bodyMax }),
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (shape.access === "user") await authenticate(request, shape, rules);
      request.rate = await rules.rateLimits.count(request);
      if (request.actor) requireScope(request.actor, name, shape);
    },
    handler: (request, reply) => answer({ name, shape }, handler, { request, reply }, rules),
  });
}

/** Before the body is read: a stranger's body is not worth the memory. A token that opens nothing counts for its address. */
async function authenticate(
  request: FastifyRequest,
  shape: EndpointShape,
  rules: EndpointRules,
): Promise<void> {
  try {
    const actor = await findOut(request, shape, rules);
    request.actor = { ...actor, address: request.ip };
  } catch (error) {
    if (isTurnedAway(error)) await rules.rateLimits.count(request);
    throw error;
  }
}

async function findOut(
  request: FastifyRequest,
  shape: EndpointShape,
  { authenticator, config, origins }: EndpointRules,
): Promise<Actor> {
  const token = bearerToken(request.headers.authorization);
  if (token?.startsWith(API_KEY_PREFIX)) return authenticator.byApiKey(token);
  if (token !== undefined) return authenticator.byAccessToken(token, shape);
  if (!shape.takesCookie) throw new AppError("UNAUTHORIZED");
  requireNoOtherPage(request, origins);
  return authenticator.byCookie((name) => cookieOf(request, config.publicUrl, name));
}

/** A session reaches every call, an API key those of its scopes: SCOPE_MISSING (rules-identity 82). */
function requireScope({ scopes }: Actor, name: EndpointName, shape: EndpointShape): void {
  if (!scopes) return;
  const scope = scopeOf(name, shape);
  if (scope === "any" || (scope !== null && hasScope(scopes, scope))) return;
  throw new AppError("SCOPE_MISSING", { scope });
}

/** Another organization than that of an API key is not there, whatever its person may do in it (rules-identity 82). */
function requireOwnOrganization(
  { scopes, workspaceId }: Actor,
  { params }: { readonly params?: unknown },
): void {
  if (!scopes || typeof params !== "object" || params === null || !("orgId" in params)) return;
  if (params.orgId !== workspaceId) throw new AppError("ORGANIZATION_NOT_FOUND");
}

/** What was meant for another workspace than the token's does nothing in this one. */
function requireMeantWorkspace({ actor, headers }: FastifyRequest): void {
  const meant = headers[WORKSPACE_HEADER];
  if (!actor || meant === undefined || meant === actor.workspaceId) return;
  throw new AppError("WORKSPACE_CHANGED", { workspaceId: actor.workspaceId });
}

async function answer(
  endpoint: { readonly name: EndpointName; readonly shape: EndpointShape },
  handler: AnyHandler,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  rules: EndpointRules,
): Promise<FastifyReply> {
  const { name, shape } = endpoint;
  const body = typeof request.body === "string" ? request.body : undefined;
  const input = parseRequest(shape, { params: request.params, query: request.query, body });
  request.rate?.requireWithin();
  if (shape.limit && request.actor) rules.requireWithin(shape.limit, request.actor);
  if (request.actor) requireOpenCall(request.actor, shape);
  if (input.absent) throw input.absent;
  requireMeantWorkspace(request);
  if (request.actor) requireOwnOrganization(request.actor, input);
  const context = toContext(request, reply, endpoint, rules);
  if (shape.elevation === "always") await context.requireElevation();
  const call = () => handler(input, context);
  if (shape.mediaType !== undefined) {
    const file = (await call()) as FileReply | StoredReply;
    return "read" in file
      ? sendStored(request, reply, file)
      : sendFile(reply, shape.mediaType, file);
  }
  reply.code(shape.status ?? (shape.reply ? 200 : 204));
  const run = async () => {
    const result = await call();
    const text = shape.reply ? encodeReply(name, shape, result, rules) : "";
    return { status: reply.statusCode, text };
  };
  const outcome = await rules.replays.run({ name, shape, request, body: body ?? "" }, run);
  reply.code(outcome.status);
  return shape.reply ? reply.type(JSON_TYPE).send(outcome.text) : reply.send();
}

/** A file that is opened by itself is in a sandbox: it has nothing of a page of ours, whatever a browser takes it for. */
function sendFile(reply: FastifyReply, mediaType: string, file: FileReply): FastifyReply {
  const { name, content, shownForS } = file;
  if (shownForS !== undefined) reply.header("cache-control", `private, max-age=${shownForS}`);
  return reply
    .type(file.mediaType ?? mediaType)
    .header("content-security-policy", FILE_POLICY)
    .header(
      "content-disposition",
      toDisposition(name, { type: shownForS === undefined ? "attachment" : "inline" }),
    )
    .send(content);
}
