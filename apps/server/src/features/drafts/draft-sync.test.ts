import { DraftSync, type DeviceDrafts, type DraftMark } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { openSharedBrowser, openTab } from "#test/tabs.ts";
import { createRoomOf, openProgram, signIn, type Person } from "#test/world.ts";

/* Drafts of real clients on a real server. Typing is a text that stands on the device. */

const open: { close(): void }[] = [];
let app: TestApp;
let bob: Person;
let roomId: RoomId;
let threadId: MessageId | null;
let slug: string;
beforeAll(async () => {
  app = await startTestApp();
  bob = await signIn(openProgram(app.app.http.app), "bob@example.org");
});
beforeEach(async () => {
  // These devices know of one place.
  await app.database.pool.query("delete from drafts");
  slug = await createRoomOf(bob);
  ({ roomId } = await bob.call("getRoom", { params: { slug } }));
  threadId = null;
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});
afterAll(() => app.close());

const place = () => ({ roomId, threadId });

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
  const sync = new DraftSync({ ...tab.chat.lists, ...tab.account.runtime }, device);
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
    async expectShown(text: string, other: string | null = null): Promise<void> {
      const shown = () => ({ text: own.text, other: own.mark?.other ?? null });
      await expect.poll(shown).toEqual({ text, other });
    },
  };
}

const stored = async () =>
  (await bob.call("listDrafts", {})).results.find((draft) => draft.roomId === roomId);
async function expectStored(content: string | undefined): Promise<void> {
  await expect.poll(async () => (await stored())?.content).toBe(content);
}

it.each(["room", "thread"])(
  "a text of a %s goes over all devices, as it is written and as it ends",
  async (kind) => {
    const root = await bob.call("sendMessage", { params: { slug }, body: { content: "root" } });
    if (kind === "thread") threadId = root.message.id;
    const [laptop, phone] = [await openDevice(), await openDevice()];
    laptop.type("Before we");
    await phone.expectShown("Before we");
    phone.type("Before we switch");
    await laptop.expectShown("Before we switch");
    laptop.type("");
    await phone.expectShown("");
    await expectStored(undefined);
  },
);

it("where two devices write at once, one goes on and the text of the other is offered", async () => {
  const [laptop, phone] = [await openDevice(), await openDevice()];
  phone.goOffline();
  phone.type("Singapore tomorrow");
  laptop.type("One quiet hour");
  await expectStored("One quiet hour");
  phone.goOnline();
  phone.chat.connection.connect();
  await phone.expectShown("Singapore tomorrow", "One quiet hour");
  await laptop.expectShown("Singapore tomorrow", "One quiet hour");
  laptop.takeOther();
  await phone.expectShown("One quiet hour", "Singapore tomorrow");
  phone.dropOther();
  await laptop.expectShown("One quiet hour");
});

it("a device that was closed follows what was done meanwhile, and sends what it had not saved", async () => {
  const [laptop, phone] = [await openDevice(), await openDevice()];
  laptop.type("done elsewhere");
  await phone.expectShown("done elsewhere");
  phone.close();
  laptop.type("");
  await expectStored(undefined);
  const followed = await openDevice({ text: "done elsewhere", mark: phone.own.mark });
  await followed.expectShown("");

  laptop.type("base");
  await followed.expectShown("base");
  followed.close();
  laptop.type("base of the laptop");
  await expectStored("base of the laptop");
  const unsaved = await openDevice({ text: "base of the phone", mark: followed.own.mark });
  await unsaved.expectShown("base of the phone", "base of the laptop");
  await expectStored("base of the phone");
});
