import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, log, newColleague, newRoomSlug, say } from "./people.ts";
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
  expect(await time.innerText()).toBe(new Intl.DateTimeFormat("en-GB", format).format(at));
});
