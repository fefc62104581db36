import { orderedSubscriptions } from "@colbin/client";
import type { ChatClient } from "@colbin/client";
import { ROOMS_CREATED_DAY } from "@colbin/protocol";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, tellStories } from "./browser.ts";
import {
  composer,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  say,
  shareDialog,
} from "./people.ts";
import { closedRoom } from "./refusals.ts";
import { newMember, newSession } from "./sessions.ts";

const stories = tellStories();

/** Rooms that may not be read, or are not there any more, are part of these stories. */
const refused = { mayBeRefused: closedRoom };
const layer = "[role=dialog]";
const path = (page: Page) => new URL(page.url()).pathname;
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
const inSidebar = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name });

async function openMenu(page: Page, room: string, act: string): Promise<void> {
  await page.getByRole("button", { name: `More about ${room}` }).press("Enter");
  await page.getByRole("menuitem", { name: act }).press("Enter");
}

/** Of Olga, who leads it. */
async function newRoom(olga: ChatClient, privacy: "public" | "protected" | "private") {
  const title = newRoomSlug(privacy);
  const description = "Everything for the winter";
  const { sessionRoomSlug } = await olga.call("createRoom", {
    body: { title, description, privacy },
  });
  await olga.rooms.load();
  return { title, slug: sessionRoomSlug };
}

test("a room is made, archived, taken back, deleted and restored, in every tab of its people", async () => {
  const alice = await stories.enter(await newSession("Alice"), "/channels", refused);
  const second = await alice.context().newPage();
  await second.goto("/chat");
  await expectVisible(alice.getByRole("table", { name: "Channels" }));
  await expectAccessible(alice, "channels");

  await alice
    .getByRole("main")
    .getByRole("button", { name: "Create New Chat Room" })
    .press("Enter");
  const dialog = alice.getByRole("dialog", { name: "Create New Chat Room" });
  const create = dialog.getByRole("button", { name: "Create" });
  const title = `Ünder Way ${newRoomSlug("x")}`;
  expect(await create.isDisabled()).toBe(true);
  await dialog.getByLabel("Name").fill(title);
  await expectVisible(dialog.getByText(/^Address \/chat\/under-way-/));
  await dialog.getByLabel("Description").fill("What comes next");
  await dialog.getByRole("radio", { name: "Public" }).press("ArrowDown");
  expect(await dialog.getByRole("radio", { name: "Protected" }).isChecked()).toBe(true);
  await expectAccessible(alice, "a room being made", layer);
  await create.press("Enter");
  await expectVisible(alice.getByText(`Created room: ${title}`));
  await expectVisible(alice.getByRole("dialog", { name: `Add people to ${title}` }));
  await expectAccessible(alice, "the first people of a room", layer);
  await alice.getByRole("button", { name: "Skip" }).press("Enter");
  await expectVisible(composer(alice));
  await expectVisible(inSidebar(second, title));
  const place = path(alice);

  await second.goto(place);
  await openMenu(alice, title, "Archive conversation");
  await expectAccessible(alice, "a room being archived", layer);
  await alice.getByRole("button", { name: "Archive conversation" }).press("Enter");
  await expectVisible(alice.getByText("Conversation archived"));
  await expectSoon(() => path(alice)).toBe("/chat");
  await expectGone(inSidebar(alice, title));
  await expectVisible(second.getByText(`${title} is archived`));
  await second.getByRole("button", { name: "Unarchive conversation" }).press("Enter");
  await expectVisible(composer(second));
  await expectVisible(inSidebar(alice, title));

  await openMenu(second, title, "Delete room");
  const deleting = second.getByRole("dialog", { name: `Delete ${title}?` });
  await deleting.getByRole("textbox").fill("Under");
  expect(await deleting.getByRole("button", { name: "Delete room" }).isDisabled()).toBe(true);
  await deleting.getByRole("textbox").fill(title);
  await deleting.getByRole("textbox").press("Enter");
  await expectVisible(second.getByText(`Deleted ${title}`));
  await expectGone(inSidebar(alice, title));

  await alice.goto("/channels");
  await alice.getByRole("radio", { name: "Deleted" }).check();
  await alice.getByRole("button", { name: `Restore ${title}` }).press("Enter");
  await expectVisible(alice.getByText("Room restored"));
  await expectVisible(inSidebar(second, title));
});

