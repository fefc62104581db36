import { types, type CustomTypesConfig } from "pg";

/*
 * How values of PostgreSQL become values of JavaScript, for every connection of the server and nobody else's: timestamptz is
 * a Date, bigint a number (or an error, never a rounded one), date a plain 'YYYY-MM-DD', the rest as the driver does it.
 */

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ = 1184;
const TEXT_ARRAY = 1009;

type Parse = (value: string) => unknown;

const parseTimestamp = types.getTypeParser(TIMESTAMPTZ, "text") as (value: string) => unknown;

// The driver's types name only the scalar types, though it knows the arrays too.
const parseTextArray = types.getTypeParser(TEXT_ARRAY as never, "text") as (
  value: string,
) => string[];

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, toSafeInteger],
  [INT8_ARRAY, (value) => parseTextArray(value).map(toSafeInteger)],
  [DATE, (value) => value],
  [TIMESTAMPTZ, (value) => toUtcDate(value) ?? parseTimestamp(value)],
  [DATE_ARRAY, parseTextArray],
]);

/** The `types` of a connection. */
export const valueParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : parsers.get(oid)) ??
    (types.getTypeParser(oid, format) as Parse),
};

/** What a session in UTC sends: the engine reads it many times faster than the driver. Undefined for any other form. */
function toUtcDate(value: string): Date | undefined {
  if (!isOfUtc(value)) return undefined;
  return new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`);
}

/**
 * A timestamptz that was read as text, as ISO 8601 in UTC with milliseconds: for lists of thousands, which a Date of each time
 * would take twice as long.
 */
export function toIsoTime(value: string): string {
  if (!isOfUtc(value)) return (parseTimestamp(value) as Date).toISOString();
  const milliseconds = value.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${milliseconds}Z`;
}

function isOfUtc(value: string): boolean {
  return value[10] === " " && value.endsWith("+00");
}

function toSafeInteger(value: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`The database holds ${value}, which is beyond the whole numbers of JavaScript`);
}
