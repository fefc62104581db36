import { setupI18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import { compileIcu } from "./icu.ts";

/** Every text of the screens, as the code carries them. */
const modules = import.meta.glob<Record<string, Record<string, { id: string; message: string }>>>(
  "../../**/texts.ts",
  { eager: true },
);
const texts = Object.values(modules).flatMap((module) =>
  Object.values(module).flatMap((group) => Object.values(group)),
);

describe("our part of ICU", () => {
  test("reads every text of the screens as lingui's own compiler does", () => {
    expect(texts.length).toBeGreaterThan(80);
    for (const { id, message } of texts) {
      const names = [...message.matchAll(/\{\s*(\w+)/g)].map((match) => match[1] ?? "");
      for (const count of [0, 1, 2, 1000]) {
        const values = Object.fromEntries(names.map((name) => [name, count]));
        expect(translate(compileIcu, id, message, values)).toBe(
          translate(undefined, id, message, values),
        );
      }
    }
  });

  test("gives each text an id of its own, unless the words are the same", () => {
    const words = new Map<string, string>();
    for (const { id, message } of texts) {
      expect(words.get(id) ?? message).toBe(message);
      words.set(id, message);
    }
  });

  test("picks the case of a number and writes the number in it", () => {
    const message = "{n, plural, =0 {nothing} one {# thing for {who}} other {# things for {who}}}";
    const values = (n: number) => translate(compileIcu, "id", message, { n, who: "Ann" });
    expect([values(0), values(1), values(2500)]).toEqual([
      "nothing",
      "1 thing for Ann",
      "2,500 things for Ann",
    ]);
  });

  test.each([
    "{who, select, you {You and {name}} other {{who} and {name}}}",
    "{who, select, you {{n, plural, one {a day} other {# days}}} other {{n, plural, other {# }}}}",
    "{n, plural, one {{who, select, you {your # day} other {a day}}} other {# days}}",
    "{ who , select , you { a } other { b } }#{n}, it's 'so'",
    "<b>{who}</b> {n, plural, =2 {<i>both</i>} other {#<i/>}}",
  ])("reads %s as lingui's own compiler does", (message) => {
    for (const who of ["you", "Ann"])
      for (const n of [1, 2, 1000]) {
        const values = { who, n, name: "Bob" };
        expect(translate(compileIcu, "id", message, values)).toBe(
          translate(undefined, "id", message, values),
        );
      }
  });

  test.each([
    "{",
    "a}b",
    "{n, date}",
    "{n, selectordinal, other {x}}",
    "{n, select, one {x}}",
    "{n, plural, one {x}}",
    "{n, plural, one {x}",
    "{n, select, =1 {x} other {y}}",
    "{a b}",
    "'{a}'",
  ])("refuses %s", (message) => {
    expect(() => compileIcu(message)).toThrow("not in our part of ICU");
  });
});

function translate(
  compiler: typeof compileIcu | undefined,
  id: string,
  message: string,
  values: Record<string, string | number>,
): string {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  if (compiler) i18n.setMessagesCompiler(compiler);
  return i18n._(id, values, { message });
}
