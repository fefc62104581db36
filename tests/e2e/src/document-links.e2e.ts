import type { Locator, Page } from "playwright-core";
import { test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const main = (page: Page): Locator => page.getByRole("main");

/** Makes a document on its page, and stays there. */
async function create(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "New document" }).first().press("Enter");
  const field = main(page).getByRole("textbox", { name: "Title" });
  await expectVisible(field.and(page.locator(":focus")));
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("heading", { name: title, level: 1 }));
}

const text = (page: Page): Locator =>
  main(page).getByRole("textbox", { name: "Text of the document" });

/** A link with a password, made in the dialog that shares the document. */
async function makeLink(page: Page, password: string): Promise<string> {
  await main(page).getByRole("button", { name: "Share", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Share / });
  await dialog.getByRole("button", { name: "Create link" }).press("Enter");
  await dialog.getByLabel("Password (optional)").fill(password);
  await dialog.getByRole("button", { name: "Create link" }).press("Enter");
  const link = dialog.getByRole("textbox", { name: "Link", exact: true });
  await expectVisible(link);
  await expectVisible(dialog.getByText("not opened yet · with a password"));
  await expectAccessible(page, "links of a document", "[role=dialog]");
  const made = await link.inputValue();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  return made;
}

test("a document is read by its link and password without an account, until the link is taken back", async () => {
  const olga = await newSession("Olga");
  const page = await stories.enter(olga, "/documents", { mayComplain: connectionComplaints });
  await create(page, "Open plan");
  await expectVisible(text(page).and(page.locator(":focus")));
  await page.keyboard.type("For everybody");
  await expectVisible(main(page).getByText("Saved", { exact: true }));
  const { pathname } = new URL(await makeLink(page, "open sesame"));

  const mayBeRefused = ["openPublicDocument 403", "openPublicDocument 410"] as const;
  const stranger = await stories.openTab({ ...phone, mayBeRefused });
  await stranger.goto(pathname);
  await expectVisible(stranger.getByRole("heading", { name: "This document has a password" }));
  await stranger.getByLabel("Password", { exact: true }).fill("wrong");
  await stranger.keyboard.press("Enter");
  await expectVisible(stranger.getByText("The password is wrong"));
  await stranger.getByLabel("Password", { exact: true }).fill("open sesame");
  await stranger.keyboard.press("Enter");
  await expectVisible(stranger.getByRole("heading", { name: "Open plan" }));
  await expectVisible(stranger.getByText("For everybody"));
  await expectAccessible(stranger, "a document by its link");

  await main(page).getByRole("button", { name: "Share", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Share / });
  await expectVisible(dialog.getByText("opened once · with a password"));
  await dialog.getByRole("button", { name: /^Remove the link of/ }).press("Enter");
  const question = page.getByRole("dialog", { name: "Remove the link?" });
  await question.getByRole("button", { name: "Remove link" }).press("Enter");
  await expectGone(question);
  await stranger.reload();
  await expectVisible(stranger.getByRole("heading", { name: "This link no longer works" }));
});

test("somebody asks to open a document, and whoever leads it answers beside its levels", async () => {
  const slug = `ask-${Date.now()}`;
  const [olga, bob] = [await newSession("Olga", [slug]), await newSession(`Bob ${slug}`, [slug])];
  const hers = await stories.enter(olga, "/documents");
  await create(hers, "Closed plan");
  await expectVisible(text(hers).and(hers.locator(":focus")));
  await hers.keyboard.type(`Ask @Bob ${slug}`);
  await expectVisible(main(hers).getByRole("option", { name: `Bob ${slug}` }));
  await hers.keyboard.press("Enter");
  await expectVisible(hers.getByText(`Bob ${slug} cannot open this document.`));
  await expectVisible(main(hers).getByRole("button", { name: "Let them read" }));
  await expectAccessible(hers, "somebody who is named and cannot read");
  const { pathname } = new URL(hers.url());
  const his = await stories.enter(bob, pathname, { mayBeRefused: ["getDocument 404"] });
  await main(his).getByRole("button", { name: "Ask for access" }).press("Enter");
  const asking = his.getByRole("dialog", { name: "Ask for access" });
  await asking.getByLabel("I would like to").selectOption({ label: "Edit" });
  await expectAccessible(his, "asking for a document", "[role=dialog]");
  await asking.getByRole("button", { name: "Ask", exact: true }).press("Enter");
  await expectVisible(his.getByText(/^Asked\./));

  await main(hers).getByRole("button", { name: "Share", exact: true }).press("Enter");
  const dialog = hers.getByRole("dialog", { name: /^Share / });
  await dialog.getByRole("button", { name: `Approve Bob ${slug}` }).press("Enter");
  const given = dialog.getByRole("list", { name: "With access" });
  await expectVisible(given.getByText(`Bob ${slug}`));
  await his.reload();
  await expectVisible(main(his).getByRole("textbox", { name: "Text of the document" }));
});

test("a document is moved below another one by its menu, and by the mouse", async () => {
  const page = await stories.enter(await newSession("Olga"), "/documents");
  for (const title of ["Top", "Inner", "Other"]) {
    await create(page, title);
    await page.getByRole("link", { name: "Documents" }).first().press("Enter");
  }
  await page.getByRole("button", { name: "Show as a tree" }).press("Enter");
  await page.getByRole("button", { name: "More for Inner" }).press("Enter");
  await page.getByRole("menuitem", { name: "Move…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move Inner" });
  await dialog.getByLabel("Inside of").selectOption({ label: "Top" });
  await expectAccessible(page, "moving a document", "[role=dialog]");
  await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await expectVisible(page.getByRole("button", { name: "Hide documents in Top" }));
  await expectAccessible(page, "documents as a tree");

  const row = (name: string) => main(page).getByRole("listitem").filter({ hasText: name });
  await row("Other").dragTo(row("Inner"));
  await expectVisible(page.getByRole("button", { name: "Hide documents in Inner" }));

  await main(page).getByRole("link", { name: "Inner" }).press("Enter");
  const trail = page.getByRole("navigation", { name: "Where it is" });
  await expectVisible(trail.getByRole("link", { name: "Top" }));
  const below = page.getByRole("navigation", { name: "Inside" });
  await expectVisible(below.getByRole("link", { name: "Other" }));
});
