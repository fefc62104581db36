import { expect, it } from "vitest";
import { checkExports } from "./exports.ts";
import { repositoryOf } from "./repository.ts";

function findingsFor(path: string, text: string): readonly string[] {
  return checkExports(repositoryOf({ [path]: text })).findings;
}

const service = "apps/server/src/features/rooms/rooms.service.ts";

it("wants exported functions declared, and leaves other constants alone", () => {
  expect(findingsFor("a.ts", "export const open = () => 1;")).toHaveLength(1);
  expect(findingsFor("a.ts", "export const open = function () {};")).toHaveLength(1);
  expect(findingsFor("a.ts", "export const size = 4;\nconst open = () => 1;\nopen();")).toEqual([]);
});

it("wants a sentence on each exported function of a service, and on the right one", () => {
  const open = "export async function open(): Promise<void> {}";
  expect(findingsFor(service, open)).toHaveLength(1);
  expect(findingsFor(service, `// A remark.\n${open}`)).toHaveLength(1);
  expect(findingsFor(service, `/** Idempotent: twice is once. */\n${open}`)).toEqual([]);
  expect(
    findingsFor(service, `/** Idempotent: twice is once. */\nconst a = 1;\n${open}`),
  ).toHaveLength(1);
  expect(findingsFor("apps/server/src/features/rooms/rooms.view.ts", open)).toEqual([]);
});

it("wants a component file to export the component it is called after", () => {
  const menu = "export function Menu() { return <p />; }";
  expect(findingsFor("Menu.tsx", menu)).toEqual([]);
  expect(findingsFor("Menu.tsx", `${menu}\nexport function MenuItem() { return <p />; }`)).toEqual(
    [],
  );
  expect(
    findingsFor("Menu.tsx", `${menu}\nexport function Button() { return <p />; }`),
  ).toHaveLength(1);
  expect(findingsFor("Dialog.tsx", menu)).toHaveLength(2);
  expect(findingsFor("menu.tsx", menu)).toHaveLength(1);
});
