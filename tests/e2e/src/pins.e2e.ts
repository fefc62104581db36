import { test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, idOf, log, newColleague, newRoomSlug, say } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("a pinned message is marked for everybody, found in the sheet and unpinned there", async () => {
  const slug = newRoomSlug("pins");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "Read this first", "and then write");
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  const message = log(alice).getByRole("article").filter({ hasText: "Read this first" });
  const counted = alice.getByRole("button", { name: "1 pinned message" });

  await message.focus();
  await expectVisible(message.getByRole("toolbar"));
  await alice.keyboard.press("p");
  await expectVisible(message.getByText("Pinned by Alice"));
  await expectVisible(log(alice).getByText("Alice pinned a message"));
  const pinCount = () => bob.store.getSnapshot().subscriptions.get(idOf(bob, slug))?.pinCount;
  await expectSoon(pinCount).toBe(1);

  await counted.press("Enter");
  const sheet = alice.getByRole("complementary", { name: "Pinned messages" });
  const item = sheet.getByRole("article");
  await expectVisible(item.getByText(/^Pinned by Alice, /));
  await expectAccessible(alice, "pinned messages");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "pinned messages on a phone");
  await alice.setViewportSize(desk.viewport);
  await item.getByRole("link", { name: "Jump" }).press("Enter");
  await expectSoon(() => new URL(alice.url()).searchParams.has("message")).toBe(true);
  await expectVisible(item);

  await item.getByRole("button", { name: "Unpin" }).press("Enter");
  await expectVisible(sheet.getByText("Nothing pinned yet"));
  await expectGone(message.getByText("Pinned by Alice"));
  await expectGone(counted);
  await expectSoon(pinCount).toBe(0);
});
