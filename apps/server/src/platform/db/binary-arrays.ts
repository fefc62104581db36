/*
 * One-dimensional arrays as PostgreSQL sends and takes them in binary: a parameter that is a Buffer goes over as it is. The text
 * form costs both sides an escape and a parse of every element, which a large batch feels. No element is null.
 */

const UUID = 2950;
const TEXT = 25;
const BYTEA = 17;
const JSONB = 3802;

const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
const LENGTH_BYTES = 4;
const JSONB_VERSION = 1;

interface Form<Value> {
  readonly type: number;
  readonly bytesOf: (value: Value) => number;
  /** Writes exactly those bytes. */
  readonly write: (into: Buffer, value: Value, at: number) => void;
}

function encode<Value>(values: readonly Value[], { type, bytesOf, write }: Form<Value>): Buffer {
  if (values.length === 0) return toHeader(Buffer.alloc(EMPTY_HEADER_BYTES), type);
  let bytes = HEADER_BYTES;
  for (const value of values) bytes += LENGTH_BYTES + bytesOf(value);
  const array = toHeader(Buffer.allocUnsafe(bytes), type);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const value of values) {
    const length = bytesOf(value);
    array.writeInt32BE(length, at);
    write(array, value, at + LENGTH_BYTES);
    at += LENGTH_BYTES + length;
  }
  return array;
}

/** One dimension or none, no nulls, the type of the elements. */
function toHeader(array: Buffer, type: number): Buffer {
  array.writeInt32BE(array.length === EMPTY_HEADER_BYTES ? 0 : 1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(type, 8);
  return array;
}

const uuids: Form<string> = {
  type: UUID,
  bytesOf: () => 16,
  write: (into, id, at) => into.write(id.replaceAll("-", ""), at, "hex"),
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
