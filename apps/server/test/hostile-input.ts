import { API_BASE_PATH, type EndpointShape } from "@colbin/protocol";
import * as fc from "fast-check";
import type { InjectOptions } from "fastify";
import { expect } from "vitest";
import { toInputSchema, type JsonSchema } from "#server/platform/http/openapi-schemas.ts";

/* What a hostile or broken caller may send: made from the schemas of the contract, so that a new endpoint is covered. */

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    "",
    " ",
    "\0",
    "\ud800",
    "{}",
    "'; drop table users; --",
    "<script>",
    "../../etc/passwd",
    "x".repeat(20_000),
    [],
    {},
    [[[[[[]]]]]],
    { $gt: "" },
    { __proto__: null, constructor: { prototype: { admin: true } } },
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: "binary", maxLength: 300 }),
);

/** A value that the schema would take, or something beside it. */
export function almost(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: fitting(schema) }, { weight: 1, arbitrary: nasty });
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const {
    type,
    enum: values,
    anyOf,
    items,
    properties,
    pattern,
  } = schema as {
    type?: string;
    enum?: readonly unknown[];
    anyOf?: readonly JsonSchema[];
    items?: JsonSchema;
    properties?: Readonly<Record<string, JsonSchema>>;
    pattern?: string;
  };
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map(fitting));
  switch (type ?? "unknown") {
    case "string":
      return fc.oneof(
        pattern === undefined ? fc.string({ maxLength: 40 }) : fc.stringMatching(RegExp(pattern)),
        fc.string({ maxLength: 40 }),
        fc.uuid(),
        fc.emailAddress(),
      );
    case "integer":
    case "number":
      return fc.integer({ min: -5, max: 500 });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(almost(items ?? {}), { maxLength: 30 });
    case "object":
      return almostObject(properties ?? {});
    default:
      return nasty;
  }
}

function almostObject(properties: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, almost(each)]),
  );
  const stranger = fc.dictionary(
    fc.constantFrom("__proto__", "constructor", "toString", "extra", "id", "role", "userId"),
    nasty,
    { maxKeys: 2 },
  );
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), fc.oneof(fc.constant({}), stranger))
    .map(([own, more]) => ({ ...own, ...more }));
}

const rawText = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom(
    "{",
    "[1,",
    "nul",
    '{"a":1}}',
    '{"__proto__":{"admin":true}}',
    "[".repeat(50_000),
    '"\\ud800"',
    "\u0000",
    "1e999",
    '{"a":'.repeat(5_000),
  ),
);

/** What is sent to one operation. */
export interface Attempt {
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly payload: string;
  readonly type: string;
}

/** Requests to one operation that are almost right, or nothing like it. */
export function attempts(shape: EndpointShape): fc.Arbitrary<Attempt> {
  const body = shape.body ? almost(toInputSchema(shape.body)) : nasty;
  return fc.record({
    segments: fc.array(
      fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.constantFrom(
          "general",
          "general",
          "\0",
          "%",
          "..",
          "é",
          "x".repeat(300),
          "x".repeat(2_000),
        ),
      ),
      {
        minLength: 3,
        maxLength: 3,
      },
    ),
    query: fc.oneof(
      fc.constant({}),
      (shape.query ? fitting(toInputSchema(shape.query)) : nasty) as fc.Arbitrary<
        Record<string, unknown>
      >,
    ),
    payload: fc.oneof(
      { weight: 4, arbitrary: body.map((value) => JSON.stringify(value) ?? "") },
      { weight: 1, arbitrary: rawText },
    ),
    type: fc.oneof(
      { weight: 6, arbitrary: fc.constant("application/json") },
      {
        weight: 1,
        arbitrary: fc.constantFrom("text/plain", "application/xml", "multipart/form-data", "x", ""),
      },
    ),
  });
}

/** The request of an attempt; the caller adds who sends it. */
export function toRequest(shape: EndpointShape, attempt: Attempt): InjectOptions {
  let place = 0;
  const path = shape.path.replaceAll(/:\w+/g, () =>
    encodeURIComponent((attempt.segments[place++] ?? "x").toWellFormed() || "x"),
  );
  const query = new URLSearchParams(
    Object.entries(attempt.query ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  const isBodyless = shape.method === "GET";
  return {
    method: shape.method,
    url: `${API_BASE_PATH}${path}?${query.toString()}`,
    headers: isBodyless ? {} : { "content-type": attempt.type },
    ...(isBodyless ? {} : { payload: attempt.payload }),
  };
}

/** An answer as `inject` gives it. */
export interface Answer {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
  json(): unknown;
}

/** A refusal that is the caller's fault, in the one shape, with nothing of our insides. */
export function requireEnvelope(answer: Answer): void {
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  const told = answer.headers["x-error-code"];
  // The answer to HEAD has no body.
  if (told !== undefined)
    return expect([told, answer.body]).toEqual([expect.stringMatching(/^[A-Z_]+$/), ""]);
  expect(answer.json()).toEqual({
    code: expect.stringMatching(/^[A-Z_]+$/) as string,
    message: expect.any(String) as string,
    status: answer.statusCode,
    details: expect.any(Object) as object,
  });
  expect(answer.body).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/);
}
