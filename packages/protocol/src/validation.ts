import * as z from "zod/mini";
import { isErrorCode, type ErrorCode } from "./errors.ts";

/** errors.md 1.5. */
export const fieldErrorCodes = [
  "required",
  "type",
  "format",
  "tooShort",
  "tooLong",
  "tooSmall",
  "tooBig",
  "notAllowed",
  "unknownField",
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export interface FieldError {
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

function sizeCode(origin: string, isSmall: boolean): FieldErrorCode {
  const isLength =
    origin === "string" || origin === "array" || origin === "set" || origin === "file";
  if (isLength) return isSmall ? "tooShort" : "tooLong";
  return isSmall ? "tooSmall" : "tooBig";
}

function codeOf(issue: Issue): FieldErrorCode {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : "type";
    case "too_small":
      return sizeCode(issue.origin, true);
    case "too_big":
      return sizeCode(issue.origin, false);
    case "unrecognized_keys":
      return "unknownField";
    case "invalid_format":
      return "format";
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "invalid_union":
    case "invalid_value":
    case "not_multiple_of":
      return "notAllowed";
  }
}

const sentences: Readonly<Record<FieldErrorCode, string>> = {
  required: "This field is required",
  type: "This field has the wrong type",
  format: "This field has the wrong form",
  tooShort: "This field is too short",
  tooLong: "This field is too long",
  tooSmall: "This number is too small",
  tooBig: "This number is too big",
  notAllowed: "This value is not allowed",
  unknownField: "This field is not known",
};

/** Fields that an answer names, and characters of their paths: it must not be larger than its question. */
const FIELD_ERRORS_MAX = 20;
const FIELD_PATH_MAX = 100;
/** Fields and elements of one input altogether, above all that is ever asked for; more are not looked at one by one. */
const PARTS_MAX = 1_000;

function toFieldError(issue: Issue): FieldError[] {
  const code = codeOf(issue);
  const paths =
    issue.code === "unrecognized_keys"
      ? issue.keys.slice(0, FIELD_ERRORS_MAX).map((key) => [...issue.path, key])
      : [issue.path];
  return paths.map((path) => ({
    path: path.join(".").slice(0, FIELD_PATH_MAX),
    code,
    message: sentences[code],
  }));
}

/** How many more parts the input may have after this one; below zero it has too many. */
function partsLeft(input: unknown, left = PARTS_MAX): number {
  if (left < 0 || typeof input !== "object" || input === null) return left;
  let rest = left;
  for (const key in input) {
    rest = partsLeft((input as Record<string, unknown>)[key], rest - 1);
    if (rest < 0) return rest;
  }
  return rest;
}

/**
 * Has this JSON more parts than any input may have? Parsing a body full of brackets or keys takes so long that it is worth
 * counting them first: each part has a comma or an opening bracket outside of strings.
 */
export function hasTooManyParts(json: string, partsMax = PARTS_MAX): boolean {
  let parts = 0;
  let isInString = false;
  for (let at = 0; at < json.length && parts <= partsMax; at += 1) {
    const letter = json[at];
    if (letter === '"') isInString = !isInString;
    else if (isInString) at += letter === "\\" ? 1 : 0;
    else if (letter === "," || letter === "[" || letter === "{") parts += 1;
  }
  return parts > partsMax;
}

export interface ValidationFailure {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
}

/**
 * What to answer to input that does not fit its schema. A schema names an own code of the registry in the place of a
 * message (`error: 'IDENTIFIER_REQUIRED'`); everything else is VALIDATION_ERROR with the list of fields (errors.md 1.5).
 */
export function toValidationFailure(issues: readonly Issue[]): ValidationFailure {
  const named = issues.find((issue) => isErrorCode(issue.message));
  const fields = issues.slice(0, FIELD_ERRORS_MAX).flatMap(toFieldError).slice(0, FIELD_ERRORS_MAX);
  return { code: named && isErrorCode(named.message) ? named.message : "VALIDATION_ERROR", fields };
}

export type Parsed<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly failure: ValidationFailure };

/** What is answered where an input has too many parts. */
export const tooManyParts: ValidationFailure = {
  code: "VALIDATION_ERROR",
  fields: [{ path: "", code: "tooLong", message: sentences.tooLong }],
};

/** Parses what came from outside; never throws. `isCounted`: that it has not too many parts was seen in its JSON. */
export function parseInput<S extends z.core.$ZodType>(
  schema: S,
  input: unknown,
  isCounted = false,
): Parsed<z.output<S>> {
  if (!isCounted && partsLeft(input) < 0) return { ok: false, failure: tooManyParts };
  // reportInput: without it a missing field cannot be told from one of the wrong type.
  const result = z.safeParse(schema, input, { reportInput: true });
  return result.success
    ? { ok: true, data: result.data }
    : { ok: false, failure: toValidationFailure(result.error.issues) };
}
