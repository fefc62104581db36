import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  composer,
  expectFocused,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  say,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

function palette(page: Page): Locator {
  return page.getByRole("dialog", { name: "Command palette" });
}

function option(page: Page, name: string | RegExp): Locator {
  return palette(page).getByRole("option", { name });
}

/** What a screen reader says of the one that Enter takes. */
async function selected(page: Page): Promise<string> {
  const field = palette(page).getByRole("combobox");
  const id = await field.getAttribute("aria-activedescendant");
  return (await page.locator(`[id="${id ?? ""}"]`).textContent()) ?? "";
}

const path = (page: Page) => new URL(page.url()).pathname;

/** With what is typed, until its results are there. */
async function ask(page: Page, query: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expectVisible(palette(page));
  await page.keyboard.type(query);
  await expectGone(palette(page).getByText("Searching..."));
}

test("the keyboard alone opens rooms, pages and messages, and what was run is there after a reload", async () => {
  const [one, two] = [newRoomSlug("alpha"), newRoomSlug("beta")];
  const as = await newSession("Alice", [one, two]);
  const page = await stories.enter(as, `/chat/${one}`);
  await send(page, "The tides are late");
  await expectVisible(log(page).getByText("Sent", { exact: true }));
  await composer(page).fill("half a sentence");

  await page.keyboard.press("Control+Shift+p");
  await expectVisible(option(page, /^Profile/));
  const field = palette(page).getByRole("combobox");
  await expectFocused(field);
  await expectVisible(palette(page).getByText("Quick search across your workspace"));
  const first = await selected(page);
  await page.keyboard.press("ArrowUp");
  await expectSoon(() => selected(page)).toMatch(/Everything$/);
  await page.keyboard.press("ArrowDown");
  await expectSoon(() => selected(page)).toBe(first);
  await page.keyboard.press("Control+k");
  await expectGone(palette(page));
  await expectFocused(composer(page));

  // A room that asks for the focus does not get what is typed.
  await ask(page, "");
  await composer(page).evaluate((it) => it.focus());
  await page.keyboard.type("#");
  expect(await field.getAttribute("placeholder")).toBe("Search channels...");
  await page.keyboard.type(two);
  // Enter does not wait for the pause.
  await page.keyboard.press("Enter");
  await expectGone(palette(page));
  await expectSoon(() => path(page)).toBe(`/chat/${two}`);
  await ask(page, '"TIDES');
  await expectVisible(option(page, /^The tides are late/));
  await page.keyboard.press("Enter");
  await expectSoon(() => path(page)).toBe(`/chat/${one}`);
  await expectVisible(log(page).getByText("The tides are late"));
  await expectSoon(() => composer(page).inputValue()).toBe("half a sentence");

  // A page is a full load, which loses nothing that is being written.
  await ask(page, ":appear");
  await expectSoon(() => selected(page)).toMatch(/^Appearance/);
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("heading", { level: 1, name: "Appearance" }));
  await page.keyboard.press("Control+k");
  await expectSoon(() => selected(page)).toMatch(/^Appearance/);
  const recent = palette(page).getByRole("group", { name: "Recent" }).getByRole("option");
  await expectSoon(() => recent.count()).toBe(2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectSoon(() => path(page)).toBe(`/chat/${two}`);
  await ask(page, one);
  await page.keyboard.press("Enter");
  await expectSoon(() => path(page)).toBe(`/chat/${one}`);
  await expectSoon(() => composer(page).inputValue()).toBe("half a sentence");
});

