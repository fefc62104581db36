import { randomUUID } from "node:crypto";
import type { SidebarSection } from "@colbin/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { connect } from "#test/socket.ts";
import { createWorld, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  app = await startTestApp();
  ({ alice, bob } = await createWorld(app.app.http.app));
});
afterAll(() => app.close());

const toSection = (...roomIds: string[]) =>
  ({ id: randomUUID(), title: "Release 42", roomIds }) as SidebarSection;

it("own sections are kept for each person, told to their devices, and changed only as they are now", async () => {
  expect(await alice.call("getSidebar", {})).toEqual({ sections: [], rev: 0 });
  const socket = await connect(app, alice);
  const sections = [toSection(randomUUID(), randomUUID()), toSection()];
  const kept = await alice.call("updateSidebar", { body: { sections, rev: 0 } });
  expect(kept).toEqual({ sections, rev: 1 });
  await socket.until((frame) => frame["event"] === "sidebar_changed");
  for (const rev of [0, 2]) {
    const body = { sections: [], rev };
    expect((await alice.refusal("updateSidebar", { body })).code).toBe("SIDEBAR_CHANGED");
  }
  expect(await alice.call("getSidebar", {})).toEqual(kept);
  const fewer = { sections: sections.slice(1), rev: 1 };
  expect(await alice.call("updateSidebar", { body: fewer })).toEqual({ ...fewer, rev: 2 });
  expect(await bob.call("getSidebar", {})).toEqual({ sections: [], rev: 0 });
});

const twice = randomUUID();
const one = toSection(twice);
it.each([
  ["a room in two sections", [one, toSection(twice)]],
  ["a section twice", [one, { ...toSection(), id: one.id }]],
  ["a blank title", [{ ...one, title: "  " }]],
  ["what is no room", [toSection("general")]],
])("refuses %s", async (_what, sections) => {
  const body = { sections, rev: 0 };
  expect((await bob.refusal("updateSidebar", { body })).code).toBe("VALIDATION_ERROR");
});
