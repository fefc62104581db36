import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  composer,
  enterRoom,
  expectFocused,
  expectGone,
  expectSoon,
  log,
  newRoomSlug,
  send,
  shareDialog,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

function shortcuts(page: Page): Locator {
  return page.getByRole("complementary", { name: "Keyboard shortcuts" });
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It has no box");
  return { start: Math.round(box.x), end: Math.round(box.x + box.width) };
}

test("the shortcuts are shown beside a room, and the keys do not disturb who writes", async () => {
  const page = await enterRoom(stories, "Alice", newRoomSlug("keys"), desk);
  await composer(page).press("?");
  expect(await composer(page).inputValue()).toBe("?");
  await page.getByRole("button", { name: /user menu/ }).focus();

  await page.keyboard.press("?");
  await expectVisible(shortcuts(page).getByRole("heading", { name: "In the composer" }));
  const [room, side] = [await boxOf(page.getByRole("main")), await boxOf(shortcuts(page))];
  expect(side.start - room.end).toBe(8);
  await page.keyboard.press("F6");
  await page.keyboard.press("Escape");
  await expectVisible(shortcuts(page));
  await page.keyboard.press("Shift+F6");
  await expectSoon(() =>
    shortcuts(page).evaluate((it) => it.contains(document.activeElement)),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await expectGone(shortcuts(page));
});

test("a second sheet lies over the end of the first where both do not fit, and gives the focus back", async () => {
  const viewport = { width: 1000, height: 800 };
  const page = await stories.enter(await newSession("Alice"), "/chat/general", { viewport });
  const menu = page.getByRole("button", { name: /user menu/ });
  await menu.focus();
  await page.keyboard.press("?");
  await expectVisible(shortcuts(page));
  const [room, side] = [await boxOf(page.getByRole("main")), await boxOf(shortcuts(page))];
  expect(room.end).toBe(1000 - 8);
  expect(side).toEqual({ start: 1000 - 400, end: 1000 });
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expectGone(shortcuts(page));
  await expectFocused(menu);
});

test("a second sheet takes the place of the first on a phone, and there is a way back", async () => {
  const as = await newSession("Alice", ["general"]);
  const page = await stories.enter(as, "/chat", phone);
  await page.getByRole("navigation").getByRole("link", { name: "Browse channels" }).focus();
  await page.keyboard.press("?");
  const main = page.getByRole("main");
  await expectVisible(main.getByRole("heading", { level: 1, name: "Keyboard shortcuts" }));
  expect(await boxOf(main)).toEqual({ start: 0, end: 390 });
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expectVisible(page.getByRole("navigation").getByRole("link", { name: "Browse channels" }));
});

test("the page of the shortcuts is opened by the user menu, and the live channel stays", async () => {
  const slug = newRoomSlug("live");
  const as = await newSession("Alice", [slug]);
  const page = await stories.openTab({ as });
  const channels: string[] = [];
  page.on("websocket", (socket) => {
    channels.push("opened");
    socket.on("close", () => channels.push("closed"));
  });
  await page.goto(`/chat/${slug}`);
  await expectVisible(page.getByText("Connected", { exact: true }));

  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expectVisible(page.getByRole("heading", { level: 1, name: "Keyboard shortcuts" }));
  expect(new URL(page.url()).pathname).toBe("/help/shortcuts");
  expect(await page.title()).toBe("Keyboard shortcuts · Colbin");
  await page.getByRole("navigation").getByRole("link", { name: slug }).click();
  await send(page, "Still live");
  await expectVisible(log(page).getByText("Sent", { exact: true }));

  expect(channels).toEqual(["opened"]);
});

test("keys share a room, go to its composer and to the public rooms", async () => {
  const page = await enterRoom(stories, "Alice", newRoomSlug("acts"));
  await expectVisible(page.getByRole("button", { name: /^Share / }));
  await composer(page).press("Control+Shift+S");
  await shareDialog(page).getByRole("button", { name: "Close" }).hover();
  await expectVisible(page.getByRole("tooltip"));
  await page.keyboard.press("Escape");
  await expectGone(shareDialog(page));
  await composer(page).evaluate((field) => field.blur());

  await page.keyboard.press("Control+Shift+Enter");
  await expectFocused(composer(page));
  await page.keyboard.press("Control+Shift+L");
  await expectVisible(page.getByRole("heading", { name: "Browse channels" }));
});

test("Alt+End goes to the newest message", async () => {
  const page = await enterRoom(stories, "Alice", newRoomSlug("jump"));
  for (let line = 1; line <= 40; line += 1) await send(page, `Line ${line}`);
  await expectVisible(log(page).getByText("Sent", { exact: true }));
  await log(page).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  const jump = page.getByRole("button", { name: "Latest messages" });
  await expectVisible(jump);

  await page.keyboard.press("Alt+End");

  await expectVisible(log(page).getByText("Line 40", { exact: true }));
  await expectGone(jump);
});

test("a tooltip says the keys that do the same", async () => {
  const slug = newRoomSlug("tip");
  const page = await enterRoom(stories, "Alice", slug);
  await page.getByRole("button", { name: `Share ${slug}` }).hover();
  await expectVisible(page.getByRole("tooltip").getByText("Ctrl+Shift+S"));
});