test("channels are found, joined and left where they are listed", async () => {
  const olga = await newColleague("Olga");
  const { title, slug } = await newRoom(olga, "public");
  const bob = await stories.enter(await newSession("Bob"), "/channels", refused);
  await bob.getByRole("searchbox", { name: "Name or description" }).fill(title);
  await expectSoon(() => bob.getByRole("row").count()).toBe(2);
  await bob.getByRole("button", { name: `Join ${title}` }).press("Enter");
  await expectVisible(bob.getByText("Joined room"));
  await expectVisible(row(bob, title).getByText("Joined"));
  await bob.getByRole("link", { name: `Open ${title}` }).press("Enter");
  await expectVisible(composer(bob));

  await bob.getByRole("button", { name: `Share ${title}` }).press("Enter");
  await expectVisible(shareDialog(bob).getByRole("img", { name: "QR code of the link" }));
  const link = await shareDialog(bob).getByLabel("Link to the room").inputValue();
  expect(link).toContain(`/chat/${slug}?invitedBy=`);
  const [download] = await Promise.all([
    bob.waitForEvent("download"),
    shareDialog(bob).getByRole("button", { name: "Save QR code" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${slug}.svg`);
  await expectAccessible(bob, "a room being shared", layer);
  await bob.keyboard.press("Escape");

  const carol = await newSession("Carol");
  const guest = await stories.enter(carol, link, refused);
  expect(new URL(guest.url()).search).toBe("");
  await guest.getByRole("button", { name: "Join room" }).press("Enter");
  await expectVisible(composer(guest));
  const params = { slug, sessionUserId: carol.userId };
  const { joinMethod } = await olga.call("getParticipantJoined", { params });
  expect(joinMethod).toBe("SHARED_LINK");

  await bob.getByRole("button", { name: "Room details" }).press("Enter");
  await expectVisible(bob.getByRole("complementary", { name: "Details" }));
  await openMenu(bob, title, "Leave conversation");
  await expectAccessible(bob, "a room being left", layer);
  await bob.getByRole("button", { name: "Leave conversation" }).press("Enter");
  await expectVisible(bob.getByText("Left conversation"));
  await expectSoon(() => path(bob)).toBe("/chat");
  await expectGone(inSidebar(bob, title));
  await bob.goBack();
  await expectSoon(() => path(bob)).toBe("/channels");
});

test("the last owner of several is told to make another one first", async () => {
  const alice = await stories.enter(await newSession("Alice"), "/channels", {
    mayBeRefused: ["leaveRoom 409"],
  });
  await alice.getByRole("main").getByRole("button", { name: "Create New Chat Room" }).click();
  const title = newRoomSlug("owned");
  await alice.getByRole("dialog").getByLabel("Name").fill(title);
  await alice.keyboard.press("Enter");
  await alice.getByRole("button", { name: "Skip" }).press("Enter");
  await expectVisible(composer(alice));
  const bob = await newColleague("Bob");
  await bob.rooms.join(title);
  await expectVisible(log(alice).getByText("Bob joined"));
  await openMenu(alice, title, "Leave conversation");
  await alice.getByRole("button", { name: "Leave conversation" }).click();
  await expectVisible(alice.getByRole("alert").getByText("Make somebody else owner first"));
});

test("a protected room is asked for, and every answer shows at once", async () => {
  const olga = await newColleague("Olga");
  const { title, slug } = await newRoom(olga, "protected");
  const bob = await stories.enter(await newSession("Bob"), `/chat/${slug}`, refused);
  const ask = bob.getByRole("button", { name: "Request access" });
  await expectVisible(bob.getByRole("heading", { name: `${title} is protected` }));
  await expectAccessible(bob, "the way into a protected room");
  await bob.getByLabel("Message (optional)").fill("I plan the winter");
  await ask.press("Enter");
  await expectVisible(bob.getByRole("heading", { name: "Request sent" }));
  await expectVisible(bob.getByText("I plan the winter"));
  await expectAccessible(bob, "a request that waits");
  await bob.getByRole("button", { name: "Cancel request" }).press("Enter");
  await expectVisible(bob.getByText("Request withdrawn"));
  await ask.click();
  await expectVisible(bob.getByRole("heading", { name: "Request sent" }));

  const pending = async () =>
    (await olga.call("listAccessRequests", { params: { slug }, query: {} })).results[0];
  const first = await pending();
  await olga.call("rejectAccessRequest", {
    params: { id: first?.id ?? "" },
    body: { reason: "Full until May" },
  });
  await expectVisible(bob.getByRole("heading", { name: "Not this time" }));
  await expectVisible(bob.getByText(/You can ask again after/));
  await expectVisible(bob.getByText("Full until May"));

  const identifiers = [(await bob.evaluate(() => localStorage.getItem("user"))) ?? "{}"].map(
    (text) => (JSON.parse(text) as { username: string }).username,
  );
  await olga.call("inviteToRoom", { params: { slug }, body: { identifiers } });
  await expectVisible(bob.getByText("Olga invited you to join."));
  await say(olga, slug, "Welcome");
  await bob.getByRole("button", { name: "Accept" }).press("Enter");
  await expectVisible(composer(bob));
  await expectVisible(log(bob).getByText("Welcome"));

  const { results } = await olga.call("listParticipants", { params: { slug }, query: {} });
  const participantId = results.find(({ fullName }) => fullName === "Bob")?.participantId ?? "";
  await olga.call("removeParticipant", { params: { slug, participantId }, body: { ban: true } });
  await expectVisible(bob.getByRole("heading", { name: "You were removed from this room" }));
});

test("who is removed from a private room is told, and stands in another one", async () => {
  const olga = await newColleague("Olga");
  const { title, slug } = await newRoom(olga, "private");
  const bob = await stories.enter(await newSession("Bob", ["general"]), "/channels", refused);
  const user = await bob.evaluate(() => localStorage.getItem("user"));
  const { username, id } = JSON.parse(user ?? "{}") as { username: string; id: string };
  await olga.call("inviteToRoom", { params: { slug }, body: { identifiers: [username] } });
  await expectVisible(row(bob, title).getByText("Invited"));
  await bob.getByRole("button", { name: `Accept the invitation to ${title}` }).press("Enter");
  await bob.getByRole("link", { name: `Open ${title}` }).press("Enter");
  await bob.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await composer(bob).fill("For this room alone");
  await olga.call("removeParticipant", { params: { slug, participantId: id }, body: {} });
  await expectVisible(bob.getByText(`You cannot open ${title} any more`));
  await expectSoon(() => path(bob)).toBe("/chat/general");
  // The person may go on typing: that is for no other room.
  await expectVisible(composer(bob));
  await bob.keyboard.type("nobody else");
  expect(await composer(bob).inputValue()).toBe("");
  await bob.getByRole("button", { name: "Copy your text" }).click();
  await expectVisible(bob.getByText("Copied", { exact: true }));
  expect(await bob.evaluate(() => navigator.clipboard.readText())).toBe("For this room alone");
});

test("who made too many rooms today is told so, and loses nothing of what was typed", async () => {
  const many = Array.from({ length: ROOMS_CREATED_DAY }, () => newRoomSlug("many"));
  const page = await stories.enter(await newSession("Alice", many), "/channels", {
    mayBeRefused: ["createRoom 429"],
  });
  await page.getByRole("main").getByRole("button", { name: "Create New Chat Room" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Chat Room" });
  await dialog.getByLabel("Name").fill("One too many");
  await dialog.getByLabel("Description").fill("All the same");
  await dialog.getByRole("radio", { name: "Private" }).check();
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await expectVisible(dialog.getByText("You have created many rooms today"));
  await expectAccessible(page, "a room too many", layer);
  expect(await dialog.getByLabel("Name").inputValue()).toBe("One too many");
  expect(await dialog.getByLabel("Description").inputValue()).toBe("All the same");
  expect(await dialog.getByRole("radio", { name: "Private" }).isChecked()).toBe(true);
});

test("who has no address in the domain of a room asks, and is let in all the same", async () => {
  const olga = await newColleague("Olga");
  const { id: orgId } = await olga.call("createOrganization", { body: { title: "Meridian Maps" } });
  const { code } = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
  const alice = await newMember("Alice", code);
  const carla = await newMember("Carla", code);
  await olga.workspaces.switchTo(orgId);
  const rooms = () => orderedSubscriptions(olga.store.getSnapshot());
  await expectSoon(() => rooms().map((each) => each.sessionRoomSlug)).toEqual(["general"]);
  const { slug, title } = await newRoom(olga, "public");
  const params = { slug };
  await olga.call("addParticipant", {
    params,
    body: { userId: alice.userId, accessLevel: "ADMIN" },
  });
  const body = { organizationDomain: "meridian.example" };
  await olga.call("changeRoomDomain", { params, body });

  const page = await stories.enter(carla, `/chat/${slug}`, refused);
  await expectVisible(page.getByRole("heading", { name: `${title} is for other addresses` }));
  await expectAccessible(page, "a room for other addresses");
  await page.getByLabel("Message (optional)").fill("I measure load times");
  await page.getByRole("button", { name: "Request access" }).press("Enter");
  await expectVisible(page.getByRole("heading", { name: "Request sent" }));

  const leader = await stories.enter(alice, `/chat/${slug}`, refused);
  await leader.getByRole("button", { name: "Room details" }).press("Enter");
  await leader.getByRole("tab", { name: "Requests 1" }).click();
  await expectVisible(leader.getByText("Wants to join from another domain"));
  await leader.getByRole("button", { name: "Approve Carla" }).press("Enter");
  await expectVisible(composer(page));
  await expectVisible(inSidebar(page, title));
});
