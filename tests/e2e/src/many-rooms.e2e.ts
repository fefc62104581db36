import { ROOMS_CREATED_DAY } from "@colbin/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { expectSoon } from "./people.ts";
import { startServer, type Server } from "./server.ts";
import { newSession, type Session } from "./sessions.ts";

/* A server of their own: so many rooms would be in the way of the other stories. */

const stories = tellStories();
const roomCount = 240;
const slugs = Array.from({ length: roomCount }, (_, at) => `room-${String(at).padStart(4, "0")}`);
let server: Server;
let alice: Session;

beforeAll(async () => {
  server = await startServer();
  for (let at = 0; at < roomCount; at += ROOMS_CREATED_DAY)
    await newSession("Maker", slugs.slice(at, at + ROOMS_CREATED_DAY), server.url);
  alice = await newSession("Alice", slugs, server.url);
}, 120_000);
afterAll(() => server?.stop());

test("every public room can be reached on the welcome screen, by scrolling and by the keyboard", async () => {
  const page = await stories.enter(await newSession("Bob", [], server.url), "/chat");
  const list = page.getByRole("list", { name: "Public rooms" });
  await expectVisible(list.getByRole("link", { name: /^room-0000/ }));

  await page.getByRole("button", { name: "Show more rooms" }).scrollIntoViewIfNeeded();
  await expectVisible(list.getByRole("link", { name: /^room-0100/ }));
  for (let next = 2; next <= roomCount / 100; next += 1) {
    await page.getByRole("button", { name: "Show more rooms" }).press("Enter");
    const first = Math.min(next * 100, roomCount - 1);
    await list.getByRole("link", { name: new RegExp(`^room-0*${first}`) }).waitFor();
  }

  expect(await list.getByRole("link").count()).toBe(roomCount + 1);
  expect(await page.getByRole("button", { name: "Show more rooms" }).count()).toBe(0);
});

test("of many rooms those in sight are drawn, and Tab goes from one to the next through all of them", async () => {
  const page = await stories.enter(alice, "/chat");
  const rows = page.getByRole("navigation").getByRole("listitem");
  // The list that draws what is in sight comes after the first rows.
  await expectSoon(() => rows.first().getAttribute("aria-setsize")).toBe(String(roomCount));
  expect(await rows.count()).toBeLessThan(roomCount / 2);

  await rows.first().getByRole("link").focus();
  const position = () =>
    page.evaluate(() =>
      document.activeElement?.closest("[aria-posinset]")?.getAttribute("aria-posinset"),
    );
  for (let at = 2; at <= roomCount; at += 1) {
    await page.keyboard.press("Tab");
    // A row that has just come is hidden until its frame is drawn, which nobody is faster than.
    await page.evaluate(() => new Promise((drawn) => void requestAnimationFrame(drawn)));
    if (at % 20 === 0) await expectSoon(position).toBe(String(at));
  }
  await expectSoon(position).toBe(String(roomCount));
  await expectVisible(page.locator(":focus"));
  await page.keyboard.press("Tab");
  await expectVisible(page.getByRole("navigation").getByRole("link", { name: "Browse channels" }));

  // The row with the focus stays, wherever the list is scrolled to.
  await page.keyboard.press("Shift+Tab");
  await expectSoon(position).toBe(String(roomCount));
  await page.getByRole("navigation").hover();
  await page.mouse.wheel(0, -100_000);
  await expectVisible(rows.and(page.locator('[aria-posinset="1"]')));
  await page.keyboard.press("Shift+Tab");
  await expectSoon(position).toBe(String(roomCount - 1));
});

test("the search finds any of many rooms, also on a phone", async () => {
  const page = await stories.enter(alice, "/chat", phone);
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("room-0200");
  await page.getByRole("navigation").getByRole("link", { name: "room-0200" }).click();
  await expectVisible(page.getByRole("heading", { name: "room-0200" }));
});
