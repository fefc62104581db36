import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  composer,
  enterRoom,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
} from "./people.ts";
import { newSession } from "./sessions.ts";

/* Suggestions of the field while a message is written or changed. */

const stories = tellStories();

const list = (page: Page, name: string) => page.getByRole("listbox", { name, exact: true });
const selected = (page: Page) => page.getByRole("option", { selected: true });

test("emoji and people are offered while a message is written and changed, by keys alone", async () => {
  const slug = newRoomSlug("suggest");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const field = composer(alice);

  await field.pressSequentially("Done :party");
  await expectVisible(list(alice, "Emoji"));
  const first = await selected(alice).getAttribute("id");
  expect(await field.getAttribute("aria-activedescendant")).toBe(first);
  const taken = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
  await field.dispatchEvent("keydown", taken);
  await field.press("ArrowDown");
  await field.press("ArrowUp");
  expect(await selected(alice).getAttribute("id")).toBe(first);
  await expectAccessible(alice, "suggestions");
  await field.press("Enter");
  expect(await field.inputValue()).toBe("Done 🥳 ");

  await field.pressSequentially("@bo");
  await expectVisible(list(alice, "People").getByRole("option", { name: /^Bob/ }));
  await expectAccessible(alice, "people", "[role=listbox]");
  await field.press("Tab");
  const name = bob.store.getSnapshot().currentUser?.username ?? "";
  expect(await field.inputValue()).toBe(`Done 🥳 @${name} `);

  await field.pressSequentially(":rock");
  await expectVisible(list(alice, "Emoji"));
  await field.press("Escape");
  await expectGone(list(alice, "Emoji"));
  await field.press("Enter");
  await expectVisible(log(alice).getByText("Sent", { exact: true }));
  await expectVisible(log(alice).getByText(`Done 🥳 @${name} :rock`));

  await field.press("ArrowUp");
  const edit = alice.getByRole("textbox", { name: "Edit message" });
  await expectSoon(() => edit.evaluate((each) => each === document.activeElement)).toBe(true);
  await edit.pressSequentially("et");
  await expectVisible(list(alice, "Emoji"));
  await edit.press("Enter");
  expect(await edit.inputValue()).toBe(`Done 🥳 @${name} 🚀 `);
  await edit.press("Enter");
  await expectVisible(log(alice).getByText(`Done 🥳 @${name} 🚀`));
});

test("a finger chooses on a phone, and no key is lost while the list is on its way", async () => {
  const slug = newRoomSlug("suggest");
  const alice = await stories.openTab({ ...phone, as: await newSession("Alice", [slug]) });
  const held = Promise.withResolvers<void>();
  await alice.route(/Suggestions-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await alice.goto(`/chat/${slug}`);
  await expectVisible(composer(alice));

  await composer(alice).pressSequentially("First :rock");
  await composer(alice).press("Enter");
  await expectVisible(log(alice).getByText("First :rock"));
  await composer(alice).pressSequentially("Then :rocke");
  held.resolve();
  await expectVisible(selected(alice));
  await expectAccessible(alice, "suggestions on a phone");
  await selected(alice).tap();
  expect(await composer(alice).inputValue()).toBe("Then 🚀 ");
  expect(await composer(alice).evaluate((each) => each === document.activeElement)).toBe(true);
});
