import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { composer, enterRoom, expectGone, log, newColleague, newRoomSlug } from "./people.ts";
import { newSession } from "./sessions.ts";

/* Messages that are written for later. */

const stories = tellStories();

const dialog = (page: Page, name: RegExp | string) => page.getByRole("dialog", { name });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: "Schedule message" }).click();
  await expectVisible(dialog(page, "Schedule message"));
}

/** A file is pasted while nothing that takes text has the focus. */
async function pasteFile(page: Page, name: string): Promise<void> {
  await page.locator("body").evaluate((body, fileName) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["at nine"], fileName));
    body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, name);
  const tray = page.getByRole("list", { name: "Files of this message" });
  await expectVisible(tray.getByText(name));
}

test("a message is scheduled, changed on its page, and sent from there with its mention and file", async () => {
  const slug = newRoomSlug("later");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await composer(alice).pressSequentially("The switch is at nine, @bo");
  await expectVisible(alice.getByRole("option", { name: /^Bob/ }));
  await composer(alice).press("Enter");
  await pasteFile(alice, "switch.bin");
  await openDialog(alice);
  await expectVisible(dialog(alice, "Schedule message").getByText("1 file", { exact: true }));
  await expectAccessible(alice, "schedule dialog", "[role=dialog]");
  await alice.getByRole("button", { name: /^Schedule for / }).click();
  await expectGone(dialog(alice, "Schedule message"));
  expect(await composer(alice).inputValue()).toBe("");
  await expectVisible(alice.getByText(/^1 scheduled message, the next /));
  await expectGone(log(alice).getByText("The switch is at nine"));

  await alice.getByRole("link", { name: "Show" }).click();
  const item = alice.getByRole("article", { name: new RegExp(slug) });
  await expectVisible(item.getByText("The switch is at nine, @Bob"));
  await expectVisible(item.getByText("1 file", { exact: true }));
  await expectAccessible(alice, "scheduled messages");
  await item.getByRole("button", { name: /^Edit/ }).click();
  const text = dialog(alice, /^Scheduled message to/).getByRole("textbox", { name: "Message" });
  expect(await text.inputValue()).toBe("The switch is at nine, @Bob");
  await text.fill("The switch is at ten, @Bob");
  await alice.getByRole("button", { name: "Save" }).click();
  await expectVisible(item.getByText("The switch is at ten, @Bob"));
  await item.getByRole("button", { name: /^Send now/ }).dblclick();
  await expectVisible(alice.getByText("No scheduled messages"));
  await item.getByRole("link").waitFor({ state: "detached" });
  await alice.goBack();
  const sent = log(alice).getByRole("article").filter({ hasText: "The switch is at ten" });
  await expectVisible(sent.getByRole("button", { name: "@Bob" }));
  await expectVisible(sent.getByRole("link", { name: "Download switch.bin" }));
  await expectGone(alice.getByText(/scheduled message/));
});

test("on a phone, a text that was not scheduled stays where it was written", async () => {
  const slug = newRoomSlug("later");
  const alice = await stories.openTab({
    ...phone,
    as: await newSession("Alice", [slug]),
    mayBeRefused: ["scheduleMessage 409"],
  });
  await alice.goto(`/chat/${slug}`);
  for (const name of ["Bob", "Cleo", "Dora", "Emil"])
    await (await newColleague(name)).rooms.join(slug);
  await composer(alice).fill("/mute 1h");
  await alice.getByRole("button", { name: "More ways to send" }).click();
  await alice.getByRole("menuitem", { name: "Schedule message" }).click();
  await expectVisible(alice.getByText("/mute is done at once: it cannot be scheduled."));
  // What it says and whom it mentions is known before its time is asked for.
  await composer(alice).fill("");
  await composer(alice).pressSequentially("/shrug @al");
  await expectVisible(alice.getByRole("option", { name: /^@all/ }));
  await composer(alice).press("Enter");
  await composer(alice).pressSequentially("Cake at four.");
  await alice.getByRole("button", { name: "More ways to send" }).click();
  await alice.getByRole("menuitem", { name: "Schedule message" }).click();
  const question = dialog(alice, "Notify everybody?");
  await expectVisible(question);
  // A mention and the words for it are the same: these may come while the person is asked.
  await alice.locator("textarea").evaluate((field: HTMLTextAreaElement) => {
    field.setRangeText("<@all>", "/shrug ".length, "/shrug @all".length);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await question.getByRole("button", { name: "Send" }).press("Enter");
  await expectVisible(dialog(alice, "Schedule message").getByText(/Cake at four\. ¯/));
  const body = {
    code: "SCHEDULE_LIMIT_REACHED",
    message: "You have too many scheduled messages",
    status: 409,
    details: {},
  };
  await alice.route(/scheduled-messages$/, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 409, json: body })
      : route.continue(),
  );
  await alice.getByRole("button", { name: /^Schedule for / }).click();
  await expectVisible(dialog(alice, "Schedule message").getByText(/too many scheduled messages/));
  await expectAccessible(alice, "schedule dialog on a phone", "[role=dialog]");
  await alice.getByRole("button", { name: "Cancel" }).click();
  expect(await composer(alice).inputValue()).toMatch(/^\/shrug <?@all>? Cake at four\.$/);

  // An edit that mentions everybody asks as well.
  await composer(alice).fill("Cake");
  await composer(alice).press("Enter");
  await expectVisible(log(alice).getByText("Cake"));
  await composer(alice).press("ArrowUp");
  const field = alice.getByRole("textbox", { name: "Edit message" });
  await field.fill("Cake for <@all>");
  await field.press("Enter");
  await question.getByRole("button", { name: "Send" }).press("Enter");
  await expectVisible(log(alice).getByText("@all"));
});
