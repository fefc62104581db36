import { endpointDeclarations } from "./declarations.ts";
import type { ErrorCode } from "./errors.ts";
import type {
  EndpointCall,
  EndpointInput,
  EndpointReply,
  EndpointShape,
} from "./kernel/endpoint.ts";
import type { Routes } from "./routes.ts";

type Declaration<R> = EndpointShape & R & { readonly errors: readonly ErrorCode[] };

/** Every REST operation: one for each route, each with the address of its own route. */
export const endpoints = endpointDeclarations satisfies {
  readonly [N in keyof Routes]: Declaration<Routes[N]>;
};

export type EndpointName = keyof typeof endpoints;
export type Endpoints = typeof endpoints;
export type InputOf<N extends EndpointName> = EndpointInput<Endpoints[N]>;
export type CallOf<N extends EndpointName> = EndpointCall<Endpoints[N]>;
export type ReplyOf<N extends EndpointName> = EndpointReply<Endpoints[N]>;
