import { MESSAGE_MAX_CHARS } from "@colbin/protocol";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, expectVisible, tellStories } from "./browser.ts";
import {
  composer,
  createRoom,
  enterRoom,
  expectFocused,
  expectGone,
  expectSoon,
  idOf,
  log,
  newColleague,
  newRoomSlug,
  openMenu,
  refusedText,
  say,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("two people talk live and see the same order", async () => {
  const slug = newRoomSlug("talk");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await enterRoom(stories, "Bob", slug, { colorScheme: "dark" });

  await send(alice, "Is the import through?");
  await expectVisible(log(bob).getByText("Is the import through?"));
  await send(bob, "Since nine.");
  await send(bob, "Nothing in the error log.");
  await expectVisible(log(alice).getByText("Nothing in the error log."));

  const order = ["Is the import through?", "Since nine.", "Nothing in the error log."];
  for (const page of [alice, bob]) {
    const texts = await log(page).getByRole("article").allInnerTexts();
    const places = order.map((text) => texts.findIndex((shown) => shown.includes(text)));
    expect(places).toEqual([0, 1, 2]);
  }
  await expectVisible(log(alice).getByText("Bob joined"));
});

test("who types is shown, and not any more when the message is there", async () => {
  const slug = newRoomSlug("typing");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);

  bob.typing.keystroke(idOf(bob, slug));
  await expectVisible(alice.getByText("Bob is typing"));
  await say(bob, slug, "Done");

  await expectVisible(log(alice).getByText("Done"));
  await expectGone(alice.getByText("Bob is typing"));
});

test("the others learn that one types from the first key on", async () => {
  const slug = newRoomSlug("typing");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const typists = () =>
    bob.store
      .getSnapshot()
      .typingUsers.get(idOf(bob, slug))
      ?.map((user) => user.userName);

  await composer(alice).pressSequentially("A");
  await expectSoon(typists).toEqual(["Alice"]);
  await composer(alice).press("Backspace");
  await expectSoon(typists).toBeUndefined();
});

test("a message is shown at once and says how far it has come", async () => {
  // Without the network the later parts of the page do not load.
  const mayComplain = connectionComplaints;
  const slug = newRoomSlug("status");
  const alice = await enterRoom(stories, "Alice", slug, { mayComplain });
  const fetched: string[] = [];
  alice.on("request", (request) => fetched.push(request.url()));
  await alice.context().setOffline(true);

  await send(alice, "Hello");
  await expectVisible(log(alice).getByText("Hello"));
  await expectVisible(log(alice).getByText("Sending"));
  expect(await composer(alice).inputValue()).toBe("");

  await alice.context().setOffline(false);
  await expectVisible(log(alice).getByText("Sent", { exact: true }));
  expect(await log(alice).getByText("Hello").count()).toBe(1);

  const [bob, carol] = [await newColleague("Bob"), await newColleague("Carol")];
  for (const person of [bob, carol]) await person.rooms.join(slug);
  await send(alice, "Is somebody there?");
  await expectVisible(log(alice).getByText("Delivered", { exact: true }));
  const readIt = async (person: typeof bob) => {
    const newest = () => person.store.getSnapshot().messages.get(idOf(person, slug))?.at(-1);
    await person.rooms.open(idOf(person, slug));
    await person.messages.markRead(idOf(person, slug), newest()?.id ?? "");
  };
  await readIt(bob);
  await log(alice).getByRole("button", { name: "Read by 1" }).click();
  const readers = alice.getByRole("dialog", { name: "Read by" });
  await expectVisible(readers.getByText("Bob"));
  await readIt(carol);
  await expectVisible(readers.getByText("Carol"));
  await expectVisible(readers.getByText("2 of 2"));
  await expectAccessible(alice, "the people who have read a message", "[role=dialog]");
  expect(fetched.filter((url) => url.includes("/receipts"))).toEqual([]);
});

test("what the server refuses stays, with a way to send it again or to throw it away", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("refused"));

  await send(alice, refusedText);
  await expectVisible(log(alice).getByText(/^Not sent: The message is too long/));
  await log(alice).getByRole("button", { name: "Retry" }).click();
  await expectVisible(log(alice).getByText("Not sent"));
  await send(alice, "The next one goes through");
  await expectVisible(log(alice).getByText("Sent", { exact: true }));

  // A pointer might miss it while the rows move for the one that was sent.
  await log(alice).getByRole("button", { name: "Discard" }).press("Enter");
  await expectGone(log(alice).getByText("Not sent"));
});

