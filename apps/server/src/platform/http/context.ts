import { Readable } from "node:stream";
import { ELEVATION_HEADER, type EndpointName, type EndpointShape } from "@colbin/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Actor } from "../actor.ts";
import { isLocalCaller } from "./callers.ts";
import type { UserRequestContext } from "./handler.ts";
import type { Origins } from "./origins.ts";

/* The request as a handler sees it: no library type, no way to answer past the contract. */

const CONNECTION_ID = /^[\w.:-]{1,64}$/;
const USER_AGENT_MAX = 400;

export interface ContextRules {
  readonly config: Pick<Config, "publicUrl">;
  readonly origins: Origins;
  /** Throws ELEVATION_REQUIRED unless this token is a live elevation of the caller's session. */
  readonly requireElevation: (actor: Actor, token: string | undefined) => Promise<void>;
}

/** Names of cookies on the wire: the browser itself guards what begins with `__Host-` (https only). */
function toCookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith("https:") ? `__Host-${name}` : name;
}

/** The cookie of this name; undefined where the browser sent none. */
export function cookieOf(
  request: FastifyRequest,
  publicUrl: string,
  name: string,
): string | undefined {
  return request.cookies[toCookieName(publicUrl, name)];
}

/** The context of one request; `actor` is there for endpoints that demand one, which were checked before. */
export function toContext(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: { readonly name: EndpointName; readonly shape: EndpointShape },
  { config, origins, requireElevation }: ContextRules,
): UserRequestContext {
  const origin = headerOf(request, "origin");
  const connectionId = headerOf(request, "connection-id");
  const isSecure = config.publicUrl.startsWith("https:");
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: headerOf(request, "user-agent")?.slice(0, USER_AGENT_MAX),
    connectionId: connectionId && CONNECTION_ID.test(connectionId) ? connectionId : undefined,
    isLocal: isLocalCaller(request.ip, request.headers),
    isForeignOrigin: origin !== undefined && !origins.isAllowed(origin),
    log: request.log,
    header: (name) => headerOf(request, name),
    cookie: (name) => cookieOf(request, config.publicUrl, name),
    setCookie(name, value, { maxAgeS }) {
      reply.setCookie(toCookieName(config.publicUrl, name), value, {
        httpOnly: true,
        sameSite: "strict",
        path: "/",
        secure: isSecure,
        maxAge: maxAgeS,
      });
    },
    setHeader: (name, value) => void reply.header(name, value),
    get bytes() {
      if (endpoint.shape.takesBytes === undefined)
        throw new Error(`${endpoint.name} takes no bytes`);
      return request.body instanceof Readable ? request.body : Readable.from([]);
    },
    get wholeBytes() {
      if (endpoint.shape.bytesMax === undefined)
        throw new Error(`${endpoint.name} takes no bytes up to a limit`);
      return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    },
    setStatus(status) {
      const declared = [endpoint.shape.status ?? 200, ...(endpoint.shape.otherStatuses ?? [])];
      if (!declared.includes(status))
        throw new Error(`${endpoint.name} does not declare the status ${status}`);
      reply.code(status);
    },
    get actor() {
      if (!request.actor) throw new Error(`${endpoint.name} takes callers who are not signed in`);
      return request.actor;
    },
    requireElevation() {
      return requireElevation(this.actor, headerOf(request, ELEVATION_HEADER));
    },
  };
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}
