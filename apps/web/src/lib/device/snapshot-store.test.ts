import { userId, workspaceId } from "@colbin/protocol";
import { expect, test, vi } from "vitest";

const place = {
  userId: userId.parse("0193a000-0000-7000-8000-000000000001"),
  workspaceId: workspaceId.parse("0193a000-0000-7000-8000-000000000002"),
};
const change = { list: { version: 1 }, rooms: new Map(), changed: new Set<never>() };

test("what is being kept while all is dropped goes as well", async () => {
  const { deviceSnapshots } = await import("./snapshot-store.ts");
  const writing = deviceSnapshots.write(place, change);
  await deviceSnapshots.clear();
  await writing;
  expect(await deviceSnapshots.read(place)).toBeUndefined();
});

test("what is forgotten is not kept once more by the end of the page", async () => {
  // The page that ends keeps its modules to itself.
  vi.resetModules();
  const { deviceSnapshots, forgetSnapshots } = await import("./snapshot-store.ts");
  await deviceSnapshots.write(place, change);
  expect(await deviceSnapshots.read(place)).toMatchObject({ list: { version: 1 } });
  await forgetSnapshots();
  await deviceSnapshots.write(place, change);
  expect(await deviceSnapshots.read(place)).toBeUndefined();
});
