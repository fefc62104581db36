import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  expectGone,
  expectSoon,
  idOf,
  log,
  longPress,
  newColleague,
  newRoomSlug,
  say,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const message = (page: Page, text: string) =>
  log(page).getByRole("article").filter({ hasText: text });
const rows = (page: Page) => page.getByRole("list", { name: "Messages" }).getByRole("listitem");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A room in which Bob has said this; Alice sees it. */
async function aScene(text: string) {
  const slug = newRoomSlug("later");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, text);
  return { slug, bob, alice: await newSession("Alice", [slug]) };
}

test("a message is saved by a key, waits in Later on every tab, and is done there", async () => {
  const { slug, bob, alice } = await aScene("Batch 14 of 16");
  const page = await stories.enter(alice, `/chat/${slug}`);
  await expectVisible(message(page, "Batch 14"));
  const other = await page.context().newPage();
  await other.goto("/chat/later");
  await expectVisible(other.getByText("Nothing for later"));
  await expectVisible(other.getByText("Saved messages will appear here"));

  await message(page, "Batch 14").focus();
  await page.keyboard.press("s");
  await expectVisible(message(page, "Batch 14").getByText("Saved", { exact: true }));
  await expectVisible(rows(other).getByText("Batch 14 of 16"));
  await button(other, "Note").click();
  await other.getByRole("textbox", { name: "Note" }).fill("Ask Nora");
  await other.keyboard.press("Enter");
  await expectVisible(rows(other).getByText("Ask Nora"));
  // The sidebar of the first tab names it by the note.
  await expectVisible(page.getByRole("navigation").getByRole("link", { name: "Ask Nora" }));
  await expectAccessible(other, "Later");
  await rows(other).getByRole("link", { name: "Batch 14 of 16" }).click();
  await expectVisible(message(other, "Batch 14"));

  await page.getByRole("navigation").getByRole("link", { name: "All of Later" }).click();
  await page.getByRole("checkbox", { name: /^Done: Ask Nora/ }).press("Space");
  await expectVisible(page.getByText("Nothing for later"));
  await page.getByRole("tab", { name: "Done" }).click();
  await expectVisible(rows(page).getByText("Batch 14 of 16"));
  const { messages } = await bob.call("listMessages", { params: { slug }, query: {} });
  for (const { id } of messages.filter(({ content }) => content.startsWith("Batch")))
    await bob.messages.remove(idOf(bob, slug), id);
  await expectVisible(rows(page).getByText("Message deleted"));
  await expectGone(rows(page).getByText("Batch 14 of 16"));
  await expectAccessible(page, "Later with a deleted message");
  await button(page, "Remove from Later").click();
  await expectVisible(page.getByText("Nothing done yet"));
});

test("on a phone somebody is to be reminded of a message, and of a note at a time of their own", async () => {
  const { slug, alice } = await aScene("The switch is on Wednesday");
  const page = await stories.openTab({ ...phone, as: alice });
  await page.goto(`/chat/${slug}`);
  await expectVisible(message(page, "The switch"));
  const sheet = page.getByRole("dialog", { name: "Message actions" });
  await longPress(message(page, "The switch"), sheet);
  await sheet.getByRole("button", { name: "Remind me" }).tap();
  const dialog = page.getByRole("dialog", { name: "Remind me" });
  await dialog.getByRole("radio", { name: /^Tomorrow morning/ }).check({ force: true });
  await dialog.getByLabel("Repeat").selectOption("Every day");
  await dialog.getByLabel("What to do then").fill("Be there");
  await expectAccessible(page, "a dialog of a reminder", "[role=dialog]");
  await button(page, "Remind me").click();
  await expectGone(dialog);
  await expectVisible(message(page, "The switch").getByText(/^Saved, due /));
  await longPress(message(page, "The switch"), sheet);
  await sheet.getByRole("button", { name: "Remind me" }).tap();
  const tomorrow = dialog.getByRole("radio", { name: /^Tomorrow morning/ });
  await expectSoon(() => tomorrow.isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await expectGone(dialog);

  await page.goto("/chat/later");
  await expectVisible(rows(page).getByText(/^Due /));
  // Another time leaves the rest of a reminder as it was.
  await button(page, "Remind me").click();
  await expectSoon(() => dialog.getByLabel("What to do then").inputValue()).toBe("Be there");
  expect(await dialog.getByLabel("Repeat").inputValue()).toBe("daily");
  await page.keyboard.press("Escape");
  await expectGone(dialog);
  await button(page, "New reminder").click();
  const own = page.getByRole("dialog", { name: "New reminder" });
  await own.getByLabel("What to do then").fill("Water the plants");
  await own.getByRole("radio", { name: "Own time" }).check({ force: true });
  await own.getByLabel("Day", { exact: true }).fill("2020-01-01");
  await expectVisible(own.getByText(/^Choose a time between /));
  expect(await button(page, "Remind me").isDisabled()).toBe(true);
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await own.getByLabel("Day", { exact: true }).fill(inAWeek);
  await button(page, "Remind me").click();
  await expectGone(own);
  const reminders = page.getByRole("list", { name: "Reminders" });
  await expectVisible(reminders.getByText("Water the plants"));
  await expectAccessible(page, "Later on a phone");
  await reminders.getByRole("button", { name: "Delete reminder" }).click();
  await expectGone(reminders);
  await expectSoon(() => rows(page).count()).toBe(1);
});
