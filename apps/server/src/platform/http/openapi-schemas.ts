import * as protocol from "@colbin/protocol";
import * as z from "zod/mini";

/*
 * Schemas of the contract as JSON Schema. What the contract exports by name becomes a component of that name; the rest
 * stands where it is used.
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

const DEFINITIONS = "#/$defs/";
const COMPONENTS = "#/components/schemas/";

const named = z.registry<{ id: string }>();
for (const [name, value] of Object.entries(protocol)) {
  if (isObjectSchema(value)) named.add(value, { id: `${name[0]?.toUpperCase()}${name.slice(1)}` });
}

/** The schema of something that callers send: as written, without names, unknown fields refused. */
export function toInputSchema(schema: z.core.$ZodType): JsonSchema {
  return toInlineSchema(schema, "input");
}

/** The whole schema in one piece, as it is sent (`input`) or as it arrives (`output`). */
export function toInlineSchema(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    metadata: z.registry(),
    unrepresentable: "any",
  });
  return tidy(rest) as JsonSchema;
}

/** The schema of a reply, and the components that it refers to. */
export function toReplySchema(schema: z.core.$ZodType): {
  readonly schema: JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
} {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io: "output",
    metadata: named,
    unrepresentable: "any",
    override({ jsonSchema }) {
      // A later version may add a field, and readers must not break on it.
      delete jsonSchema.additionalProperties;
      delete jsonSchema["id"];
    },
  });
  return {
    schema: tidy(rest) as JsonSchema,
    components: tidy($defs) as Record<string, JsonSchema>,
  };
}

function isObjectSchema(value: unknown): value is z.core.$ZodObject {
  return value instanceof Object && "_zod" in value && value instanceof z.core.$ZodObject;
}

/** References lead to the components; patterns that only repeat a format and bounds of every integer are left out. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, entry]) => !isNoise(key, entry, value));
  return Object.fromEntries(
    entries.map(([key, entry]) => [
      key,
      key === "$ref" ? String(entry).replace(DEFINITIONS, COMPONENTS) : tidy(entry),
    ]),
  );
}

function isNoise(key: string, entry: unknown, owner: object): boolean {
  if (key === "pattern") return "format" in owner;
  if (key === "maximum") return entry === Number.MAX_SAFE_INTEGER;
  return key === "minimum" && entry === Number.MIN_SAFE_INTEGER;
}
