import { expect, it } from "vitest";
import { repositoryOf } from "./repository.ts";
import { checkSizes, limits } from "./sizes.ts";

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `act(${index});`).join("\n");
}

function sizesOf(path: string, text: string): readonly string[] {
  return checkSizes(repositoryOf({ [path]: text })).findings;
}

it.each([
  ["rooms.service.ts", limits.source.fail],
  ["RoomList.tsx", limits.component.fail],
  ["rooms.test.ts", limits.test.fail],
])("fails %s above %i lines", (path, most) => {
  expect(sizesOf(path, `${lines(most)}\n\n// a comment`)).toEqual([]);
  expect(sizesOf(path, lines(most + 1))).toHaveLength(1);
});

it("warns between the two limits and does not fail", () => {
  const { findings, warnings } = checkSizes(
    repositoryOf({ "a.ts": lines(limits.source.warn + 1) }),
  );
  expect(findings).toEqual([]);
  expect(warnings).toEqual(["a.ts 251 lines in a source file (better at most 250)"]);
});

it("measures every function, with its name and line", () => {
  const inside = lines(limits.function.fail - 1);
  expect(sizesOf("a.ts", `export function act() {\n${inside}\n}`)).toEqual([
    "a.ts:1 81 lines in function act (at most 80)",
  ]);
  expect(sizesOf("a.ts", `const act = () => {\n${inside}\n};`)).toHaveLength(1);
  expect(sizesOf("a.ts", `class A {\n  act() {\n${inside}\n  }\n}`)).toHaveLength(1);
});

it("takes a describe for a chapter and each test in it for a function", () => {
  const test = `it("acts", () => {\n${lines(70)}\n});`;
  expect(sizesOf("a.test.ts", `describe("a", () => {\n${test}\n${test}\n});`)).toEqual([]);
  expect(sizesOf("a.test.ts", `it("acts", () => {\n${lines(80)}\n});`)).toHaveLength(1);
});

it("fails the fifth parameter", () => {
  expect(sizesOf("a.ts", "export function act(a, b, c, d) {}")).toEqual([]);
  expect(sizesOf("a.ts", "export function act(a, b, c, d, e) {}")).toHaveLength(1);
});

it("leaves alone what says in its name that it is generated", () => {
  expect(sizesOf("schema.generated.ts", lines(1000))).toEqual([]);
});
