import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  composer,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test("a phone shows the rooms or one room, and the way between them", async () => {
  const slug = newRoomSlug("phone");
  const page = await stories.enter(await newSession("Alice", ["general"]), "/chat", phone);
  await expectNoSidewaysScroll(page);
  const rooms = page.getByRole("searchbox", { name: "Search rooms" });
  await expectVisible(rooms);

  await page.getByRole("button", { name: "Create New Chat Room" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(slug);
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Skip" }).click();
  await expectGone(rooms);
  await send(page, `A long address: https://example.org/${"a".repeat(200)}`);
  await expectVisible(log(page).getByText("Sent", { exact: true }));
  await expectNoSidewaysScroll(page);
  const field = await composer(page).boundingBox();
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(844);

  await page.getByRole("link", { name: "Back to rooms" }).click();
  await expectVisible(rooms);
  await page.getByRole("link", { name: slug }).click();
  await expectVisible(log(page).getByText("A long address"));
  await page.goBack();
  await expectVisible(rooms);
});

test("fingers find targets of 44 pixels", async () => {
  const page = await stories.enter(await newSession("Alice", ["general"]), "/chat", phone);
  for (const target of [
    page.getByRole("navigation").getByRole("link", { name: "Browse channels" }),
    page.getByRole("button", { name: /user menu/ }),
  ])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test("the first thing that a new person sees on a phone is what there is to join", async () => {
  const page = await stories.openTab({ ...phone, as: await newSession("Alice") });
  await page.goto("/chat");
  await expectVisible(page.getByRole("heading", { name: "Select a room to start chatting" }));
  await expectVisible(page.getByRole("list", { name: "Public rooms" }));

  await page.getByRole("link", { name: "Back to rooms" }).click();
  await expectVisible(page.getByRole("button", { name: /user menu/ }));
  await page.getByRole("navigation").getByRole("link", { name: "Browse channels" }).click();
  await expectVisible(page.getByRole("button", { name: /^Join / }));
});

/** The browser stands at the entry of so many surfaces over the page, as after each of its steps. */
async function expectLayers(page: Page, count: number): Promise<void> {
  const layers = () =>
    page.evaluate(() => (history.state as { readonly layer?: number } | null)?.layer ?? 0);
  await expectSoon(layers).toBe(count);
}

/** The browser of a busy machine takes its time for the next step between its entries. */
async function stepLate(): Promise<void> {
  const step = history.go.bind(history);
  await new Promise((resolve) => {
    history.go = (entries) => {
      history.go = step;
      window.addEventListener("popstate", resolve, { once: true });
      setTimeout(step, 1500, entries);
    };
  });
}

test("on a phone the way back closes what lies on top of a room, one after the other", async () => {
  const slug = newRoomSlug("layers");
  const alice = await newSession("Alice", [slug]);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const page = await stories.enter(alice, "/chat", phone);
  await page.getByRole("link", { name: slug }).tap();
  await page.getByRole("button", { name: "Room details" }).tap();
  const details = page.getByRole("main", { name: "Details" });
  await details.getByRole("tab", { name: /^Members/ }).tap();
  const more = details.getByRole("button", { name: "More for Bob" });
  const menu = page.getByRole("menu");
  const dialog = page.getByRole("dialog", { name: "Remove Bob?" });

  await more.tap();
  await expectVisible(menu);
  await page.goBack();
  await expectGone(menu);
  await more.tap();
  await expectVisible(menu);
  await expectLayers(page, 1);
  const late = page.evaluate(stepLate);
  await menu.getByRole("menuitem", { name: "Remove from room" }).tap();
  await dialog.getByLabel("Reason").fill("Another team");
  await late;
  await expectLayers(page, 1);
  await expectVisible(dialog);
  await page.goBack();
  await expectGone(dialog);
  await expectVisible(more);
  await page.goForward();
  await expectLayers(page, 0);
  await expectVisible(more);
  await page.goBack();
  await expectGone(details);
  await expectVisible(composer(page));
  await page.goBack();

  await page.getByRole("button", { name: /user menu/ }).tap();
  await page.getByRole("menuitem", { name: "Set a status" }).tap();
  const status = page.getByRole("dialog", { name: "Set a status" });
  await status.getByRole("button", { name: "Choose an emoji" }).tap();
  const emoji = page.getByRole("dialog", { name: "Choose an emoji" });
  await expectVisible(emoji);
  await expectLayers(page, 2);
  await page.goBack();
  await expectGone(emoji);
  await page.goBack();
  await expectGone(status);
  await expectVisible(page.getByRole("button", { name: /user menu/ }));
});
