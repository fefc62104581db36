import { expect, test } from "vitest";
import { remember } from "./remember.ts";

function counting() {
  const asked: string[] = [];
  const compute = (text: string) => {
    asked.push(text);
    return { length: text.length };
  };
  return { asked, compute };
}

test("a text is computed once", () => {
  const { asked, compute } = counting();
  const lengthOf = remember(compute, 1000);

  const first = lengthOf("a");

  expect(lengthOf("a")).toBe(first);
  expect(asked).toEqual(["a"]);
});

test("what was not asked for the longest time is forgotten first", () => {
  const { asked, compute } = counting();
  const lengthOf = remember(compute, 1000);

  for (const letter of ["a", "b", "c", "a", "d"]) lengthOf(letter.repeat(200));
  for (const letter of ["a", "b"]) lengthOf(letter.repeat(200));

  expect(asked.map((text) => text[0]).join("")).toBe("abcdb");
});

test("a text larger than all that is kept is kept alone", () => {
  const { asked, compute } = counting();
  const lengthOf = remember(compute, 1000);

  for (const text of ["a", "b".repeat(5000), "b".repeat(5000), "a"]) lengthOf(text);

  expect(asked.map((text) => text[0]).join("")).toBe("aba");
});
