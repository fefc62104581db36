import { orderedSubscriptions } from "@colbin/client";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  arrived,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  openMenu,
  say,
  shareDialog,
} from "./people.ts";
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
  await openMenu(link(page, room));
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
  await openMenu(log(page).getByText("Second"));
  await page.getByRole("menuitem", { name: "Mark as unread" }).click();
  await expectVisible(link(onPhone, `${slug} 1 unread`));
  await expectVisible(log(page).getByText("New", { exact: true }));
  await choose(page, slug, "Mute for…", "Until I unmute it");
  await expectVisible(link(onPhone, `${slug} (muted)`));
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
  const mayBeRefused = ["openDirect 404"] as const;
  const page = await stories.enter(session, `/chat/@${username}`, { mayBeRefused });
  await expectVisible(page.getByRole("heading", { name: "Bob Talker" }));
  const known = orderedSubscriptions(bob.store.getSnapshot());
  expect(known.filter(({ roomType }) => roomType === "direct")).toEqual([]);
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
  await expectVisible(page.getByRole("option", { name: "Cy Talker", selected: false }));
  await field.press("ArrowDown");
  await expectVisible(page.getByRole("option", { name: "Cy Talker", selected: true }));
  await field.press("Enter");
  await expectGone(page.getByRole("option"));
  expect(await page.getByText("Nobody found").count()).toBe(0);
  await page.getByRole("button", { name: "Open the conversation" }).press("Enter");
  await expectVisible(page.getByRole("heading", { name: "Bob Talker, Cy Talker" }));
  const groups = rooms(page).getByRole("button", { name: "Groups", exact: true });
  expect(await groups.getAttribute("aria-expanded")).toBe("false");
  await expectVisible(link(page, "Bob Talker, Cy Talker"));

  await page.getByRole("button", { name: "Start a direct message" }).press("Enter");
  await expectGone(link(page, "Bob Talker, Cy Talker"));
  await field.fill("Alice");
  await expectVisible(page.getByRole("option", { name: "Alice (you)", selected: true }));
  await field.press("Enter");
  await expectGone(page.getByRole("option"));
  await field.press("Enter");
  await expectVisible(page.getByText("Only you can read this."));

  await page.goto("/chat/@nobody-is-called-that");
  await expectVisible(page.getByText("The conversation did not open"));
});

test("the row of a room says all that can be done with it, wherever one is", async () => {
  const [kept, left] = [newRoomSlug("kept"), newRoomSlug("left")];
  const bob = await newColleague("Bob");
  for (const slug of [kept, left]) await bob.rooms.join(slug);
  const alice = await newSession("Alice", [kept, left]);
  const page = await stories.enter(alice, `/chat/${kept}`, desk);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const second = await stories.openTab({ ...phone, as: alice });
  await second.goto(`/chat/${kept}`);
  await expectVisible(second.getByRole("heading", { name: kept }));

  await choose(page, left, "Copy link");
  await expectVisible(page.getByText("Link copied"));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/chat/${left}?invitedBy=${alice.userId}`);
  await choose(page, left, "Share room");
  await expectVisible(shareDialog(page).getByRole("img", { name: "QR code of the link" }));
  await page.keyboard.press("Escape");

  await choose(page, left, "Leave conversation");
  await page.getByRole("button", { name: "Leave conversation" }).press("Enter");
  await expectVisible(page.getByText("Left conversation"));
  await expectGone(link(page, left));
  // What was on the screen is there still.
  expect(new URL(page.url()).pathname).toBe(`/chat/${kept}`);

  await choose(page, kept, "Details");
  await expectVisible(page.getByRole("complementary", { name: "Details" }));
  await bob.call("updateRoom", { params: { slug: kept }, body: { title: "Winter release" } });
  for (const tab of [page, second])
    await expectVisible(tab.getByRole("heading", { name: "Winter release" }));
  await expectVisible(link(page, "Winter release"));
  await bob.call("archiveRoom", { params: { slug: kept } });
  for (const tab of [page, second])
    await expectVisible(tab.getByText("Winter release is archived"));
  await expectGone(link(page, "Winter release"));
});

test("a talk of two says how the other one is, and is hidden until it goes on", async () => {
  const slug = newRoomSlug("talkers");
  const alice = await newSession("Alice", [slug]);
  const bob = await newColleague("Bob Talker");
  await bob.rooms.join(slug);
  const { id } = await bob.users.update({ fullName: "Bob Talker" });
  const page = await stories.enter(alice, `/chat/@${id}`, { mayBeRefused: ["openDirect 404"] });
  await expectVisible(page.getByRole("heading", { name: "Bob Talker" }));
  bob.people.noteActive();
  const customStatus = { emoji: "🚆", text: "On the train", expiresAt: null };
  await bob.call("updateMe", { body: { fullName: "Robert Talker", customStatus } });
  await expectVisible(page.getByRole("heading", { name: "Robert Talker" }));
  await expectVisible(page.getByRole("main").getByText("Online · 🚆 On the train"));
  await page.getByRole("textbox", { name: /^Message / }).fill("Only for you");
  await page.keyboard.press("Enter");
  await expectVisible(log(page).getByText(arrived));
  await page.getByRole("button", { name: "Details", exact: true }).press("Enter");
  const details = page.getByRole("complementary", { name: "Details" });
  await expectVisible(details.getByText("Mute this conversation"));
  await expectAccessible(page, "a talk of two");
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expectVisible(log(second).getByText("Only for you"));
  await details.getByRole("button", { name: "Hide conversation" }).press("Enter");
  await expectVisible(page.getByText("Conversation hidden until the next message"));
  await expectVisible(second.getByRole("heading", { name: slug }));
  for (const tab of [page, second]) await expectGone(link(tab, "Robert Talker"));
  const direct = [...bob.store.getSnapshot().subscriptions.values()].find(
    ({ roomType }) => roomType === "direct",
  );
  await say(bob, direct?.sessionRoomSlug ?? "", "Here I am");
  await expectVisible(link(page, "Robert Talker"));
});

test("mute and deafen stay as they were left, on this device alone", async () => {
  const session = await newSession("Alice", ["general"]);
  const page = await stories.enter(session, "/chat/general", desk);
  const second = await page.context().newPage();
  await second.goto("/chat/general");
  const isOn = (tab: Page, name: string) =>
    tab.getByRole("button", { name, exact: true }).getAttribute("aria-pressed");
  await page.getByRole("button", { name: "Deafen", exact: true }).press("Enter");
  await expectSoon(() => isOn(second, "Deafen")).toBe("true");
  await page.reload();
  await expectSoon(() => isOn(page, "Deafen")).toBe("true");
  expect(await isOn(page, "Mute")).toBe("false");
  const elsewhere = await stories.enter(session, "/chat/general", desk);
  expect(await isOn(elsewhere, "Deafen")).toBe("false");
});
