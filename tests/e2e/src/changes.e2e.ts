import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, desk, expectVisible, phone, tellStories } from "./browser.ts";
import { readKept } from "./kept.ts";
import {
  arrived,
  composer,
  enterRoom,
  expectFocused,
  expectGone,
  expectSoon,
  idOf,
  isInSight,
  log,
  longPress,
  newColleague,
  newRoomSlug,
  say,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const message = (page: Page, text: string) =>
  log(page).getByRole("article").filter({ hasText: text });
/** Writes, and waits until the server has it: what is on its way cannot be changed. */
async function write(page: Page, text: string): Promise<void> {
  await send(page, text);
  await expectVisible(message(page, text).getByText(arrived));
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("an own message is changed by keys alone, and everybody sees it and what it said before", async () => {
  const slug = newRoomSlug("edit");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await enterRoom(stories, "Bob", slug, { colorScheme: "dark" });
  await write(alice, "The import is trough");

  await composer(alice).press("ArrowUp");
  const field = alice.getByRole("textbox", { name: "Edit message" });
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(" ");
  await field.press("Enter");
  await expectVisible(alice.getByText("Message cannot be empty"));
  await field.fill("The import is through");
  await field.press("Enter");

  expect(await composer(alice).evaluate((each) => each === document.activeElement)).toBe(true);
  await expectVisible(log(bob).getByText("The import is through"));
  await button(bob, "(edited)").click();
  await expectVisible(bob.getByRole("dialog").getByText("The import is trough"));
});

test("Escape leaves a message as it was, and a text that changes nothing is not sent", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("edit"));
  await write(alice, "As it is");
  const field = alice.getByRole("textbox", { name: "Edit message" });
  for (const key of ["Escape", "Enter"]) {
    await composer(alice).press("ArrowUp");
    await expectFocused(field);
    // The key of another field.
    await composer(alice).press(key);
    if (key === "Escape") await field.fill("Something else");
    await field.press(key);
    await expectGone(field);
  }
  await expectVisible(log(alice).getByText("As it is"));
  expect(await button(alice, "(edited)").count()).toBe(0);
});

test("a reaction is one press away, counts people, and tells their names", async () => {
  const slug = newRoomSlug("react");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await bob.rooms.open(idOf(bob, slug));
  await say(bob, slug, "Lunch?");

  await message(alice, "Lunch?").hover();
  await button(alice, "React with 👍").click();
  const chip = log(alice).getByRole("button", { name: /^👍/ });
  await expectSoon(() => chip.getAttribute("aria-label")).toBe("👍, 1: Alice");
  const asBobHasIt = () => bob.store.getSnapshot().messages.get(idOf(bob, slug))?.at(-1);
  await expectSoon(() => asBobHasIt()?.reactions.length).toBe(1);
  const id = asBobHasIt()?.id;
  if (!id) throw new Error("Bob has written");
  await bob.messages.react(idOf(bob, slug), id, "👍");
  await expectSoon(() => chip.getAttribute("aria-label")).toBe("👍, 2: Alice and Bob");
  await chip.click();
  await expectSoon(() => chip.getAttribute("aria-label")).toBe("👍, 1: Bob");
  expect(await chip.getAttribute("aria-pressed")).toBe("false");
});

test("any emoji is found by its name, by keys alone", async () => {
  const slug = newRoomSlug("react");
  const alice = await enterRoom(stories, "Alice", slug);
  await write(alice, "We are live");
  await message(alice, "We are live").focus();
  await button(alice, "Add reaction").focus();
  await alice.keyboard.press("Enter");
  await expectVisible(alice.getByLabel("Search emoji"));
  await alice.keyboard.type("rocket");
  await expectVisible(alice.getByRole("dialog").getByText("🚀"));
  await alice.keyboard.press("Enter");
  await expectVisible(log(alice).getByRole("button", { name: "🚀, 1: Alice" }));
});

test("a deleted message leaves its place everywhere", async () => {
  const slug = newRoomSlug("delete");
  const as = await newSession("Alice", [slug]);
  const alice = await stories.enter(as, `/chat/${slug}`);
  const elsewhere = await stories.enter(as, `/chat/${slug}`);
  const bob = await enterRoom(stories, "Bob", slug);
  await write(alice, "Wrong room");
  await expectVisible(message(bob, "Wrong room"));
  await expectVisible(message(elsewhere, "Wrong room"));
  await composer(elsewhere).press("ArrowUp");
  await expectSoon(() => readKept(elsewhere)).toContain('{"text":"Wrong room"}');

  await message(alice, "Wrong room").hover();
  await button(alice, "More actions").click();
  await alice.getByRole("menuitem", { name: "Delete" }).click();
  await alice.getByRole("dialog").getByRole("button", { name: "Delete" }).click();

  await expectVisible(log(bob).getByText("Message deleted"));
  await expectVisible(log(alice).getByText("Message deleted"));
  await expectGone(log(bob).getByText("Wrong room"));
  // Nor is a change of it a draft any more, of which a sign-out would tell.
  await expectSoon(() => readKept(elsewhere)).not.toContain('{"text":"Wrong room"}');
  await expectVisible(elsewhere.getByRole("button", { name: "Copy your text" }));
  // The keys that follow are for no other field.
  await elsewhere.keyboard.type("right one");
  expect(await composer(elsewhere).inputValue()).toBe("");
});