test("what fails says so and stays, and what may be gone is looked for again", async () => {
  const slug = newRoomSlug("gone");
  const as = await newSession("Alice", [slug, "general"]);
  const page = await stories.enter(as, "/chat/general", { mayComplain: connectionComplaints });
  await ask(page, ">mark all");
  await expectSoon(() => selected(page)).toMatch(/^Mark all rooms as read/);
  await page.route("**/multi-room-chat/mark-all-read", (route) => route.abort());
  await page.keyboard.press("Enter");
  await expectVisible(palette(page).getByText(/^Failed to execute command/));
  await page.unroute("**/multi-room-chat/mark-all-read");
  await page.keyboard.press("Control+Enter");
  await expectVisible(page.getByText("Nothing is unread"));
  expect(await palette(page).getByRole("alert").count()).toBe(0);
  await page.keyboard.press("Escape");
  await expectGone(palette(page));

  await ask(page, `#${slug}`);
  await page.keyboard.press("Enter");
  await expectSoon(() => path(page)).toBe(`/chat/${slug}`);
  await page.evaluate(() => {
    const key = "palette:history";
    const stored = localStorage.getItem(key) ?? "";
    localStorage.setItem(key, stored.replace(/"title":"gone[^"]*"/, '"title":"Long gone"'));
  });
  await ask(page, "~long");
  await page.keyboard.press("Enter");
  await expectVisible(
    palette(page).getByText("Unable to execute this command. It may no longer be available."),
  );
  await page.keyboard.press("Escape");

  // Those that need no network answer all the same.
  await page.route("**/session-room/list*", (route) => route.abort());
  await ask(page, slug);
  await expectVisible(palette(page).getByText("Search failed"));
  await expectVisible(option(page, slug));
  await page.unroute("**/session-room/list*");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectGone(palette(page).getByText("Search failed"));
  await page.keyboard.press("Escape");

  // Nothing of it stays on the device.
  await ask(page, ">sign out");
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("dialog", { name: "Welcome to Colbin" }));
  expect(await page.evaluate(() => localStorage.getItem("palette:history"))).toBeNull();
});

test("keys go from room to room, to those that are unread and to people, and mark all as read", async () => {
  const [one, two, three] = ["one", "two", "three"].map(newRoomSlug) as [string, string, string];
  const bob = await newColleague("Bob");
  for (const slug of [one, two, three]) await bob.rooms.join(slug);
  const as = await newSession("Alice", [one, two, three]);
  const page = await stories.enter(as, `/chat/${two}`);
  const order = await page.getByRole("navigation").getByRole("link").allTextContents();
  const rooms = order.filter((each) => [one, two, three].some((slug) => each.startsWith(slug)));
  await expectVisible(composer(page));
  const at = rooms.findIndex((each) => each.startsWith(two));
  await composer(page).press("Alt+ArrowDown");
  await expectSoon(() => path(page)).toBe(
    `/chat/${[one, two, three].find((slug) => rooms.at((at + 1) % 3)?.startsWith(slug))}`,
  );
  await page.keyboard.press("Alt+ArrowUp");
  await expectSoon(() => path(page)).toBe(`/chat/${two}`);

  await say(bob, three, "More", "And more");
  await expectVisible(page.getByRole("navigation").getByText(/unread$/));
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expectSoon(() => path(page)).toBe(`/chat/${three}`);

  await ask(page, "@bob");
  await expectSoon(() => selected(page)).toMatch(/Bob@/);
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("heading", { name: "Bob" }));

  await page.goto("/help/shortcuts");
  await say(bob, one, "Again");
  await expectVisible(page.getByRole("navigation").getByText(/unread$/));
  await page.keyboard.press("Shift+Escape");
  await expectVisible(page.getByText(/messages? marked as read$/));
  await expectGone(page.getByRole("navigation").getByText(/unread$/));
  for (const name of ["Next unread room", "Open the command palette", "Mark all rooms as read"])
    await expectVisible(page.getByRole("main").getByText(name));
});

test.each([
  { screen: "a desk", options: desk },
  { screen: "a phone", options: phone },
])("axe finds nothing in the palette on $screen", { timeout: 60_000 }, async ({ options }) => {
  const page = await stories.enter(await newSession("Alice", ["general"]), "/chat", options);
  await page.keyboard.press("Control+k");
  await expectVisible(option(page, /^Profile/));
  await expectAccessible(page, "empty", '[role="dialog"]');
  await page.keyboard.type("*e");
  await expectVisible(option(page, /^Dark/));
  await expectAccessible(page, "results", '[role="dialog"]');
  await page.keyboard.press("Control+a");
  await page.keyboard.type("/notes");
  await expectVisible(palette(page).getByText('No results found for "notes"'));
  await page.mouse.click(5, 800);
  await expectGone(palette(page));
});
