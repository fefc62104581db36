import { expect, test } from "vitest";
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
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("a public room is read before it is joined, live, and joining makes one a part of it", async () => {
  const slug = newRoomSlug("preview");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "Said before");
  const alice = await stories.enter(await newSession("Alice"), `/chat/${slug}`);

  await expectVisible(log(alice).getByText("Said before"));
  await expectVisible(alice.getByText(`You are looking at ${slug}.`));
  expect(await composer(alice).count()).toBe(0);
  await log(alice).getByText("Said before").hover();
  const reaction = alice.getByRole("button", { name: "React with 👍" });
  await expectSoon(() => reaction.getAttribute("aria-disabled")).toBe("true");
  expect(await reaction.getAttribute("data-tooltip")).toBe("Join room to react");
  await say(bob, slug, "Said while Alice looks on");
  await expectVisible(log(alice).getByText("Said while Alice looks on"));

  await alice.getByRole("button", { name: "Join room" }).click();
  await expectVisible(alice.getByText("Joined room"));
  await expectVisible(log(alice).getByText("Alice joined"));
  await expectVisible(alice.getByRole("navigation").getByRole("link", { name: slug }));
  await expectSoon(() =>
    composer(alice).evaluate((field) => field === document.activeElement),
  ).toBe(true);
});

test("the welcome screen lists the public rooms, joins one and makes one", async () => {
  // Digits come first in the list of public rooms, which the stories share.
  const slug = newRoomSlug("0listed");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const alice = await stories.enter(await newSession("Alice"), "/");
  expect(new URL(alice.url()).pathname).toBe("/chat");

  const list = alice.getByRole("list", { name: "Public rooms" });
  await expectVisible(list.getByRole("link", { name: /^general/ }));
  await list.getByRole("button", { name: `Join ${slug}` }).click();
  await expectVisible(alice.getByText("Joined room"));
  await expectSoon(() => new URL(alice.url()).pathname).toBe(`/chat/${slug}`);

  await alice.goto("/chat");
  await expectVisible(list.getByRole("link", { name: new RegExp(`^${slug}`) }));
  expect(await list.getByRole("button", { name: `Join ${slug}` }).count()).toBe(0);
  const name = `Winter release ${newRoomSlug("x")}`;
  await alice.getByLabel("Room name").fill(name);
  await alice.getByRole("button", { name: "Create", exact: true }).click();
  await expectVisible(alice.getByText(`Created room: ${name}`));
  await expectVisible(alice.getByRole("heading", { name }));
  expect(new URL(alice.url()).pathname).toMatch(/^\/chat\/winter-release-/);
});

test("a room that is not there leads to the first room, or to the welcome screen", async () => {
  const slug = newRoomSlug("first");
  const place = `/chat/${newRoomSlug("nowhere")}`;
  const options = { mayBeRefused: closedRoom };
  const alice = await stories.enter(await newSession("Alice"), place, options);
  await expectVisible(alice.getByRole("heading", { name: "Select a room to start chatting" }));
  expect(new URL(alice.url()).pathname).toBe("/chat");

  const bob = await stories.enter(await newSession("Bob", [slug]), place, options);
  await expectVisible(bob.getByText("Room not found"));
  await expectVisible(bob.getByRole("heading", { name: slug }));
  expect(new URL(bob.url()).pathname).toBe(`/chat/${slug}`);
});

test("a name alone in the address leads to general", async () => {
  const page = await stories.enter(await newSession("Alice"), "/anything");
  await expectVisible(page.getByRole("heading", { name: "general" }));
  expect(new URL(page.url()).pathname).toBe("/chat/general");
});

test("the search box finds rooms by name, whatever the case", async () => {
  const [wanted, other] = [newRoomSlug("wanted"), newRoomSlug("other")];
  const page = await stories.enter(await newSession("Alice", [wanted, other]), "/chat");
  const rooms = page.getByRole("navigation");

  await page.getByRole("searchbox", { name: "Search rooms" }).fill(wanted.toUpperCase());
  await expectVisible(rooms.getByRole("link", { name: wanted }));
  await expectGone(rooms.getByRole("link", { name: other }));
  await page.getByRole("searchbox", { name: "Search rooms" }).fill("no such room");
  await expectVisible(page.getByText('No room matches "no such room"'));
  await page.getByRole("searchbox", { name: "Search rooms" }).press("Escape");
  await expectVisible(rooms.getByRole("link", { name: other }));
});

test("a room is shared by its link", async () => {
  const page = await stories.enter(await newSession("Alice"), "/chat/general");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  await page.getByRole("button", { name: "Share general" }).click();
  await shareDialog(page).getByRole("button", { name: "Copy" }).click();

  await expectVisible(page.getByText("Copied"));
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe("/chat/general");
  expect(link.searchParams.get("inviterName")).toBe("Alice");
});
