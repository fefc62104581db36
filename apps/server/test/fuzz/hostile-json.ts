import { commands, type CommandType } from "@colbin/protocol";
import * as fc from "fast-check";
import { toInputSchema, type JsonSchema } from "#server/platform/http/openapi-schemas.ts";
import { almost } from "../hostile-input.ts";

/*
 * Frames of a client by grammar: the schemas of the contract say what a good one is, so that a new command is covered, and
 * from there it is bent in its values, its fields and its very letters.
 */

/** One frame as it is sent. */
export interface JsonFrame {
  readonly text: string;
  readonly isBinary: boolean;
}

const slug = fc.constantFrom("general", "general", "fuzzed", "nowhere", "__proto__", "\0", "");

/** Names that lead somewhere, so that what is behind the schema is reached as well. */
const known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  sessionRoomSlug: slug,
  roomSlug: slug,
  sessionRoomSlugs: fc.array(slug, { maxLength: 5 }),
  content: fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "binary", maxLength: 60 })),
  requestId: fc.string({ minLength: 1, maxLength: 12 }),
};

function fieldsOf(type: CommandType): readonly (readonly [string, JsonSchema])[] {
  const { properties = {} } = toInputSchema(commands[type].frame) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
  };
  return Object.entries(properties).filter(([name]) => name !== "type");
}

/** A frame with every field good, with each field almost good, or with fields missing and added. */
function frameOf(type: CommandType): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = fieldsOf(type);
  const good = fields.map(([name, schema]) => [name, known[name] ?? almost(schema)] as const);
  const bent = fields.map(([name, schema]) => [name, almost(schema)] as const);
  const named = fc.constant(type);
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: named, ...Object.fromEntries(good) }) },
    { weight: 2, arbitrary: fc.record({ type: named, ...Object.fromEntries(bent) }) },
    {
      weight: 2,
      arbitrary: fc.record(
        { type: named, extra: fc.jsonValue(), ...Object.fromEntries(bent) },
        { requiredKeys: ["type"] },
      ),
    },
  );
}

const anyFrame = fc.oneof(...(Object.keys(commands) as CommandType[]).map(frameOf));

const numbers = ["1e999", "-0", "1E+2", "123456789012345678901234567890", "0.1e-400", "01", "+1"];
const letters = ["\\ud800", "\\u0000", "\\udfff\\ud800", "\\u", "\\x41", "\u0000", "\u2028"];
const keys = ['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{}}', '"type":"ping"'];

/** What is done to the letters of a frame; `place` is any number. */
const bends: readonly ((text: string, place: number) => string)[] = [
  (text) => text,
  (text, place) => text.replace("{", `{${pick(keys, place)},`),
  (text, place) => text.replace(/}$/, `,${pick(keys, place)}}`),
  (text, place) => text.replace(/:("[^"]*"|\d+)/, `:${pick(numbers, place)}`),
  (text, place) => text.replace(/":"/, `":"${pick(letters, place)}`),
  (text, place) => text.slice(0, place % (text.length + 1)),
  (text, place) => text + pick(["}", ",", "\0", text, " ".repeat(1_000)], place),
  (text, place) => pick(["\ufeff", " ", "\n\t", "/**/", "'", "["], place) + text,
  (text, place) => {
    const depth = 1 + (place % 6_000);
    const nest = pick([["[", "]"] as const, ['{"a":', "}"] as const], place);
    const core = place % 2 === 0 ? "1" : "{}";
    return text.replace(
      /}$/,
      `,"metadata":${nest[0].repeat(depth)}${core}${nest[1].repeat(depth)}}`,
    );
  },
  (text, place) => text.replace(/":"/, `":"${"z".repeat(40_000 + (place % 30_000))}`),
  (text, place) => text.replace(/}$/, `,${manyKeys(1 + (place % 2_000))}}`),
];

function pick<T>(list: readonly T[], place: number): T {
  const found = list[place % list.length];
  if (found === undefined) throw new Error("Nothing to pick from");
  return found;
}

function manyKeys(count: number): string {
  return Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(",");
}

const bent = fc
  .tuple(
    anyFrame,
    fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.nat({ max: bends.length - 1 }) },
    ),
    fc.nat(),
  )
  .map(([frame, how, place]) => pick(bends, how)(JSON.stringify(frame), place));

const strange = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom("", "null", "[]", '"ping"', "{}", '{"type":null}', '{"type":"toString"}', "\0"),
);

/** A frame of a client, from good to nothing like one. */
export const jsonFrame: fc.Arbitrary<JsonFrame> = fc.record({
  text: fc.oneof({ weight: 9, arbitrary: bent }, { weight: 1, arbitrary: strange }),
  isBinary: fc.nat({ max: 40 }).map((number) => number === 0),
});
