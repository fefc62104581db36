import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { log, newRoomSlug } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("somebody who leads a room adds a webhook, and a program writes by it, until it is removed", async () => {
  const slug = newRoomSlug("builds");
  const page = await stories.openTab({ ...phone, as: await newSession("Alice", [slug]) });
  await page.goto(`/chat/${slug}`);
  await page.getByRole("button", { name: "Room details" }).press("Enter");
  await page.getByRole("tab", { name: "Settings" }).press("Enter");
  const section = page.getByRole("region", { name: "Incoming webhooks" });
  await expectVisible(section.getByText("No incoming webhooks yet."));
  await section.getByRole("button", { name: "Add incoming webhook" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add incoming webhook" });
  await dialog.getByLabel("Name").fill("Builds");
  await dialog.getByLabel("Name").press("Enter");
  const url = await dialog.getByRole("textbox", { name: "Address" }).inputValue();
  await expectAccessible(page, "the address of a webhook", "[role=dialog]");
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expectVisible(section.getByText(/^By Alice.*not used yet$/));
  await expectAccessible(page, "webhooks in the settings of a room on a phone");

  const post = (text: string) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text }),
    });
  expect((await post("Build **7** is green")).status).toBe(201);
  await section.getByRole("button", { name: "Remove Builds" }).press("Enter");
  await page.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await expectVisible(section.getByText("No incoming webhooks yet."));
  expect((await post("Late")).status).toBe(404);

  await page.goto(new URL(`/chat/${slug}`, page.url()).href);
  const message = log(page).getByRole("article", { name: /^Builds \(webhook\)/ });
  await expectVisible(message.getByText("Build 7 is green"));
  await expectAccessible(page, "a message of a webhook");
});
