import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { composer, expectGone, expectSoon, log, newColleague, newRoomSlug, say } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const zone = (page: Page) => page.getByRole("combobox", { name: "Time zone" });

/** Somebody who writes in these rooms. */
async function newWriter(...slugs: string[]) {
  const writer = await newColleague("Olga");
  for (const slug of slugs) await writer.rooms.join(slug);
  await writer.rooms.load();
  return writer;
}

test("a time zone is found by a part of its name, and all times follow it", async () => {
  const slug = newRoomSlug("zones");
  const as = await newSession("Alice", [slug]);
  await say(await newWriter(slug), slug, "What time is it?");
  const page = await stories.openTab({ as });
  await page.goto("/settings/account");
  await zone(page).fill("mars");
  await zone(page).press("Enter");
  await expectVisible(page.getByText("Choose a time zone of the list"));
  expect(await zone(page).inputValue()).toBe("mars");
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page, "a time zone that is none");

  const saved = page.waitForResponse(/\/user\/me$/);
  await zone(page).fill("kathmandu");
  await zone(page).press("Enter");
  await saved;
  await expectGone(page.getByText("Choose a time zone of the list"));

  await page.goto(`/chat/${slug}`);
  const time = log(page).locator("time").first();
  const at = new Date((await time.getAttribute("datetime")) ?? "");
  const format = { timeStyle: "short", timeZone: "Asia/Kathmandu" } as const;
  const there = new Intl.DateTimeFormat("en-GB", format).format(at);
  await expectSoon(() => time.innerText()).toBe(there);
});

test("a cache that is cleared takes nothing along that somebody wrote or needs", async () => {
  const slug = newRoomSlug("cache");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  await composer(page).fill("Not sent yet");
  await page.goto("/settings/appearance");
  await page.getByRole("radio", { name: "Dark" }).click();
  await page.getByRole("radio", { name: "Compact" }).click();
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("button", { name: "Clear cache" }).click();
  const dialog = page.getByRole("dialog", { name: "Clear the cache of this browser?" });
  await expectVisible(dialog.getByText(/messages that are not sent yet, and drafts/));
  await expectAccessible(page, "a cache that is to be cleared", "[role=dialog]");
  await page.addInitScript(countKept);

  await Promise.all([
    page.waitForEvent("load"),
    dialog.getByRole("button", { name: "Clear cache" }).press("Enter"),
  ]);

  await expectSoon(() => page.evaluate(() => (window as { kept?: number }).kept)).toBe(0);
  await expectVisible(page.getByRole("heading", { level: 1, name: "Account" }));
  const { theme, density } = await page.evaluate(() => {
    const { dataset } = document.documentElement;
    return { theme: dataset["theme"], density: dataset["density"] };
  });
  expect({ theme, density }).toEqual({ theme: "dark", density: undefined });
  await page.goto(`/chat/${slug}`);
  await expectSoon(() => composer(page).inputValue()).toBe("Not sent yet");
});

/** Runs in the page, before the app: how many lists of rooms the device has. */
function countKept(): void {
  const opening = indexedDB.open("colbin");
  opening.onsuccess = () => {
    const db = opening.result;
    const counting = db.transaction("lists").objectStore("lists").count();
    counting.onsuccess = () => {
      Object.assign(window, { kept: counting.result });
      db.close();
    };
  };
}

test("a mention makes one sound in all tabs, and none in the room that is looked at", async () => {
  const [here, elsewhere] = ["here", "elsewhere"].map(newRoomSlug) as [string, string];
  const writer = await newWriter(here, elsewhere);
  const context = await stories.openBrowser({ as: await newSession("Alice", [here, elsewhere]) });
  await context.addInitScript(recordSounds);
  const tabs: Page[] = [];
  for (const place of [`/chat/${here}`, "/chat", "/settings/notifications"]) {
    const page = await context.newPage();
    const parts = page.waitForResponse(/ToastView-/);
    await page.goto(place);
    await parts;
    // Browsers let a page sound once somebody has used it.
    await page.keyboard.press("Shift");
    tabs.push(page);
  }
  const [room, rooms, settings] = tabs as [Page, Page, Page];
  const sounds = async () =>
    (await Promise.all(tabs.map((tab) => tab.evaluate(readSounds)))).flat();
  const toggle = settings.getByRole("switch", { name: "Chat sound" });
  const badge = rooms.getByRole("link", { name: new RegExp(`^${elsewhere}`) });

  await say(writer, here, "<@here> Seen");
  await expectVisible(log(room).getByText("Seen"));
  const first = Date.now();
  await say(writer, elsewhere, "<@here> Heard");
  await expectSoon(async () => (await sounds()).length).toBe(1);

  await toggle.press("Space");
  expect(await settings.evaluate(() => localStorage.getItem("chatSoundEnabled"))).toBe("false");
  await expectSoon(() => settings.evaluate(isQuiet)).toBe(true);
  await say(writer, elsewhere, "<@here> Not heard");
  await expectVisible(badge.getByText(/2 (unread|mentions)/));
  await toggle.press("Space");
  await expectSoon(() => settings.evaluate(isQuiet)).toBe(true);
  const second = Date.now();
  await say(writer, elsewhere, "<@here> Heard again");
  await expectSoon(async () => (await sounds()).length).toBe(2);
  const [one = 0, two = 0] = (await sounds()).toSorted((before, after) => before - after);
  expect([one > first, one < second, two > second]).toEqual([true, true, true]);
  // The window loses the focus twice for a moment, then for good: nobody looks at the room any more.
  await room.evaluate(changeFocus, [false, true, false, true]);
  await expectSoon(() => room.evaluate(isInSight)).toBe(true);
  await room.evaluate(changeFocus, [false]);
  await expectSoon(() => room.evaluate(isInSight)).toBe(false);
});

/** Runs in the page. */
function changeFocus(changes: readonly boolean[]): void {
  for (const isFocused of changes) {
    document.hasFocus = () => isFocused;
    window.dispatchEvent(new Event(isFocused ? "focus" : "blur"));
  }
}

/** Runs in the page: do the tabs know of a room that is looked at? */
async function isInSight(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.startsWith("colbin-sight:"));
}

/** Runs in the page: when each sound began, by the clock of the machine. */
function recordSounds(): void {
  const played: number[] = [];
  Object.assign(window, { played });
  window.AudioContext = class extends AudioContext {
    override async resume(): Promise<void> {
      played.push(Date.now());
      await super.resume();
    }
  };
}

function readSounds(): number[] {
  return (window as { played?: number[] }).played ?? [];
}

/** Runs in the page: the pause after the last sound is over. */
async function isQuiet(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.every(({ name }) => name !== "colbin-sound");
}
