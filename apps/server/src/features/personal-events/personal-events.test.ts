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

const CHANGES = 20;

async function opened(person: Person) {
  const socket = await connect(app, person);
  const list = await socket.until(({ subscriptions }) => subscriptions !== undefined);
  return { socket, rev: list["personalRev"] };
}

it("numbers what changes for a person without a gap, on all their devices, and tells the number with the list", async () => {
  const devices = [await opened(alice), await opened(alice)];
  expect(devices.map(({ rev }) => rev)).toEqual([0, 0]);
  const sections: SidebarSection[] = [{ id: randomUUID(), title: "Release 42", roomIds: [] }];
  const mutes = Array.from({ length: CHANGES - 1 }, (_, n) =>
    alice.call("muteAll", { body: { muted: n % 2 === 0 } }),
  );
  await Promise.all([...mutes, alice.call("updateSidebar", { body: { sections, rev: 0 } })]);
  // A refused change has no number.
  await alice.refusal("updateSidebar", { body: { sections, rev: 7 } });
  for (const { socket } of devices) {
    await socket.until(({ event, rev }) => event !== undefined && rev === CHANGES);
    await socket.fence();
    const numbers = socket.frames.flatMap(({ event, rev }) => (event && rev ? [Number(rev)] : []));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: CHANGES }, (_, n) => n + 1),
    );
  }
  expect((await opened(alice)).rev).toBe(CHANGES);
  expect((await opened(bob)).rev).toBe(0);
});
