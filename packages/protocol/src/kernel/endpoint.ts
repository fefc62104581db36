import type * as z from "zod/mini";
import type { PersonLimit } from "./person-limits.ts";

export type HttpMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may knock: anybody, or a signed-in person. What a person may then do is decided by access functions. */
export type EndpointAccess = "anyone" | "user";

/** What a caller must know of an operation when it runs. */
export interface Route {
  readonly method: HttpMethod;
  /** Below the base path; parameters are written `:name`. */
  readonly path: string;
  readonly access: EndpointAccess;
  /** About the account alone: answered also with a token whose workspace was lost (rules-identity 78). */
  readonly isAccountCall?: boolean;
  /** Of a reply that is no JSON but a file: the caller gets its text. */
  readonly mediaType?: string;
  /** A page loads it by its address, where it can send no header: the cookie of its session is as good as a token. */
  readonly takesCookie?: boolean;
  /** Mail programs post a form to it, of which nothing is read (RFC 8058). */
  readonly ignoresForms?: boolean;
  /** The body is no JSON but bytes of this media type, which are read as they come; `image/*`: of any image. */
  readonly takesBytes?: string;
}

export interface EndpointShape extends Route {
  readonly group: string;
  readonly summary: string;
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** The JSON of its body may be so many bytes, where that is more than the usual limit. */
  readonly bodyMax?: number;
  /** The same for its fields and elements altogether. Its schema must not look into all of them. */
  readonly partsMax?: number;
  /** Its bytes are read before its handler is called, and are at most so many. */
  readonly bytesMax?: number;
  /**
   * Asks for a fresh proof of who calls, in the header of elevation (rules-identity 29, 30). `always`: the door refuses whoever
   * shows none with ELEVATION_REQUIRED, before anything is looked up. `sometimes`: its service decides when.
   */
  readonly elevation?: "always" | "sometimes";
  /** What the call counts against beside the requests of its person. */
  readonly limit?: PersonLimit;
  /** Also for a session that is bound to one room (rules-identity 24); the doors of the rooms judge which room it is about. */
  readonly openToGuests?: boolean;
  /** Absent: 204 without a body. */
  readonly reply?: z.core.$ZodType;
  /** Status of success; 200, or 204 without a reply. */
  readonly status?: number;
  /** Other success statuses with the same reply (a repeated send answers 200 instead of 201). */
  readonly otherStatuses?: readonly number[];
  /**
   * So busy that replies skip their schema, which costs more than twice of making the JSON: its view builds exactly the
   * declared fields.
   */
  readonly isHot?: boolean;
  /**
   * False: no reply is kept for an idempotency key, because the call has a protection of its own or its reply is a secret.
   */
  readonly isReplayed?: boolean;
  /** Codes that it may answer besides the general ones; the registry checks that each exists. */
  readonly errors: readonly string[];
}

type Output<S> = S extends z.core.$ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.core.$ZodType ? z.input<S> : undefined;
type Part<E, K extends string> = E extends { readonly [P in K]: infer S } ? S : undefined;

/** What a handler gets: parsed and normalised. */
export interface EndpointInput<E extends EndpointShape> {
  readonly params: Output<Part<E, "params">>;
  readonly query: Output<Part<E, "query">>;
  readonly body: Output<Part<E, "body">>;
}

type Given<K extends string, S> = S extends undefined
  ? { readonly [P in K]?: undefined }
  : { readonly [P in K]: S };

/** What a caller gives: only the parts that the endpoint declares. One by one, because the parts of all together would be multiplied. */
export type EndpointCall<E extends EndpointShape> = E extends EndpointShape
  ? Given<"params", Input<Part<E, "params">>> &
      Given<"query", Input<Part<E, "query">>> &
      Given<"body", Input<Part<E, "body">>>
  : never;

export type EndpointReply<E extends EndpointShape> = Output<Part<E, "reply">>;

/** Declares one REST operation; client call, handler type, validation and OpenAPI all follow from it. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}
