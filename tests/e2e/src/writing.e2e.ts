import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  arrived,
  composer,
  enterRoom,
  expectFocused,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
} from "./people.ts";
import { newSession } from "./sessions.ts";

/* What helps while a message is written: suggestions, commands, formats by keys and what is pasted. */

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
  expect(await field.inputValue()).toBe("Done 🥳 @Bob ");

  await field.pressSequentially(":rock");
  await expectVisible(list(alice, "Emoji"));
  await field.press("Escape");
  await expectGone(list(alice, "Emoji"));
  await field.press("Enter");
  await expectVisible(log(alice).getByText(arrived));
  await expectVisible(log(alice).getByText("Done 🥳 @Bob :rock"));

  await field.press("ArrowUp");
  const edit = alice.getByRole("textbox", { name: "Edit message" });
  await expectFocused(edit);
  await edit.pressSequentially("et");
  await expectVisible(list(alice, "Emoji"));
  await edit.press("Enter");
  expect(await edit.inputValue()).toBe("Done 🥳 @Bob 🚀 ");
  await edit.press("Enter");
  await expectVisible(log(alice).getByText("Done 🥳 @Bob 🚀"));

  await alice.setViewportSize({ width: 1440, height: 400 });
  await field.pressSequentially("/");
  await expectVisible(list(alice, "Commands"));
  // To the last entry, for which a low window has no room.
  await field.press("ArrowUp");
  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return box ? box.y + box.height : NaN;
  };
  const listBottom = await bottomOf(list(alice, "Commands"));
  await expectSoon(() => bottomOf(selected(alice))).toBeLessThanOrEqual(listBottom);
  expect(listBottom).toBeLessThan((await field.boundingBox())?.y ?? 0);
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

test("commands are offered, explained and done; what is none stays in the field with a hint", async () => {
  const [slug, other] = [newRoomSlug("slash"), newRoomSlug("other")];
  const bobName = `Bob ${other}`;
  await (await newColleague(bobName)).rooms.join(other);
  const alice = await stories.enter(await newSession("Alice", [slug, other]), `/chat/${slug}`);
  const field = composer(alice);

  await field.pressSequentially("/");
  await expectVisible(list(alice, "Commands").getByRole("option", { name: "/invite" }));
  await expectAccessible(alice, "commands");
  await field.pressSequentially("mu");
  await expectVisible(selected(alice).getByText("/mute"));
  await field.press("Enter");
  expect(await field.inputValue()).toBe("/mute ");
  await expectVisible(alice.getByRole("status").getByText("Mute this room: /mute 2h"));
  await field.pressSequentially("soon");
  await field.press("Enter");
  await expectVisible(alice.getByRole("alert").getByText("Write the time as 30m"));
  await field.fill("/mute 2h");
  await field.press("Enter");
  await expectVisible(alice.getByText(/^Muted until /));
  await field.fill("/topic Everything about the release");
  await field.press("Enter");
  await expectVisible(alice.getByText("Everything about the release", { exact: true }));

  await field.pressSequentially("/invite @Bob");
  await expectVisible(selected(alice).getByText(bobName));
  await field.press("Enter");
  await field.press("Enter");
  await expectVisible(alice.getByText(`${bobName}: Invited`, { exact: true }));

  await field.fill("/nonsense now");
  await field.press("Enter");
  await expectVisible(alice.getByRole("alert").getByText("There is no command /nonsense."));
  expect(await field.inputValue()).toBe("/nonsense now");
  for (const text of ["//nonsense now", "/etc/hosts", "/me waves", "/shrug"]) {
    await field.fill(text);
    await field.press("Enter");
    await expectSoon(() => field.inputValue()).toBe("");
  }
  await expectVisible(log(alice).getByText("/nonsense now", { exact: true }));
  await expectVisible(log(alice).getByText("/etc/hosts", { exact: true }));
  await expectVisible(log(alice).locator("em").getByText("waves"));
  await expectVisible(log(alice).getByText("¯\\_(ツ)_/¯", { exact: true }));
});

test("keys format, lists go on, and what is pasted becomes Markdown in one step", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("formats"));
  await alice.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const field = composer(alice);
  const text = () => field.inputValue();
  await expectVisible(alice.getByRole("button", { name: "Bold" }));

  await field.pressSequentially("a b");
  await field.press("Shift+ArrowLeft");
  await field.press("Control+b");
  expect(await text()).toBe("a **b**");
  await field.press("Control+z");
  expect(await text()).toBe("a b");
  await field.press("Control+Shift+Digit8");
  await field.press("End");
  await field.press("Shift+Enter");
  await field.pressSequentially("c");
  expect(await text()).toBe("- a b\n- c");
  await field.press("Shift+Enter");
  await field.press("Shift+Enter");
  await field.press("Control+Shift+E");
  await field.press("Tab");
  await field.pressSequentially("d");
  expect(await text()).toBe("- a b\n- c\n```\n  d\n```");
  await field.press("Shift+Tab");
  expect(await text()).toBe("- a b\n- c\n```\nd\n```");

  await field.fill("the plan");
  await copy(alice, "<p>see <b>this</b></p><ul><li>one</li></ul>", "see this\none");
  await field.press("End");
  await field.press("Control+v");
  await expectSoon(text).toBe("the plansee **this**\n\n- one");
  await field.press("Control+z");
  expect(await text()).toBe("the plan");
  await field.press("Control+Shift+v");
  await expectSoon(text).toBe("the plansee this\none");
  await field.press("Control+z");
  await copy(alice, '<a href="https://example.org/">x</a>', "https://example.org/");
  await field.press("Home");
  await field.press("Shift+End");
  await field.press("Control+v");
  await expectSoon(text).toBe("[the plan](https://example.org/)");
});

async function copy(page: Page, html: string, plain: string): Promise<void> {
  const formats = { "text/html": html, "text/plain": plain };
  await page.evaluate((each) => navigator.clipboard.write([new ClipboardItem(each)]), formats);
}
