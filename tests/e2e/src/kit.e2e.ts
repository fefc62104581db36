import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { startKitServer, type KitServer } from "./kit-server.ts";
import { expectGone, expectSoon } from "./people.ts";

/* Parts of the design on the page that shows them all: what no screen has yet works there as well. */

const stories = tellStories();
let kit: KitServer | undefined;

beforeAll(async () => {
  kit = await startKitServer(inject("serverUrl"));
});
afterAll(() => kit?.stop());

async function openKit(options: Parameters<typeof stories.openTab>[0] = {}): Promise<Page> {
  if (!kit) throw new Error("The page is opened in stories only");
  const page = await stories.openTab({ ...options, serverUrl: kit.url });
  await page.goto("/dev/kit");
  await page.getByRole("heading", { name: "Parts" }).waitFor();
  return page;
}

/** Ten runs of axe over a page of many parts. */
const AXE_TIMEOUT_MS = 120_000;
/** Longer than a finger must rest. */
const LONG_PRESS_MS = 1000;

function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

describe.each([
  { screen: "a desk", options: desk },
  { screen: "a phone", options: phone },
])("on $screen, in both themes,", ({ options }) => {
  test("axe finds nothing in any part", { timeout: AXE_TIMEOUT_MS }, async () => {
    const page = await openKit(options);
    await expectAccessible(page, "parts");
    await button(page, "More").click();
    await expectVisible(page.getByRole("menu"));
    await expectAccessible(page, "menu", "[role=menu]");
    await page.keyboard.press("Escape");
    await button(page, "Popover").click();
    await expectVisible(page.getByRole("dialog"));
    await expectAccessible(page, "popover", "[role=dialog]");
    await page.keyboard.press("Escape");
    await button(page, "Pick an emoji").click();
    await expectVisible(page.getByRole("gridcell"));
    await expectAccessible(page, "emoji", "[role=dialog]");
    await page.keyboard.press("Escape");
    await button(page, "Form that is refused").click();
    await button(page, "Create room").click();
    await expectVisible(page.getByText("Letters and digits only"));
    await expectAccessible(page, "refused form", "[role=dialog]");
  });
});

test("a menu of a row lies outside of it, and its keys reach what cannot be done", async () => {
  const page = await openKit();
  const opener = button(page, "More of this row");
  await opener.press("ArrowDown");
  const menu = page.getByRole("menu", { name: "Row" });
  await expectVisible(menu);
  expect(await menu.evaluate((element) => element.closest("[role=group]"))).toBeNull();

  const item = (name: RegExp) => page.getByRole("menuitem", { name });
  const reach = async (key: string, name: RegExp) => {
    await page.keyboard.press(key);
    await expectSoon(() => hasFocus(item(name))).toBe(true);
  };
  await reach("End", /^Archive/);
  await reach("ArrowUp", /^Leave/);
  await reach("ArrowUp", /^Pin/);
  expect(await item(/^Pin/).textContent()).toContain("Join the room to pin messages");
  await page.keyboard.press("Enter");
  await expectVisible(menu);

  await reach("Home", /^Mark/);
  await page.keyboard.press("Enter");
  await expectVisible(page.getByText("Marked as read"));
  expect(await menu.count()).toBe(0);
  await expectSoon(() => hasFocus(opener)).toBe(true);
});

test("a right click opens the menu where it was, Escape closes it, and a key opens it again", async () => {
  const page = await openKit();
  const row = page.getByRole("group", { name: "Row with a context menu" });
  const place = await row.boundingBox();
  await row.click({ button: "right", position: { x: 40, y: 20 } });
  const menu = page.getByRole("menu", { name: "Row" });
  await expectVisible(menu);
  const drawn = await menu.boundingBox();
  if (!place || !drawn) throw new Error("Row and menu are shown");
  expect(Math.abs(drawn.x - place.x - 40)).toBeLessThan(4);

  await page.keyboard.press("Escape");
  await expectGone(menu);
  await expectSoon(() => hasFocus(row)).toBe(true);
  await page.keyboard.press("Shift+F10");
  await expectVisible(menu);
});

