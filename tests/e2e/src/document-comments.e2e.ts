import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, newRoomSlug } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const main = (page: Page): Locator => page.getByRole("main");
const text = (page: Page): Locator => page.getByRole("textbox", { name: "Text of the document" });
const comments = (page: Page): Locator => page.getByRole("complementary", { name: "Comments" });

const focused = (target: Locator): Locator => target.and(target.page().locator(":focus"));

/** A document of the room, with the caret in its text. */
async function beginDocument(page: Page, slug: string): Promise<void> {
  await page.goto(`/chat/${slug}?side=details:documents`);
  await page.getByRole("button", { name: "New document" }).click();
  await expectVisible(focused(main(page).getByRole("textbox", { name: "Title" })));
  await page.keyboard.type("Packing");
  await page.keyboard.press("Enter");
  await expectVisible(focused(text(page)));
  // The heading has the title once it is saved: others find the document by it.
  await expectVisible(main(page).getByRole("heading", { name: "Packing", exact: true }));
}

async function openFirst(page: Page, slug: string): Promise<void> {
  await page.goto(`/chat/${slug}?side=details:documents`);
  await page.getByRole("link", { name: "Packing" }).click();
}

test("two people talk about a part of a document, and its text stays as it is", async () => {
  const slug = newRoomSlug("tour");
  // Long enough for the narrowest phone to clip it.
  const bobName = `Bob Wolkenstein-Wittgenstein ${slug}`;
  const [one, two] = [await newSession("Alice", [slug]), await newSession(bobName, [slug])];
  const alice = await stories.enter(one, "/chat");
  await beginDocument(alice, slug);
  await alice.keyboard.type("Rope and tent");
  await expectVisible(main(alice).getByText("Saved", { exact: true }));

  const bob = await stories.enter(two, "/chat");
  await openFirst(bob, slug);
  await expectVisible(text(bob).getByText("Rope and tent"));
  await text(bob).press("Control+End");
  for (const _ of "tent") await bob.keyboard.press("Shift+ArrowLeft");
  await bob.keyboard.press("Control+Alt+m");
  const field = comments(bob).getByRole("textbox", { name: "Your comment" });
  await expectVisible(focused(field));
  await bob.keyboard.type("Which one?");
  await bob.keyboard.press("Control+Enter");
  await expectVisible(comments(bob).getByText("Which one?"));
  await expectAccessible(bob, "comments");
  const more = comments(bob).getByRole("button", { name: `More for the comment by ${bobName}` });
  await more.press("Enter");
  await bob.getByRole("menuitem", { name: "Edit" }).press("Enter");
  await expectVisible(focused(comments(bob).getByRole("textbox", { name: "Your comment" }).nth(1)));
  await bob.keyboard.press("Control+A");
  await bob.keyboard.type("Which tent?");
  await bob.keyboard.press("Control+Enter");
  await expectVisible(comments(bob).getByText("Which tent?"));
  await expectVisible(focused(more));

  await text(alice).locator(".document-comment", { hasText: "tent" }).click();
  const thread = comments(alice).getByRole("region", { name: `Comment by ${bobName}` });
  await expectVisible(thread.getByText("Which tent?"));
  await thread.getByRole("textbox", { name: `Reply to ${bobName}` }).fill("The small one");
  await thread.getByRole("button", { name: "Reply", exact: true }).click();
  await expectVisible(comments(bob).getByText("The small one"));

  await text(alice).press("Control+End");
  for (const _ of "tent") await alice.keyboard.press("Backspace");
  await expectVisible(comments(bob).getByText("This text is not in the document any more"));
  await comments(bob).getByRole("button", { name: "Resolve" }).press("Enter");
  await expectVisible(comments(bob).getByText("No open comments"));
  await expectGone(comments(alice).getByText("Which tent?"));
  await comments(alice).getByRole("radio", { name: "Resolved" }).press(" ");
  await expectVisible(comments(alice).getByText(`Resolved by ${bobName}`));
});

test("somebody who may only comment suggests a change, and a writer accepts it", async () => {
  const slug = newRoomSlug("hike");
  const bobName = `Bob ${slug}`;
  const [one, two] = [await newSession("Alice", [slug]), await newSession(bobName, [slug])];
  const alice = await stories.enter(one, "/documents");
  await main(alice).getByRole("button", { name: "New document" }).first().click();
  await expectVisible(focused(main(alice).getByRole("textbox", { name: "Title" })));
  await alice.keyboard.type("Packing");
  await alice.keyboard.press("Enter");
  await expectVisible(focused(text(alice)));
  await alice.keyboard.type("Rope and tent");
  await expectVisible(main(alice).getByText("Saved", { exact: true }));
  await main(alice).getByRole("button", { name: "Share", exact: true }).click();
  const dialog = alice.getByRole("dialog", { name: /^Share / });
  await dialog.getByRole("combobox", { name: "To" }).fill(bobName);
  await expectVisible(dialog.getByRole("option", { name: bobName }));
  await alice.keyboard.press("Enter");
  await dialog.getByLabel("They may").selectOption({ label: "Comment" });
  await dialog.getByRole("button", { name: "Share with 1" }).click();
  await expectVisible(dialog.getByRole("list", { name: "With access" }).getByText(bobName));
  await alice.keyboard.press("Escape");

  const bob = await stories.enter(two, "/chat", phone);
  await bob.goto(new URL(alice.url()).pathname);
  await text(bob).getByText("Rope and tent").selectText();
  await main(bob).getByRole("button", { name: "Suggest a change" }).click();
  const field = bob.getByRole("textbox", { name: "New text" });
  await expectVisible(focused(field));
  expect(await field.inputValue()).toBe("Rope and tent");
  await field.fill("Rope and small tent");
  await expectAccessible(bob, "a suggestion on a phone");
  await bob.keyboard.press("Control+Enter");
  await expectVisible(bob.getByRole("button", { name: "Withdraw" }));
  await expectVisible(focused(bob.getByRole("textbox", { name: "Your comment" })));

  await text(alice).locator(".document-comment").click();
  const thread = comments(alice).getByRole("region", { name: `Comment by ${bobName}` });
  await expectVisible(thread.getByRole("insertion").getByText("Rope and small tent"));
  await expectAccessible(alice, "a suggestion");
  await thread.getByRole("button", { name: "Accept" }).press("Enter");
  await expectVisible(text(alice).getByText("Rope and small tent"));
  await expectVisible(comments(alice).getByText("No open comments"));
  await expectGone(bob.getByRole("button", { name: "Withdraw" }));
  await comments(alice).getByRole("radio", { name: "Resolved" }).press(" ");
  await expectVisible(comments(alice).getByText("Accepted by Alice"));
});

test("a comment is read on a phone from the notification of it", async () => {
  const slug = newRoomSlug("walk");
  const bobName = `Bob ${slug}`;
  const [one, two] = [await newSession("Alice", [slug]), await newSession(bobName, [slug])];
  const alice = await stories.enter(one, "/chat", phone);
  await beginDocument(alice, slug);
  await alice.goto("/activity");

  const bob = await stories.enter(two, "/chat");
  await openFirst(bob, slug);
  await main(bob).getByRole("button", { name: "Comments" }).click();
  await comments(bob).getByRole("textbox", { name: "Your comment" }).fill("Take water");
  await comments(bob).getByRole("button", { name: "Comment", exact: true }).click();

  await alice.getByText(`${bobName} commented on Packing`).click();
  await expectVisible(main(alice).getByRole("heading", { name: "Comments" }));
  await expectVisible(main(alice).getByText("Take water"));
  await expectAccessible(alice, "comments on a phone");
});
