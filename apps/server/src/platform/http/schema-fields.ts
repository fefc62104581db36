import type { JsonSchema } from "./openapi-schemas.ts";

/* A JSON Schema as a flat list of fields with a type in words, for people. */

export interface Field {
  /** `user.identifier`, `results[].id`; empty for the value itself. */
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** A component that the type names. */
  readonly reference?: string;
}

interface Parts {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The fields of an object, those of objects inside it named by their path; one nameless field for anything else. */
export function toFields(schema: JsonSchema, prefix = ""): Field[] {
  const { properties, required = [] } = schema as Parts;
  if (!properties) return [toField(schema, prefix, false)];
  return Object.entries(properties).flatMap(([key, each]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const own = toField(each, name, !required.includes(key));
    const inner = innerObject(each);
    return inner ? [own, ...toFields(inner.schema, `${name}${inner.suffix}`)] : [own];
  });
}

function innerObject(schema: JsonSchema): { schema: JsonSchema; suffix: string } | undefined {
  const { properties, items } = schema as Parts;
  if (properties) return { schema, suffix: "" };
  return items && (items as Parts).properties ? { schema: items, suffix: "[]" } : undefined;
}

function toField(schema: JsonSchema, name: string, isOptional: boolean): Field {
  const type = toType(schema);
  const reference = /\b[A-Z]\w+\b/.exec(findReference(schema) ?? "")?.[0];
  return { name, type, isOptional, ...(reference === undefined ? {} : { reference }) };
}

function findReference(schema: JsonSchema): string | undefined {
  const { $ref, items, anyOf = [] } = schema as Parts;
  if ($ref !== undefined) return $ref.split("/").at(-1);
  if (items) return findReference(items);
  return anyOf.map(findReference).find((each) => each !== undefined);
}

function toType(schema: JsonSchema): string {
  const parts = schema as Parts;
  const { $ref, anyOf, oneOf, items, type, format } = parts;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  const variants = anyOf ?? oneOf;
  if (variants) return variants.map(toType).join(" or ");
  if (parts.enum) return parts.enum.map((each) => String(each)).join(", ");
  if (parts.const !== undefined) return JSON.stringify(parts.const);
  if (items) return `list of ${toType(items)}${toRange(parts)}`;
  const map = parts.additionalProperties;
  if (typeof map === "object" && Object.keys(map).length > 0) return `map of ${toType(map)}`;
  const words = typeof type === "string" ? type : (type ?? ["anything"]).join(" or ");
  return `${words}${format === undefined ? "" : ` (${format})`}${toRange(parts)}${toDefault(parts)}`;
}

function toRange(parts: Parts): string {
  const least = parts.minLength ?? parts.minItems ?? parts.minimum;
  const most = parts.maxLength ?? parts.maxItems ?? parts.maximum;
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return `, at least ${least}`;
  return least === undefined ? `, at most ${most}` : `, ${least} to ${most}`;
}

function toDefault(parts: Parts): string {
  return parts.default === undefined ? "" : `, else ${JSON.stringify(parts.default)}`;
}