test("who clicks into a field beside a popover writes there at once", async () => {
  const page = await openKit();
  await button(page, "Popover").click();
  await expectVisible(page.getByRole("dialog"));
  const field = page.getByRole("textbox", { name: "With a hint" });
  await field.click();
  await expectGone(page.getByRole("dialog"));
  expect(await hasFocus(field)).toBe(true);
});

test("emoji that do not load say so, and trying again helps", async () => {
  const page = await openKit({ mayComplain: /net::ERR_FAILED/ });
  await page.route(/EmojiPanel/, (route) => route.abort(), { times: 1 });
  await button(page, "Pick an emoji").click();
  await expectVisible(page.getByText("Emoji did not load"));
  await button(page, "Try Again").last().click();
  await expectVisible(page.getByRole("combobox", { name: "Search emoji" }));
});

test("a long press opens the menu as a sheet, and a finger that moves does not", async () => {
  const page = await openKit(phone);
  const row = page.getByRole("group", { name: "Row with a context menu" });
  await row.scrollIntoViewIfNeeded();
  const place = await row.boundingBox();
  if (!place) throw new Error("The row is shown");
  const fingers = await page.context().newCDPSession(page);
  const [x, y] = [place.x + 40, place.y + 20];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: { x: number }[]) =>
    fingers.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map((point) => ({ ...point, y })),
    });
  const sheet = page.getByRole("dialog", { name: "Row" });
  await page.clock.install();

  await touch("touchStart", { x });
  await touch("touchMove", { x: x + 40 });
  await page.clock.runFor(LONG_PRESS_MS);
  await touch("touchEnd");
  expect(await sheet.count()).toBe(0);
  await touch("touchStart", { x });
  await page.clock.runFor(LONG_PRESS_MS);
  await expectVisible(sheet);
  await touch("touchEnd");
  await expectAccessible(page, "sheet");
  await page.getByText("Mute for…").tap();
  await button(page, "1 hour").tap();
  await expectVisible(page.getByText("Muted"));
});

test("a refused form says so at its field, which has the focus, until it is corrected", async () => {
  const page = await openKit();
  const opener = button(page, "Form that is refused");
  await opener.press("Enter");
  await button(page, "Create room").press("Enter");
  const field = page.getByRole("textbox", { name: "Address" });
  await expectSoon(() => hasFocus(field)).toBe(true);
  const note = await field.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${String(note)}"]`).textContent()).toBe(
    "Letters and digits only",
  );
  expect(await page.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe(
    "false",
  );

  await page.keyboard.type("x");
  expect(await field.getAttribute("aria-invalid")).toBe("false");
  await page.keyboard.press("Escape");
  await expectGone(page.getByRole("dialog"));
  await expectSoon(() => hasFocus(opener)).toBe(true);
});

test("a dialog that is confirmed closes when it is done, and gives the focus back", async () => {
  const page = await openKit();
  await button(page, "Confirm").press("Enter");
  await button(page, "Archive conversation").press("Enter");
  await expectVisible(page.getByText("Archived"));
  await expectGone(page.getByRole("dialog"));
  await expectSoon(() => hasFocus(button(page, "Confirm"))).toBe(true);
});

