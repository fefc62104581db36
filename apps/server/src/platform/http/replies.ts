import { isDeepStrictEqual } from "node:util";
import type { EndpointName, EndpointReply, Endpoints, EndpointShape } from "@colbin/protocol";
import * as z from "zod/mini";
import type { EncodedReply } from "./handler.ts";

/*
 * The only exit to the wire. A reply passes through the schema of its endpoint, which drops every field that was not
 * declared. The busiest replies skip that in production: their views build exactly the declared fields, and tests are
 * strict about it.
 */

export const JSON_TYPE = "application/json; charset=utf-8";

export interface ReplyRules {
  readonly isStrict: boolean;
}

/** The body of a reply as JSON. Throws an Error (a defect) when the reply does not fit its endpoint. */
export function encodeReply(
  name: EndpointName,
  shape: EndpointShape,
  reply: unknown,
  rules: ReplyRules,
): string | Buffer {
  if (!shape.reply) throw new Error(`${name} has no reply in the contract`);
  if (isEncoded(reply)) {
    if (rules.isStrict) requireExact(name, shape.reply, reply.encoded.toString());
    return reply.encoded;
  }
  if (!shape.isHot) return JSON.stringify(toDeclared(name, shape.reply, reply));
  const text = JSON.stringify(reply);
  if (rules.isStrict) requireExact(name, shape.reply, text);
  return text;
}

/** Encodes a reply once, for all who get the same: only for replies whose views build exactly the declared fields. */
export function encodeOnce<N extends EndpointName>(
  _name: N,
  reply: EndpointReply<Endpoints[N]>,
): EncodedReply<EndpointReply<Endpoints[N]>> {
  return { encoded: Buffer.from(JSON.stringify(reply)) };
}

function isEncoded(reply: unknown): reply is EncodedReply<unknown> {
  return (
    typeof reply === "object" &&
    reply !== null &&
    "encoded" in reply &&
    Buffer.isBuffer(reply.encoded)
  );
}

function toDeclared(name: EndpointName, schema: z.core.$ZodType, reply: unknown): unknown {
  const parsed = z.safeParse(schema, reply);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(({ path, code }) => `${path.join(".")} (${code})`);
  throw new Error(`The reply of ${name} does not fit its contract: ${places.join(", ")}`);
}

function requireExact(name: EndpointName, schema: z.core.$ZodType, text: string): void {
  const sent: unknown = JSON.parse(text);
  const declared: unknown = JSON.parse(JSON.stringify(toDeclared(name, schema, sent)));
  if (!isDeepStrictEqual(sent, declared))
    throw new Error(`The reply of ${name} has fields that its contract does not declare`);
}
