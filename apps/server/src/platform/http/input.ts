import {
  errors,
  hasTooManyParts,
  isErrorCode,
  parseInput,
  tooManyParts,
  type EndpointShape,
  type ValidationFailure,
} from "@colbin/protocol";
import { AppError } from "../app-error.ts";

/* From the raw parts of a request to what a handler gets. Nothing reaches a handler that its endpoint did not declare. */

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  /** The text of the body; undefined where there was none. */
  readonly body: string | undefined;
}

export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Set when the path names something that cannot exist; thrown after the checks that come before it. */
  readonly absent: AppError | undefined;
}

/** Throws MALFORMED_JSON, VALIDATION_ERROR or the field's own code; a path that fits nothing is reported in `absent`. */
export function parseRequest(shape: EndpointShape, raw: RawInput): ParsedInput {
  const query = parsePart(shape, raw.query ?? {}, "query");
  const body = parsePart(shape, parseJson(raw.body, shape), "body");
  const params = shape.params && parseInput(shape.params, raw.params);
  const isAbsent = params?.ok === false || hasNul(raw.params);
  return {
    params: params?.ok ? params.data : undefined,
    query,
    body,
    absent: isAbsent ? toAbsence(shape) : undefined,
  };
}

/** A missing body is an empty one: the fields that are required then say so by name. */
function parseJson(text: string | undefined, { partsMax }: EndpointShape): unknown {
  if (text === undefined || text.trim() === "") return {};
  if (hasTooManyParts(text, partsMax)) throw toError(tooManyParts);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("MALFORMED_JSON");
  }
}

function parsePart(shape: EndpointShape, input: unknown, part: "query" | "body"): unknown {
  const schema = shape[part];
  if (!schema) {
    if (part === "body") refuseUndeclaredBody(input);
    return undefined;
  }
  const parsed = parseInput(schema, input, part === "body" && shape.partsMax !== undefined);
  if (!parsed.ok) throw toError(parsed.failure);
  return parsed.data;
}

/** An endpoint without a body takes none, and an empty object from clients that always send one. */
function refuseUndeclaredBody(input: unknown): void {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw toError({ code: "VALIDATION_ERROR", fields: [unknownField("")] });
  const names = Object.keys(input);
  if (names.length > 0)
    throw toError({ code: "VALIDATION_ERROR", fields: names.slice(0, 20).map(unknownField) });
}

function unknownField(path: string): ValidationFailure["fields"][number] {
  return { path, code: "unknownField", message: "This field is not known" };
}

function toError({ code, fields }: ValidationFailure): AppError {
  return new AppError(code, { fields });
}

/** PostgreSQL holds no NUL in a text, so nothing has such a name. */
function hasNul(params: unknown): boolean {
  return Object.values(params ?? {}).some(
    (value) => typeof value === "string" && value.includes("\0"),
  );
}

/** The 404 of the kind that the path names (errors.md 1.6), the first that the endpoint declares; one that declares none refuses the form. */
function toAbsence(shape: EndpointShape): AppError {
  const own = shape.errors.find((code) => isErrorCode(code) && errors[code].status === 404);
  return new AppError(own !== undefined && isErrorCode(own) ? own : "BAD_REQUEST");
}