test("the keyboard alone finds an emoji, picks it in a skin, and finds it again", async () => {
  const page = await openKit();
  const opener = button(page, "Pick an emoji");
  const search = page.getByRole("combobox", { name: "Search emoji" });
  const active = () =>
    search.evaluate((field) => {
      const id = field.getAttribute("aria-activedescendant");
      return id && document.getElementById(id)?.getAttribute("aria-label");
    });
  await opener.press("Enter");
  await expectSoon(() => hasFocus(search)).toBe(true);
  await button(page, "Skin tone: none").press("Enter");
  await expectVisible(button(page, "Skin tone: light"));

  await search.focus();
  await page.keyboard.type("waving");
  expect(await active()).toBe("waving hand");
  await page.keyboard.press("Escape");
  expect(await search.inputValue()).toBe("");
  await page.keyboard.type("thumbs");
  expect(await active()).toBe("thumbs up");
  await page.keyboard.press("ArrowRight");
  expect(await active()).toBe("thumbs down");
  await page.keyboard.press("Enter");
  await expectGone(search);
  expect(await page.getByRole("status", { name: "Picked" }).textContent()).toBe("👎🏻");
  await expectSoon(() => hasFocus(opener)).toBe(true);

  await opener.press("Enter");
  await expectVisible(page.getByRole("rowheader", { name: "Recent" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectSoon(() => page.getByRole("status", { name: "Picked" }).textContent()).toBe("👎🏻👎🏻");
});

test("a table is sorted, leafed through and selected by the keyboard, and keeps the focus", async () => {
  const page = await openKit();
  const table = page.getByRole("region", { name: "Members" });
  await table.getByRole("button", { name: "Role" }).press("Enter");
  expect(await table.getByRole("columnheader", { name: "Role" }).getAttribute("aria-sort")).toBe(
    "ascending",
  );
  const next = table.getByRole("button", { name: "Next page" });
  await next.press("Enter");
  await expectVisible(table.getByText("13–24 of 230"));
  expect(await hasFocus(next)).toBe(true);
  await table.getByLabel("State").selectOption("A hundred rows");
  await next.press("Enter");
  await next.press("Enter");
  await expectVisible(table.getByText("201–230 of 230"));

  await table.getByRole("checkbox", { name: "Select all on this page" }).press("Space");
  await expectVisible(table.getByText("30 selected"));
  await table.getByRole("checkbox", { name: "Select Person 230" }).press("Space");
  await expectVisible(table.getByText("29 selected"));
  const isMixed = (box: HTMLElement) => (box as HTMLInputElement).indeterminate;
  expect(
    await table.getByRole("checkbox", { name: "Select all on this page" }).evaluate(isMixed),
  ).toBe(true);
  await button(page, "Clear selection").press("Enter");
  await expectVisible(table.getByRole("searchbox", { name: "Search members" }));
});

test("a table says that it loads, why it could not, and that there is nothing", async () => {
  const page = await openKit();
  const table = page.getByRole("region", { name: "Members" });
  await table.getByLabel("State").selectOption("Loading");
  await expectVisible(table.getByRole("status", { name: "Loading Members" }));
  await table.getByLabel("State").selectOption("Error");
  await table.getByRole("button", { name: "Try Again" }).click();
  await table.getByRole("searchbox").fill("nobody");
  await expectVisible(table.getByText("Nobody of that name"));
  await expectVisible(table.getByText("0–0 of 0"));
});

test("a hundred rows are scrolled without a pause, and are cards on a phone", async () => {
  const page = await openKit(phone);
  const table = page.getByRole("region", { name: "Members" });
  const card = table.getByRole("row").first();
  await expectVisible(card.getByText("Role", { exact: true }));
  await table.getByLabel("State").selectOption("A hundred rows");
  await expectVisible(table.getByText("1–100 of 230"));
  await table.getByLabel("Sort by").selectOption("Sort: Role");
  await expectVisible(card.getByText("Admin"));
  // Once of several times: others on the machine take their turns, too.
  await expectSoon(() => table.getByRole("table").evaluate(scrollThrough)).toEqual([]);
});

/** Runs in the page; milliseconds of each long task meanwhile. */
async function scrollThrough(rows: Element): Promise<number[]> {
  const pausesMs: number[] = [];
  const observer = new PerformanceObserver((list) =>
    pausesMs.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ type: "longtask" });
  const view = rows.parentElement;
  if (!view) throw new Error("The table lies in what scrolls it");
  for (let top = 0; top < view.scrollHeight; top += 200) {
    view.scrollTop = top;
    await new Promise(requestAnimationFrame);
  }
  observer.disconnect();
  return pausesMs;
}

test("tabs are opened by the arrow keys, and the page that is open says so", async () => {
  const page = await openKit();
  await page.getByRole("tab", { name: "By email" }).press("ArrowRight");
  await expectVisible(page.getByRole("tabpanel", { name: "With a link" }));
  const pages = page.getByRole("navigation", { name: "Organization" });
  const general = pages.getByRole("link", { name: "General" });
  await general.press("Enter");
  await expectSoon(() => general.getAttribute("aria-current")).toBe("page");
  await page.getByRole("radio", { name: "Light" }).press("ArrowRight");
  expect(await page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
  const toggle = page.getByRole("switch", { name: "Typing" });
  await toggle.press("Space");
  expect(await toggle.getAttribute("aria-checked")).toBe("false");
});
