import { createDraftSync, type DeviceDrafts, type DraftMark } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openSharedBrowser, openTab } from "#test/tabs.ts";
import { createRoomOf, openProgram, signIn, type Person } from "#test/world.ts";

/* Drafts of real clients on a real server. Typing is a text that stands on the device. */

const open: { close(): void }[] = [];
let app: TestApp;
let bob: Person;
let roomId: RoomId;
let slug: string;
beforeAll(async () => {
  app = await startTestApp();
  bob = await signIn(openProgram(app.app.http.app), "bob@example.org");
});
beforeEach(async () => {
  slug = await createRoomOf(bob);
  ({ roomId } = await bob.call("getRoom", { params: { slug } }));
});
afterAll(async () => {
  for (const each of open) each.close();
  await app.close();
});

const place = () => ({ roomId, threadId: null });

async function openDevice(kept?: { text: string; mark: DraftMark | undefined }) {
  const tab = openTab(app.url, openSharedBrowser());
  tab.account.tokens.begin(bob);
  tab.chat.connection.connect();
  await vi.waitUntil(() => tab.chat.store.getSnapshot().subscriptions.has(roomId), 10_000);
  const own = { text: kept?.text ?? "", mark: kept?.mark };
  const device: DeviceDrafts = {
    places: () => (own.mark || own.text !== "" ? [place()] : []),
    text: () => own.text,
    setText: (_, text) => void (own.text = text),
    mark: () => own.mark,
    setMark: (_, mark) => void (own.mark = mark),
  };
  const sync = createDraftSync({ ...tab.chat.lists, ...tab.account.runtime }, device);
  const close = () => {
    sync.stop();
    tab.chat.close();
    tab.account.close();
  };
  open.push({ close });
  return {
    ...tab,
    own,
    close,
    takeOther: () => sync.takeOther(place()),
    dropOther: () => sync.dropOther(place()),
    type(text: string) {
      own.text = text;
      sync.changed(place());
    },
    shows: (text: string, other: string | null = null) =>
      expect
        .poll(() => ({ text: own.text, other: own.mark?.other ?? null }), { timeout: 10_000 })
        .toEqual({ text, other }),
  };
}

const stored = async () =>
  (await bob.call("listDrafts", {})).results.find((draft) => draft.roomId === roomId);
const isStored = (content: string | undefined) =>
  expect.poll(async () => (await stored())?.content, { timeout: 10_000 }).toBe(content);

it("a text goes over all devices, as it is written and as it ends", async () => {
  const [laptop, phone] = [await openDevice(), await openDevice()];
  laptop.type("Before we");
  await phone.shows("Before we");
  phone.type("Before we switch");
  await laptop.shows("Before we switch");
  laptop.type("");
  await phone.shows("");
  await isStored(undefined);
});

it("where two devices write at once, one goes on and the text of the other is offered", async () => {
  const [laptop, phone] = [await openDevice(), await openDevice()];
  phone.goOffline();
  phone.type("Singapore tomorrow");
  laptop.type("One quiet hour");
  await isStored("One quiet hour");
  phone.goOnline();
  phone.chat.connection.connect();
  await phone.shows("Singapore tomorrow", "One quiet hour");
  await laptop.shows("Singapore tomorrow", "One quiet hour");
  laptop.takeOther();
  await phone.shows("One quiet hour", "Singapore tomorrow");
  phone.dropOther();
  await laptop.shows("One quiet hour");
});

it("a device that was closed follows what was done meanwhile, and sends what it had not saved", async () => {
  const [laptop, phone] = [await openDevice(), await openDevice()];
  laptop.type("done elsewhere");
  await phone.shows("done elsewhere");
  phone.close();
  laptop.type("");
  await isStored(undefined);
  const followed = await openDevice({ text: "done elsewhere", mark: phone.own.mark });
  await followed.shows("");

  laptop.type("base");
  await followed.shows("base");
  followed.close();
  laptop.type("base of the laptop");
  await isStored("base of the laptop");
  const unsaved = await openDevice({ text: "base of the phone", mark: followed.own.mark });
  await unsaved.shows("base of the phone", "base of the laptop");
  await isStored("base of the phone");
});
