import { setupI18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import type { Values } from "./i18n.ts";
import { compileIcu } from "./icu.ts";

/** Every text of the screens, as the code carries them. */
const modules = import.meta.glob<Record<string, Record<string, { id: string; message: string }>>>(
  "../../**/*texts.ts",
  { eager: true },
);
const texts = Object.values(modules)
  .flatMap((module) => Object.values(module).flatMap((group) => Object.values(group)))
  // Some have groups of groups, or ways to find a text.
  .filter(({ message }) => typeof message === "string");

describe("our part of ICU", () => {
  test("reads every text of the screens as lingui does", () => {
    expect(texts.length).toBeGreaterThan(80);
    for (const { message } of texts) {
      const names = [...message.matchAll(/\{\s*(\w+)/g)].map((match) => match[1] ?? "");
      for (const count of [0, 1, 2, 1000]) {
        const values = Object.fromEntries(names.map((name) => [name, count]));
        expect(compileIcu(message)(values)).toBe(translateByLingui(message, values));
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
    const format = compileIcu(message);
    expect([0, 1, 2500].map((n) => format({ n, who: "Ann" }))).toEqual([
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
  ])("reads %s as lingui does", (message) => {
    for (const who of ["you", "Ann"])
      for (const n of [1, 2, 1000]) {
        const values = { who, n, name: "Bob" };
        expect(compileIcu(message)(values)).toBe(translateByLingui(message, values));
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

function translateByLingui(message: string, values: Values): string {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  return i18n._(message, values, { message });
}
