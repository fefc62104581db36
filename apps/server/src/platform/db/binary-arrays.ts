/*
 * One-dimensional arrays as PostgreSQL sends and takes them in binary: a parameter that is a Buffer goes over as it is. The text
 * form costs both sides an escape and a parse of every element, which a large batch feels.
 */

const UUID = 2950;
const INTEGER = 23;
const BIGINT = 20;
const TEXT = 25;
const BYTEA = 17;
const JSONB = 3802;

const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
/** The length of an element that is null. */
const NULL_LENGTH = -1;
const JSONB_VERSION = 1;

interface Form<Value> {
  readonly type: number;
  readonly bytesOf: (value: Value) => number;
  /** Writes exactly those bytes. */
  readonly write: (into: Buffer, value: Value, at: number) => void;
}

function encode<Value>(values: readonly (Value | null | undefined)[], form: Form<Value>): Buffer {
  let bytes = HEADER_BYTES;
  let hasNull = false;
  for (const value of values) {
    if (value === undefined || value === null) hasNull = true;
    bytes += 4 + (value === undefined || value === null ? 0 : form.bytesOf(value));
  }
  const array = Buffer.allocUnsafe(values.length === 0 ? EMPTY_HEADER_BYTES : bytes);
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  array.writeInt32BE(hasNull ? 1 : 0, 4);
  array.writeInt32BE(form.type, 8);
  if (values.length === 0) return array;
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const value of values) {
    const length = value === undefined || value === null ? NULL_LENGTH : form.bytesOf(value);
    array.writeInt32BE(length, at);
    at += 4;
    if (value === undefined || value === null) continue;
    form.write(array, value, at);
    at += length;
  }
  return array;
}

const uuids: Form<string> = {
  type: UUID,
  bytesOf: () => 16,
  write: (into, id, at) => into.write(id.replaceAll("-", ""), at, "hex"),
};
const integers: Form<number> = {
  type: INTEGER,
  bytesOf: () => 4,
  write: (into, value, at) => into.writeInt32BE(value, at),
};
const bigints: Form<number> = {
  type: BIGINT,
  bytesOf: () => 8,
  write: (into, value, at) => into.writeBigInt64BE(BigInt(value), at),
};
const texts: Form<string> = {
  type: TEXT,
  bytesOf: (text) => Buffer.byteLength(text),
  write: (into, text, at) => into.write(text, at),
};
const bytes: Form<Buffer> = {
  type: BYTEA,
  bytesOf: (value) => value.length,
  write: (into, value, at) => value.copy(into, at),
};
const jsons: Form<string> = {
  type: JSONB,
  bytesOf: (text) => 1 + Buffer.byteLength(text),
  write(into, text, at) {
    into[at] = JSONB_VERSION;
    into.write(text, at + 1);
  },
};

/** `uuid[]`; every id must be one. */
export function toUuidArray(ids: readonly string[]): Buffer {
  return encode(ids, uuids);
}

/** `integer[]`, nulls stay nulls; numbers are whole and of 32 bits. */
export function toIntegerArray(values: readonly (number | null | undefined)[]): Buffer {
  return encode(values, integers);
}

/** `bigint[]`, nulls stay nulls; numbers are whole and safe. */
export function toBigintArray(values: readonly (number | null | undefined)[]): Buffer {
  return encode(values, bigints);
}

/** `text[]`, in UTF-8; what is no text there is refused by PostgreSQL. */
export function toTextArray(values: readonly string[]): Buffer {
  return encode(values, texts);
}

/** `bytea[]`, byte for byte. */
export function toBytesArray(values: readonly Buffer[]): Buffer {
  return encode(values, bytes);
}

/** `jsonb[]`; every value is JSON already. */
export function toJsonArray(values: readonly string[]): Buffer {
  return encode(values, jsons);
}