test("Shift+Enter makes a line, Escape clears and can be taken back, drafts wait in their room", async () => {
  const slug = newRoomSlug("draft");
  const alice = await enterRoom(stories, "Alice", slug);
  const field = composer(alice);

  await field.pressSequentially("one");
  await field.press("Shift+Enter");
  await field.pressSequentially("two");
  expect(await field.inputValue()).toBe("one\ntwo");
  await field.press("Escape");
  expect(await field.inputValue()).toBe("");
  await alice.getByRole("button", { name: "Undo" }).click();
  expect(await field.inputValue()).toBe("one\ntwo");

  await alice.getByRole("navigation").getByRole("link", { name: "Browse channels" }).click();
  await expectVisible(alice.getByRole("heading", { name: "Browse channels" }));
  await alice.getByRole("navigation").getByRole("link", { name: slug }).click();
  expect(await field.inputValue()).toBe("one\ntwo");
});

test("the composer stays from room to room, and what was written or cleared stays in its own", async () => {
  const [one, two] = [newRoomSlug("one"), newRoomSlug("two")];
  const alice = await stories.enter(await newSession("Alice", [two, one]), `/chat/${one}`);
  const link = (slug: string) => alice.getByRole("navigation").getByRole("link", { name: slug });
  const undo = alice.getByRole("button", { name: "Undo" });
  await composer(alice).fill("Only for one");
  const field = await composer(alice).elementHandle();
  await link(two).click();
  await expectVisible(alice.getByRole("textbox", { name: `Message #${two}` }));
  expect(await composer(alice).inputValue()).toBe("");
  await expectSoon(() => field?.evaluate((each) => each === document.activeElement)).toBe(true);
  await link(one).click();
  await expectSoon(() => composer(alice).inputValue()).toBe("Only for one");
  await composer(alice).press("Escape");
  await expectVisible(undo);
  await link(two).click();
  await expectGone(undo);
});

test("what is selected is formatted and an emoji lands at the caret, by keys alone", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("format"));
  const field = composer(alice);
  const tool = (name: string) => alice.getByRole("button", { name, exact: true });
  await field.fill("thirty minutes");
  await field.selectText();
  await tool("Bold").press("Enter");
  expect(await field.inputValue()).toBe("**thirty minutes**");
  await field.press("ControlOrMeta+z");
  expect(await field.inputValue()).toBe("thirty minutes");

  await field.press("End");
  // The last two of the tools come late, behind the emoji.
  await expectVisible(tool("Create a poll"));
  await expectVisible(tool("Record a voice message"));
  await field.press("Tab");
  await alice.keyboard.press("End");
  await alice.keyboard.press("ArrowLeft");
  await alice.keyboard.press("ArrowLeft");
  await alice.keyboard.press("Enter");
  await expectVisible(alice.getByLabel("Search emoji"));
  await alice.keyboard.type("rocket");
  await expectVisible(alice.getByRole("dialog").getByText("🚀"));
  await alice.keyboard.press("Enter");
  await expectSoon(() => field.inputValue()).toBe("thirty minutes🚀");
  await alice.keyboard.press("Enter");
  await expectVisible(log(alice).getByText("thirty minutes🚀"));
});

test("a text that is too long says by how much, and is not sent", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("long"));
  await composer(alice).fill("x".repeat(MESSAGE_MAX_CHARS + 27));
  await expectVisible(alice.getByText("27 over 10,000"));
  await composer(alice).press("Enter");
  await expectVisible(alice.getByText("Too long for one message. Shorten it."));
  expect((await composer(alice).inputValue()).length).toBe(MESSAGE_MAX_CHARS + 27);
});

test("Enter that ends a composition sends nothing, also as Safari tells it", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("composition"));
  await composer(alice).fill("かな");

  const event = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
  await composer(alice).dispatchEvent("keydown", event);
  expect(await composer(alice).inputValue()).toBe("かな");
  await composer(alice).press("Enter");
  await expectVisible(log(alice).getByText("かな"));
});

