import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, newRoomSlug } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const main = (page: Page): Locator => page.getByRole("main");
const title = (page: Page): Locator => main(page).getByRole("textbox", { name: "Title" });
const text = (page: Page): Locator =>
  main(page).getByRole("textbox", { name: "Text of the document" });
const words = async (page: Page): Promise<string> => (await text(page).textContent()) ?? "";
const focused = (target: Locator): Locator => target.and(target.page().locator(":focus"));
const rows = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

async function expectSaved(page: Page): Promise<void> {
  await expectVisible(main(page).getByText("Saved", { exact: true }));
}

/** Behind all that is there. */
async function writeLine(page: Page, line: string): Promise<void> {
  await text(page).press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(line);
}

async function openDocuments(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Room details" }).press("Enter");
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByRole("tab", { name: "Documents" }).press("Enter");
  return details;
}

/** Opens the dialog, gives this person a level there, and leaves it open. */
async function shareWith(page: Page, name: string, level: string): Promise<Locator> {
  await main(page).getByRole("button", { name: "Share", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Share / });
  await dialog.getByRole("combobox", { name: "To" }).fill(name);
  await expectVisible(dialog.getByRole("option", { name }));
  await page.keyboard.press("Enter");
  await dialog.getByLabel("They may").selectOption({ label: level });
  await dialog.getByRole("button", { name: "Share with 1" }).press("Enter");
  const given = dialog.getByRole("list", { name: "With access" });
  await expectVisible(given.getByText(name));
  return dialog;
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${name}` }).press("Enter");
  await page.getByRole("menuitem", { name: act, exact: true }).press("Enter");
}

test("two people write in a document of their room, without a network too, until one of them may not", async () => {
  const slug = newRoomSlug("plan");
  // Long enough for the narrowest phone to clip it.
  const bobName = `Bob Wolkenstein-Wittgenstein ${slug}`;
  const cut = { mayComplain: connectionComplaints };
  const [one, two] = [await newSession("Alice", [slug]), await newSession(bobName, [slug])];
  const alice = await stories.enter(one, `/chat/${slug}`, cut);
  const bob = await stories.enter(two, `/chat/${slug}`, {
    ...cut,
    mayBeRefused: ["getDocument 404", "getDocumentPlace 404", "listBacklinks 404"],
  });

  const details = await openDocuments(alice);
  await expectVisible(details.getByText("No documents in this room yet"));
  await details.getByRole("button", { name: "New document" }).press("Enter");
  await expectVisible(focused(title(alice)));
  await alice.keyboard.type("Plan of the week");
  await alice.keyboard.press("Enter");
  await expectVisible(focused(text(alice)));
  await alice.keyboard.type("Written by Alice");
  await expectSaved(alice);

  await (await openDocuments(bob)).getByRole("link", { name: "Plan of the week" }).press("Enter");
  await expectSoon(() => words(bob)).toContain("Written by Alice");
  await writeLine(bob, "Written by the other one");
  await expectSoon(() => words(alice)).toContain("Written by the other one");
  await expectVisible(text(alice).getByText(bobName, { exact: true }));
  await expectVisible(alice.getByRole("img", { name: new RegExp(`^Here now: .*${bobName}`) }));
  await expectAccessible(alice, "a document that two people write");

  await expectSaved(bob);
  await bob.context().setOffline(true);
  await expectVisible(main(bob).getByText(/^Offline/));
  await writeLine(bob, "Without a network");
  await expectVisible(main(bob).getByText(/^Offline, \d+ changes wait on this device$/));
  await writeLine(alice, "Meanwhile");
  await expectSaved(alice);
  await bob.context().setOffline(false);
  for (const page of [alice, bob]) {
    await expectSoon(() => words(page)).toContain("Without a network");
    await expectSoon(() => words(page)).toContain("Meanwhile");
    await expectSaved(page);
  }
  await alice.reload();
  await expectSoon(() => words(alice)).toContain("Without a network");

  await loseAccess(alice, bob, bobName);
});

/** Alice lowers the level of Bob, and takes it away, while he has the document open. */
async function loseAccess(alice: Page, bob: Page, bobName: string): Promise<void> {
  const dialog = await shareWith(alice, bobName, "Read");
  await expectAccessible(alice, "sharing a document", "[role=dialog]");
  await dialog.getByRole("switch", { name: "Only these people" }).press("Enter");
  await expectVisible(main(bob).getByText(/^Read only/));
  await expectGone(bob.getByRole("toolbar", { name: "Formatting" }));
  expect(await text(bob).getAttribute("aria-readonly")).toBe("true");
  await dialog.getByRole("button", { name: `Remove ${bobName}` }).press("Enter");
  await expectVisible(main(bob).getByText(/no longer open to you/));
  const saved = bob.waitForEvent("download");
  await main(bob).getByRole("button", { name: "Download a copy" }).press("Enter");
  expect((await saved).suggestedFilename()).toBe("Plan of the week.html");
  expect(await words(bob)).toContain("Without a network");
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await bob.reload();
  await expectVisible(main(bob).getByText("This document is not there"));
}

test("a document is made, named, thrown away and brought back by the keyboard alone", async () => {
  const [first, last] = [newRoomSlug("tides"), newRoomSlug("moons")];
  const alice = await stories.enter(await newSession("Alice"), "/chat");
  const toList = alice
    .getByRole("navigation", { name: "Workspace and rooms" })
    .getByRole("link", { name: "Documents" });
  const find = (name: string) =>
    alice.getByRole("searchbox", { name: "Search documents by title" }).fill(name);
  const show = (scope: string) => alice.getByRole("radio", { name: scope, exact: true }).press(" ");

  await toList.press("Enter");
  await alice.getByRole("button", { name: "New document" }).press("Enter");
  await expectVisible(focused(title(alice)));
  await alice.keyboard.type(first);
  await alice.keyboard.press("Enter");
  await expectVisible(focused(text(alice)));
  await alice.keyboard.type("High at six");
  await alice
    .getByRole("toolbar", { name: "Formatting" })
    .getByRole("button", { name: "Heading 1" })
    .press("Enter");
  await expectVisible(text(alice).getByRole("heading", { name: "High at six", level: 2 }));
  const outline = alice.getByRole("navigation", { name: "Outline" });
  await expectVisible(outline.getByRole("button", { name: "High at six" }));
  await expectSaved(alice);

  await toList.press("Enter");
  await find(first);
  await expectVisible(rows(alice, first).getByRole("cell", { name: "Yours", exact: true }));
  await expectAccessible(alice, "documents");
  await choose(alice, first, "Rename");
  await expectVisible(focused(alice.getByRole("dialog").getByLabel("Title", { exact: true })));
  await alice.keyboard.type(last);
  await alice.keyboard.press("Enter");
  await expectVisible(alice.getByText("No document matches"));
  await find(last);
  await expectVisible(rows(alice, last));
  await choose(alice, last, "Move to trash");
  await expectGone(rows(alice, last));
  await show("Trash");
  await expectVisible(rows(alice, last));
  await choose(alice, last, "Restore");
  await expectGone(rows(alice, last));
  await show("All");
  await rows(alice, last).getByRole("link", { name: last }).press("Enter");
  await expectSoon(() => words(alice)).toBe("High at six");

  // The page ends before the title rests.
  await expectSoon(() => title(alice).inputValue()).toBe(last);
  await title(alice).press("End");
  await alice.keyboard.type(" again");
  await alice.reload();
  await expectSoon(() => title(alice).inputValue()).toBe(`${last} again`);

  await toList.press("Enter");
  await alice.getByRole("button", { name: "New document" }).dblclick();
  await expectVisible(focused(title(alice)));
  await toList.press("Enter");
  await expectVisible(rows(alice, "Untitled"));
  expect(await rows(alice, "Untitled").count()).toBe(1);
});

test("a document is read and written on a phone", async () => {
  const name = newRoomSlug("packing");
  const alice = await stories.enter(await newSession("Alice", ["general"]), "/chat", phone);
  await alice.goto("/documents");
  await alice.getByRole("button", { name: "New document" }).click();
  await title(alice).fill(name);
  await title(alice).press("Enter");
  await expectVisible(focused(text(alice)));
  await alice.keyboard.type("Rope");
  await alice.getByRole("button", { name: "Task list" }).click();
  await text(alice).getByRole("checkbox", { name: "Done: Rope" }).check();
  await expectSaved(alice);
  await expectAccessible(alice, "a document on a phone");

  await alice.getByRole("link", { name: "Back to documents" }).click();
  await expectVisible(alice.getByRole("link", { name }));
  await expectAccessible(alice, "documents on a phone");
  await alice.getByRole("link", { name }).click();
  await expectSoon(() =>
    text(alice).getByRole("checkbox", { name: "Done: Rope" }).isChecked(),
  ).toBe(true);
});

test("versions are named, read beside what changed, and restored", async () => {
  const alice = await stories.enter(await newSession("Alice"), "/documents");
  await alice.getByRole("button", { name: "New document" }).press("Enter");
  await expectVisible(focused(title(alice)));
  await alice.keyboard.type(newRoomSlug("menu"));
  await alice.keyboard.press("Enter");
  await expectVisible(focused(text(alice)));
  await alice.keyboard.type("Soup and bread");
  await expectSaved(alice);

  await alice.getByRole("button", { name: /^More for menu/ }).press("Enter");
  await alice.getByRole("menuitem", { name: "Version history" }).press("Enter");
  const sheet = alice.getByRole("complementary", { name: "Version history" });
  await expectVisible(sheet.getByText("No versions yet"));
  await sheet.getByRole("button", { name: "Name the present text" }).press("Enter");
  await alice.getByRole("dialog").getByLabel("Name").fill("First");
  await alice.keyboard.press("Enter");
  await expectVisible(sheet.getByRole("button", { name: /First/ }));
  await expectAccessible(alice, "versions of a document");

  await writeLine(alice, "Cake");
  await expectSaved(alice);
  await sheet.getByRole("button", { name: /First/ }).press("Enter");
  await sheet.getByRole("radio", { name: "Present text" }).press(" ");
  await expectVisible(sheet.getByRole("deletion").filter({ hasText: "Cake" }));
  await expectAccessible(alice, "a version beside what changed");
  await sheet.getByRole("textbox", { name: "Name of this version" }).fill("Without cake");
  await alice.keyboard.press("Enter");
  await sheet.getByRole("button", { name: "Restore this version" }).press("Enter");
  await alice.getByRole("dialog").getByRole("button", { name: "Restore" }).press("Enter");
  await expectSoon(() => words(alice)).toBe("Soup and bread");
  await expectVisible(sheet.getByRole("button", { name: /Restored/ }));
  await expectVisible(sheet.getByRole("button", { name: /Without cake/ }));

  await alice.setViewportSize({ width: 390, height: 844 });
  const phoneSheet = alice.getByRole("main", { name: "Version history" });
  await phoneSheet.getByRole("button", { name: /Without cake/ }).click();
  await expectVisible(phoneSheet.getByText("Soup and bread"));
  await expectAccessible(alice, "a version on a phone");
});

test("somebody puts a heading, a person and a formula in by keyboard, and pastes markdown", async () => {
  const slug = newRoomSlug("insert");
  const bobName = `Bob ${slug}`;
  const [one] = [await newSession("Alice", [slug]), await newSession(bobName, [slug])];
  const alice = await stories.enter(one, `/chat/${slug}`);
  const details = await openDocuments(alice);
  await details.getByRole("button", { name: "New document" }).press("Enter");
  await expectVisible(focused(title(alice)));
  await alice.keyboard.type("Inserted");
  await alice.keyboard.press("Enter");
  await expectVisible(focused(text(alice)));
  const { keyboard } = alice;

  await keyboard.type("/head");
  const insert = main(alice).getByRole("listbox", { name: "Insert" });
  await expectVisible(insert.getByRole("option", { name: "Heading 2", selected: false }));
  await keyboard.press("ArrowDown");
  await expectVisible(insert.getByRole("option", { name: "Heading 2", selected: true }));
  await expectAccessible(alice, "what can be put into a document");
  await keyboard.press("Enter");
  await keyboard.type("Goals");
  await expectVisible(text(alice).getByRole("heading", { name: "Goals", level: 3 }));

  await keyboard.press("Enter");
  await keyboard.type(`- [ ] write @Bob ${slug.slice(0, 4)}`);
  await expectVisible(
    main(alice)
      .getByRole("listbox", { name: "People and documents" })
      .getByRole("option", { name: bobName }),
  );
  await keyboard.press("Enter");
  await expectVisible(text(alice).getByText(`@${bobName}`));
  await expectVisible(text(alice).getByRole("checkbox"));

  await keyboard.press("Control+End");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("with $x^2$ in it");
  await expectVisible(text(alice).locator("math"));
  for (const _step of " in it ") await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  const source = text(alice).getByRole("textbox", { name: "LaTeX" });
  await expectVisible(focused(source));
  await source.fill("z^3");
  await keyboard.press("Enter");
  await expectVisible(text(alice).locator("math", { hasText: "z3" }));
  await keyboard.press("Control+End");
  await keyboard.press("Enter");
  await keyboard.type("/nothing");
  await expectGone(insert);
  await keyboard.press("Control+a");
  await text(alice).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "## Pasted\n\n- one\n- two");
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expectVisible(text(alice).getByRole("heading", { name: "Pasted", level: 2 }));
  await expectVisible(text(alice).getByRole("listitem").filter({ hasText: "two" }));
  await expectSaved(alice);
});
