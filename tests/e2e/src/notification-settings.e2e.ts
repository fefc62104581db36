import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectSoon, newRoomSlug, say, newColleague } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const idOfUser = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem("user") ?? "{}") as { id?: string }).id);
const icon = (page: Page) => page.locator("link[rel=icon]").getAttribute("href");

test("what reaches somebody is chosen by the keyboard, and their pause is seen in a talk", async () => {
  const slug = newRoomSlug("quiet");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  await page.goto("/settings/notifications");
  await expectVisible(page.getByText("Right now notifications come as they happen."));
  for (const [place, { viewport }] of Object.entries({ "on a phone": phone, "on a desk": desk })) {
    await page.setViewportSize(viewport);
    await expectAccessible(page, `notification settings ${place}`);
  }

  const mail = page.getByRole("checkbox", { name: "Replies in threads you follow: Mail" });
  await mail.press("Space");
  await expectVisible(button(page, "Back to the defaults"));
  await page.getByRole("switch", { name: "Notifications by email" }).press("Space");
  await expectVisible(page.getByRole("columnheader", { name: "Mail switched off" }));
  const level = page.getByRole("combobox", { name: `${slug}: notify me of` });
  await level.selectOption("Nothing");
  await expectSoon(() => level.isEnabled()).toBe(true);

  const modes = page.getByRole("radiogroup", { name: "When" });
  await modes.getByRole("radio", { name: "Off" }).focus();
  for (const mode of ["Weekdays", "Weekends", "Every day", "Custom"]) {
    await page.keyboard.press("ArrowRight");
    expect(await modes.getByRole("radio", { name: mode }).isChecked()).toBe(true);
  }
  await button(page, /^Monday: remove/).press("Enter");
  await expectVisible(page.getByRole("listitem").filter({ hasText: "MondayNot quiet" }));
  await page.getByLabel("Saturday, quiet from").fill("00:00");
  await page.getByLabel("Saturday, quiet until").fill("00:00");
  const save = button(page, "Save");
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await page
    .getByRole("switch", { name: "The same time twice means the whole day" })
    .press("Space");
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page, "quiet hours of one's own on a phone");
  await page.setViewportSize(desk.viewport);
  await save.press("Enter");
  await expectVisible(page.getByText("Saved", { exact: true }));

  await button(page, "Until…").press("Enter");
  const question = page.getByRole("dialog", { name: "Pause notifications" });
  await question.getByRole("radio", { name: "2 hours" }).press("Space");
  await question.getByRole("button", { name: "Pause" }).press("Enter");
  await expectVisible(page.getByText(/^Paused until/));

  await page.reload();
  await expectVisible(page.getByText(/^It is quiet until/));
  const saved = {
    mail: await mail.isChecked(),
    mode: await modes.getByRole("radio", { name: "Custom" }).isChecked(),
    level: await level.inputValue(),
  };
  expect(saved).toEqual({ mail: true, mode: true, level: "none" });

  const bob = await stories.enter(await newSession("Bob", [slug]), `/chat/${slug}`);
  await bob.goto(`/chat/@${await idOfUser(page)}`);
  await expectVisible(bob.getByText(/^Notifications paused until .* without a sound\.$/));
  await button(page, /user menu/).press("Enter");
  await page.getByRole("menuitem", { name: "End the pause" }).press("Enter");
  await expectVisible(button(page, "2 hours"));
});

test("a test comes at once, and a sound, the title and the icon are as chosen", async () => {
  const slug = newRoomSlug("marks");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  await page.goto("/settings/notifications");
  await button(page, "Send me a test").press("Enter");
  await expectVisible(page.getByText("A test is on its way: In app and Mail."));
  await button(page, "Notifications, 1 unread").press("Enter");
  await expectVisible(page.getByText("A test of your notifications"));
  await page.keyboard.press("Escape");

  await page.getByRole("combobox", { name: "Sound of messages" }).selectOption("Glass");
  await button(page, "Play Glass").press("Enter");
  expect(await page.evaluate(() => localStorage.getItem("messageSound"))).toBe("glass");
  expect(await icon(page)).toBe("/favicon.svg");
  const colleague = await newColleague("Bob");
  await colleague.rooms.join(slug);
  await say(colleague, slug, "Anybody?");
  await expectSoon(() => icon(page)).toBe("/favicon-unread.svg");
  await expectSoon(() => page.title()).toMatch(/^\(1\) /);
  await page.getByRole("switch", { name: "Dot on the icon" }).press("Space");
  await page.getByRole("switch", { name: "Count in the title" }).press("Space");
  await expectSoon(() => icon(page)).toBe("/favicon.svg");
  await expectSoon(() => page.title()).toMatch(/^Notifications/);
});
