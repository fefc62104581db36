import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  composer,
  expectFocused,
  expectGone,
  expectSoon,
  idOf,
  log,
  newColleague,
  newRoomSlug,
  say,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("a quote waits with the draft, goes with the message and follows its original", async () => {
  const slug = newRoomSlug("quotes");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "Ten minutes above zoom 12");
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  const original = log(alice).getByRole("article", { name: /^Bob, / });
  const own = log(alice).getByRole("article").filter({ hasText: "Too short" });
  const waiting = alice.getByRole("button", { name: "Remove the quote" });

  await original.focus();
  await expectVisible(original.getByRole("toolbar"));
  await alice.keyboard.press("q");
  await expectVisible(waiting);
  await expectFocused(composer(alice));
  await alice.reload();
  await expectVisible(waiting);
  await expectAccessible(alice, "a quote in the composer");
  await send(alice, "Too short");
  const quote = own.getByRole("link", { name: /^Quoted message of Bob/ });
  await expectVisible(quote.getByText("Ten minutes above zoom 12"));
  await expectGone(waiting);

  const { messages } = await bob.call("listMessages", { params: { slug }, query: {} });
  const first = messages.find(({ content }) => content.startsWith("Ten"))?.id;
  if (!first) throw new Error("Bob has written");
  await bob.messages.edit(idOf(bob, slug), first, "Thirty minutes above zoom 12");
  await expectVisible(quote.getByText("Thirty minutes above zoom 12"));
  await quote.press("Enter");
  await expectSoon(() => new URL(alice.url()).searchParams.get("message")).toBe(first);

  await original.focus();
  await alice.keyboard.press("q");
  await expectVisible(waiting);
  await bob.messages.remove(idOf(bob, slug), first);
  await expectVisible(alice.locator("form").getByText("Message deleted"));
});

test("a message is forwarded with a comment, after a question where more people will read it", async () => {
  const [slug, target] = [newRoomSlug("source"), newRoomSlug("target")];
  const [bob, cora] = [await newColleague("Bob"), await newColleague("Cora")];
  await bob.rooms.join(target);
  await cora.rooms.join(slug);
  await say(cora, slug, "The survey car uploads at 19:00");
  const as = await newSession("Alice", [slug, target]);
  const body = { accessType: "PRIVATE" } as const;
  await cora.call("changeAccessType", { params: { slug }, body });
  await bob.call("changeAccessType", { params: { slug: target }, body });
  const alice = await stories.enter(as, `/chat/${slug}`, { mayBeRefused: ["forwardMessage 409"] });
  const message = log(alice).getByRole("article").filter({ hasText: "survey car" });

  await message.focus();
  await expectVisible(message.getByRole("toolbar"));
  await alice.keyboard.press("f");
  const dialog = alice.getByRole("dialog", { name: "Forward message" });
  await dialog.getByRole("combobox", { name: "To" }).fill(target);
  await expectVisible(dialog.getByRole("option", { name: target }));
  await alice.keyboard.press("Enter");
  await dialog.getByLabel("Comment (optional)").fill("For the import");
  await dialog.getByRole("button", { name: "Forward" }).press("Enter");
  await expectVisible(dialog.getByText(/^1 person who cannot read the original/));
  await expectAccessible(alice, "a message being forwarded", "[role=dialog]");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "a message being forwarded on a phone", "[role=dialog]");
  await alice.setViewportSize(desk.viewport);
  await dialog.getByRole("checkbox", { name: "Let them see it" }).check();
  await dialog.getByRole("button", { name: "Forward" }).press("Enter");
  await expectVisible(alice.getByText(`Forwarded to ${target}`));

  await alice.getByRole("navigation").getByRole("link", { name: target }).click();
  const copy = log(alice).getByRole("region", { name: "Forwarded message of Cora" });
  await expectVisible(copy.getByText("The survey car uploads at 19:00"));
  await expectVisible(copy.getByText(`Forwarded from ${slug}`));
  const told = () => bob.store.getSnapshot().subscriptions.get(idOf(bob, target))?.lastMessage;
  await expectSoon(() => told()?.text).toMatch(/^For the import The survey car/);
  await copy.getByRole("link", { name: "Open original" }).press("Enter");
  await expectVisible(message);
  expect(new URL(alice.url()).pathname).toBe(`/chat/${slug}`);
});
