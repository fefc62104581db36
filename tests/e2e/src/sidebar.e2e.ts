import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, log, newColleague, newRoomSlug, say } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const rooms = (page: Page) => page.getByRole("navigation");
const link = (page: Page, name: string) => rooms(page).getByRole("link", { name });
/** Names in the order in which they stand. */
const order = (page: Page) =>
  rooms(page)
    .locator("a[data-room]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-room")));

async function choose(page: Page, room: string, ...entries: string[]): Promise<void> {
  await link(page, room).click({ button: "right" });
  for (const entry of entries)
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

test("own sections are made, filled by menu, keys and dragging, and are the same in every tab", async () => {
  const [one, two, last] = [newRoomSlug("one"), newRoomSlug("two"), newRoomSlug("last")];
  const session = await newSession("Alice", [last, two, one]);
  const page = await stories.enter(session, "/chat", desk);
  await expectSoon(() => order(page)).toHaveLength(3);
  const asListed = await order(page);
  /** As they stand among the channels: by what was said in them last. */
  const others = (...slugs: string[]) => asListed.filter((slug) => slugs.includes(slug ?? ""));
  const second = await page.context().newPage();
  await second.goto("/chat");
  await expectVisible(link(second, two));

  await choose(page, one, "Move to section", "New section…");
  const dialog = page.getByRole("dialog", { name: "New section…" });
  await dialog.getByLabel("Name of the section").fill("Release 42");
  await expectAccessible(page, "section", "[role=dialog]");
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await expectGone(dialog);
  await expectVisible(rooms(second).getByRole("button", { name: "Release 42", exact: true }));
  await expectSoon(() => order(second)).toEqual([one, ...others(two, last)]);

  // From below its end into it, and on to the first place.
  await link(page, two).focus();
  await page.keyboard.press("Control+Shift+ArrowUp");
  await expectSoon(() => order(second)).toEqual([one, two, last]);
  await expectVisible(page.getByText(`${two}, moved to Release 42, position 2 of 2`));
  await page.keyboard.press("Control+Shift+ArrowUp");
  await expectSoon(() => order(second)).toEqual([two, one, last]);

  await link(page, one).dragTo(link(page, last));
  await expectSoon(() => order(second)).toEqual([two, ...others(one, last)]);
  await page.reload();
  await expectSoon(async () => (await order(page))[0]).toBe(two);

  await page.getByRole("button", { name: "More of Release 42" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete section" }).press("Enter");
  await expectGone(rooms(second).getByRole("button", { name: "Release 42", exact: true }));
});

test("a room is muted and read from its row, and a message is marked as unread, on every device", async () => {
  const slug = newRoomSlug("busy");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const alice = await newSession("Alice", [slug]);
  const page = await stories.enter(alice, "/chat/general", desk);
  const onPhone = await stories.enter(alice, "/chat", phone);
  await say(bob, slug, "First", "Second");
  await expectVisible(link(page, `${slug} 2 unread`));
  await choose(page, slug, "Mark as read");
  await expectGone(link(onPhone, `${slug} 2 unread`));

  await link(page, slug).click();
  await log(page).getByText("Second").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Mark as unread" }).click();
  await expectVisible(link(onPhone, `${slug} 1 unread`));
  await expectVisible(log(page).getByText("New", { exact: true }));
  await choose(page, slug, "Mute for…", "Until I unmute it");
  await expectSoon(() => onPhone.title()).not.toContain("(1)");
  await choose(page, slug, "Unmute");
  await expectSoon(() => onPhone.title()).toContain("(1)");
});

test("people talk directly and in a group, which both find in their sidebar", async () => {
  const slug = newRoomSlug("meeting");
  const session = await newSession("Alice", [slug]);
  const bob = await newColleague("Bob Talker");
  const cy = await newColleague("Cy Talker");
  for (const person of [bob, cy]) await person.rooms.join(slug);
  const username = bob.store.getSnapshot().currentUser?.username ?? "";
  const mayComplain = /status of 404/;
  const page = await stories.enter(session, `/chat/@${username}`, { mayComplain });
  await expectVisible(page.getByRole("heading", { name: "Bob Talker" }));
  expect(bob.store.getSnapshot().order).not.toContainEqual(expect.stringMatching(/^direct/));
  await page.getByRole("textbox", { name: "Message Bob Talker" }).fill("Only for you");
  await page.keyboard.press("Enter");
  const rooming = () => [...bob.store.getSnapshot().subscriptions.values()];
  await expectSoon(() => rooming().find(({ roomType }) => roomType === "direct")?.roomName).toBe(
    "Alice",
  );

  await page.getByRole("button", { name: "Create a group" }).press("Enter");
  const field = page.getByRole("combobox", { name: "To" });
  await field.fill("Bob T");
  await expectVisible(page.getByRole("option", { name: "Bob Talker" }));
  await expectAccessible(page, "new-message");
  await field.press("Enter");
  await field.fill("Cy T");
  await expectVisible(page.getByRole("option", { name: "Cy Talker" }));
  await field.press("Enter");
  await page.getByRole("button", { name: "Open the conversation" }).press("Enter");
  await expectVisible(page.getByRole("heading", { name: "Bob Talker, Cy Talker" }));
  await rooms(page).getByRole("button", { name: "Groups", exact: true }).click();
  await expectVisible(link(page, "Bob Talker, Cy Talker"));

  await page.goto("/chat/@nobody-is-called-that");
  await expectVisible(page.getByText("The conversation did not open"));
});
