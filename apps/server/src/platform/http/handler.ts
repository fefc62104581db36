import type {
  EndpointInput,
  EndpointName,
  EndpointReply,
  Endpoints,
  EndpointShape,
} from "@colbin/protocol";
import type { FastifyBaseLogger } from "fastify";
import type { Readable } from "node:stream";
import type { Actor } from "../actor.ts";
import type { StoredReply } from "./stored-replies.ts";

interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  readonly maxAgeS: number;
}

/** What a handler may know of its request beside the parsed input. */
export interface RequestContext {
  readonly requestId: string;
  /** Of the client, by the trusted proxies. */
  readonly address: string;
  /** A program of this machine that talks to the server directly. */
  readonly isLocal: boolean;
  readonly userAgent: string | undefined;
  readonly connectionId: string | undefined;
  /** A page of a site that is not ours sent this; a program sends no origin at all. */
  readonly isForeignOrigin: boolean;
  readonly log: FastifyBaseLogger;
  header(name: string): string | undefined;
  /** HttpOnly, SameSite=Strict, Path=/; `__Host-` and Secure are added where the public address is https. */
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  setHeader(name: string, value: string | number): void;
  /** The body of an endpoint that takes bytes, as they come. */
  readonly bytes: Readable;
  /** The whole body of an endpoint that takes bytes up to a limit. */
  readonly wholeBytes: Buffer;
  /** Answers with another declared success status. */
  setStatus(status: number): void;
}

export interface UserRequestContext extends RequestContext {
  readonly actor: Actor;
  /**
   * Throws ELEVATION_REQUIRED unless the caller has shown that it is them a moment ago (rules-identity 30). For a service that
   * asks for it `sometimes`; who declares `always` need not call it.
   */
  requireElevation(): Promise<void>;
}

declare const replyOf: unique symbol;

/** A reply of this shape that was turned into JSON before, for callers who all get the same bytes (encodeOnce). */
export interface EncodedReply<Reply> {
  readonly encoded: Buffer;
  readonly [replyOf]?: Reply;
}

/** The reply of an endpoint with a media type; a long one is written as it is read, so that it does not stand in memory. */
export interface FileReply {
  readonly name: string;
  readonly content: Readable | Buffer;
  /** Which one it is, where the endpoint declares a range. */
  readonly mediaType?: string;
  /** A page shows it, and the browser keeps it for so many seconds; without it the file is saved and not kept. */
  readonly shownForS?: number;
}

type Replied<E extends EndpointShape> = E extends { readonly mediaType: string }
  ? FileReply | StoredReply
  : EndpointReply<E> extends undefined
    ? void
    : EndpointReply<E> | EncodedReply<EndpointReply<E>>;

/** A handler parses nothing and decides nothing: it calls a service and returns the reply of its endpoint. */
type Handler<E extends EndpointShape> = (
  input: EndpointInput<E>,
  context: E["access"] extends "user" ? UserRequestContext : RequestContext,
) => Promise<Replied<E>>;

/** A total map: an endpoint without a handler does not compile. */
export type Handlers = { readonly [N in EndpointName]: Handler<Endpoints[N]> };