test("what is changed without a network is shown at once and arrives later", async () => {
  const slug = newRoomSlug("offline");
  const alice = await enterRoom(stories, "Alice", slug, { mayComplain: connectionComplaints });
  const bob = await enterRoom(stories, "Bob", slug);
  await write(alice, "Half done");
  await expectVisible(message(bob, "Half done"));
  await alice.context().setOffline(true);

  await composer(alice).press("ArrowUp");
  await alice.getByRole("textbox", { name: "Edit message" }).fill("All done");
  await alice.keyboard.press("Enter");
  await expectVisible(log(alice).getByText("All done"));

  await alice.context().setOffline(false);
  await expectVisible(log(bob).getByText("All done"));
});

test("what is sent is changed right after, as soon as the server has it", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("edit"));
  await write(alice, "Something before");
  await send(alice, "With a tpyo");
  await composer(alice).press("ArrowUp");
  const field = alice.getByRole("textbox", { name: "Edit message" });
  await expectSoon(() => field.inputValue()).toBe("With a tpyo");
});

test("a text that is being changed waits where it is, whatever else is done", async () => {
  const slug = newRoomSlug("edit");
  const other = newRoomSlug("other");
  const session = await newSession("Alice", [slug, other]);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const alice = await stories.enter(session, `/chat/${slug}`);
  await write(alice, "A first draft");
  await say(bob, slug, ...Array.from({ length: 45 }, (_, line) => `Line ${line}`));
  await expectVisible(log(alice).getByText("Line 44"));
  expect(await isInSight(log(alice).getByText("A first draft"))).toBe(false);
  // All is read, so the room opens at its end again.
  await expectSoon(() => alice.title()).toBe(`${slug} · Colbin`);

  // It is out of sight, and comes into sight to be changed.
  await composer(alice).press("ArrowUp");
  const field = alice.getByRole("textbox", { name: "Edit message" });
  await expectFocused(field);
  await field.fill("A second draft");
  await alice.getByRole("navigation").getByRole("link", { name: other }).click();
  await expectVisible(alice.getByRole("textbox", { name: `Message #${other}` }));
  await alice.getByRole("navigation").getByRole("link", { name: slug }).click();
  await expectVisible(log(alice).getByText("Line 44"));
  // From here on the device alone has it, as after a crash.
  await expectSoon(() => readKept(alice)).toContain("A second draft");
  await alice.evaluate(() => sessionStorage.clear());
  await alice.reload();
  // Wherever it opens: the server may not have heard yet that all is read.
  await expectVisible(log(alice).getByText("Line 20"));
  await composer(alice).press("ArrowUp");
  await expectSoon(() => field.inputValue()).toBe("A second draft");
  await field.press("Enter");
  await expectVisible(message(alice, "A second draft").getByText("(edited)"));
});

test("on a phone a long press reacts, and the way back closes what it shows", async () => {
  const slug = newRoomSlug("press");
  const alice = await stories.openTab({ ...phone, as: await newSession("Alice", [slug]) });
  await alice.goto(`/chat/${slug}`);
  await write(alice, "We are live");
  const sheet = alice.getByRole("dialog", { name: "Message actions" });
  await longPress(message(alice, "We are live"), sheet);
  await alice.goBack();
  await expectGone(sheet);
  await expectVisible(message(alice, "We are live"));

  await longPress(message(alice, "We are live"), sheet);
  const row = await sheet.getByRole("button", { name: "Copy text" }).boundingBox();
  expect(row?.height).toBeGreaterThanOrEqual(44);
  await sheet.getByRole("button", { name: "React with 👍" }).tap();
  await expectVisible(log(alice).getByRole("button", { name: "👍, 1: Alice" }));
  await expectGone(sheet);
});

test.each([
  ["on a desk", desk, "light"],
  ["on a phone", phone, "dark"],
] as const)(
  "what is done with messages is found by everybody: %s",
  async (_where, view, colorScheme) => {
    const slug = newRoomSlug("tools");
    const alice = await stories.openTab({
      ...view,
      colorScheme,
      as: await newSession("Alice", [slug]),
    });
    await alice.goto(`/chat/${slug}`);
    await write(alice, "To be looked at");
    const row = message(alice, "To be looked at");
    const isPhone = view !== desk;
    const edit = alice.getByRole(isPhone ? "button" : "menuitem", { name: /^Edit/ });
    if (isPhone) await longPress(row, edit);
    else {
      await row.hover();
      await button(alice, "More actions").click();
    }
    await expectVisible(edit);
    await expectAccessible(alice, "menu");
    await edit.click();
    await expectVisible(alice.getByRole("textbox", { name: "Edit message" }));
    await expectAccessible(alice, "edit");
  },
);