test("the button that sends keeps the focus, and no toast lies on it", async () => {
  const alice = await stories.enter(await newSession("Alice"), "/chat");
  await createRoom(alice, newRoomSlug("button"));
  const button = alice.getByRole("button", { name: "Send", exact: true });
  const toast = await alice.getByText(/^Created room/).boundingBox();
  const place = await button.boundingBox();
  if (!toast || !place) throw new Error("Toast and button are shown");
  expect(toast.y + toast.height).toBeLessThan(place.y);

  await composer(alice).fill("Hello");
  await button.press("Enter");
  await expectVisible(log(alice).getByText("Hello"));
  expect(await button.isDisabled()).toBe(true);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("what was not sent is told to screen readers", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("told"));
  const told = alice.getByRole("alert").filter({ hasText: /^Not sent: / });
  // Told is what fails while the list is there.
  await expectVisible(log(alice).getByText("Alice created the room"));

  await send(alice, refusedText);
  await told.waitFor({ state: "attached" });
  expect(await told.count()).toBe(1);
});

test("several messages are selected, copied under their authors, forwarded, and the own ones deleted", async () => {
  const slug = newRoomSlug("select");
  const target = newRoomSlug("select-target");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await bob.rooms.join(target);
  await say(bob, slug, ...Array.from({ length: 30 }, (_, n) => `Line ${n}`));
  await say(bob, slug, "one", "two", "three");
  const as = await newSession("Alice", [slug, target]);
  const alice = await stories.enter(as, `/chat/${slug}`, {
    mayBeRefused: ["forwardMessage 409"],
    mayComplain: connectionComplaints,
  });
  await alice.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await send(alice, "mine");
  const message = (text: string) => log(alice).getByRole("article").filter({ hasText: text });
  const status = alice.getByRole("toolbar", { name: "Selected messages" }).getByRole("status");

  await openMenu(message("one"));
  await alice.getByRole("menuitem", { name: /^Select messages/ }).click();
  await expectVisible(status.getByText("1 message selected"));
  await expectSoon(() => composer(alice).isVisible()).toBe(false);
  await message("three").click({ modifiers: ["Shift"] });
  await expectVisible(status.getByText("3 messages selected"));
  await alice.keyboard.press("ArrowUp");
  await alice.keyboard.press("x");
  await expectVisible(status.getByText("2 messages selected"));
  await expectAccessible(alice, "a selection");
  await alice.getByRole("button", { name: "Copy" }).click();
  await expectGone(status);
  const copied = await alice.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Bob, .+\none\n\nBob, .+\nthree$/);
  await expectFocused(message("three"));

  await message("three").focus();
  await alice.keyboard.press("x");
  await message("two").click();
  await message("one").click();
  await alice.getByRole("button", { name: "Forward" }).click();
  const dialog = alice.getByRole("dialog", { name: "Forward 3 messages" });
  await dialog.getByRole("combobox", { name: "To" }).fill(target);
  await alice.keyboard.press("Enter");
  await dialog.getByLabel("Comment (optional)").fill("Look");
  await expectAccessible(alice, "messages being forwarded", "[role=dialog]");
  const { messages } = await bob.call("listMessages", { params: { slug }, query: {} });
  for (const { id } of messages.filter(({ content }) => content === "two"))
    await bob.messages.remove(idOf(bob, slug), id);
  // The answer to the first is lost: trying again doubles nothing.
  await alice.route(
    "**/forward",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const forward = dialog.getByRole("button", { name: "Forward 3 messages" });
  await forward.click();
  await expectVisible(dialog.getByRole("alert"));
  await forward.click();
  await expectVisible(alice.getByText(`2 messages forwarded to ${target}`));
  await expectVisible(alice.getByText("One message was not forwarded"));
  await expectGone(status);
  await expectFocused(message("one"));
  const copies = await bob.call("listMessages", { params: { slug: target }, query: {} });
  const texts = copies.messages.filter(({ type }) => type === "text").map(({ content }) => content);
  expect(texts).toEqual(["Look\n\none", "three"]);

  await message("mine").focus();
  await alice.keyboard.press("x");
  await message("three").click();
  await expectVisible(status.getByText("1 of them is yours to delete"));
  await alice.getByRole("button", { name: "Delete" }).click();
  await alice.getByRole("button", { name: "Delete 1 message" }).click();
  await expectVisible(message("Message deleted"));
  await expectGone(status);
  await expectFocused(message("three"));
  expect(await log(alice).evaluate(({ scrollTop }) => Math.round(scrollTop))).toBe(0);

  await alice.keyboard.press("x");
  await expectVisible(status);
  await alice.keyboard.press("Escape");
  await expectGone(status);
  await expectVisible(composer(alice));
});
