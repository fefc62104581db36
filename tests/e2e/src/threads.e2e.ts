import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  expectFocused,
  expectGone,
  expectSoon,
  idOf,
  log,
  newColleague,
  newRoomSlug,
  say,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("a thread is answered beside the room, counted at its root, and found again", async () => {
  const slug = newRoomSlug("threads");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "Shall we meet at nine?");
  const roomId = idOf(bob, slug);
  const as = await newSession("Alice", [slug]);
  const alice = await stories.enter(as, `/chat/${slug}`);
  const root = log(alice).getByRole("article").filter({ hasText: "Shall we meet" });

  await root.focus();
  await alice.keyboard.press("t");
  const sheet = alice.getByRole("complementary", { name: "Thread" });
  const field = sheet.getByRole("textbox", { name: "Reply to the thread" });
  await field.fill("Nine is early");
  await field.press("Enter");
  const replies = sheet.getByRole("log", { name: "Replies" });
  await expectVisible(replies.getByText("Nine is early"));
  await expectVisible(root.getByRole("button", { name: /^1 reply/ }));
  await expectGone(log(alice).first().getByText("Nine is early"));
  await expectAccessible(alice, "a thread");

  const rootId = bob.store.getSnapshot().subscriptions.get(roomId)?.lastMessage?.id;
  if (!rootId) throw new Error("Bob wrote it");
  bob.typing.keystroke(roomId, rootId);
  await expectVisible(sheet.getByText("Bob is typing"));
  await expectGone(alice.getByRole("main").getByText("Bob is typing"));
  await bob.messages.send(roomId, "Then at ten", { threadId: rootId, alsoSendToRoom: true });
  await expectVisible(replies.getByText("Then at ten"));
  await expectVisible(root.getByRole("button", { name: /^2 replies/ }));
  const also = log(alice).first().getByRole("article").filter({ hasText: "Then at ten" });
  await expectVisible(also.getByRole("button", { name: "Replied in a thread" }));
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "a thread on a phone");
  await alice.goBack();
  await expectVisible(alice.getByRole("article").filter({ hasText: "Then at ten" }));
  await alice.setViewportSize(desk.viewport);

  await alice.goto(new URL("/chat/threads", alice.url()).href);
  await bob.messages.send(roomId, "Ten it is", { threadId: rootId });
  const row = alice.getByRole("link", { name: /Shall we meet.*Ten it is/ });
  await expectVisible(row);
  await expectVisible(alice.getByRole("link", { name: /^Threads 1 unread/ }));
  await expectAccessible(alice, "threads");
  await row.press("Enter");
  await expectVisible(replies.getByText("Ten it is"));
  await expectGone(alice.getByRole("link", { name: /^Threads 1 unread/ }));

  // The dialog shows a reply that is not in the room.
  await replies.getByRole("article").filter({ hasText: "Ten it is" }).focus();
  await alice.keyboard.press("f");
  const forwarding = alice.getByRole("dialog", { name: "Forward message" });
  await expectVisible(forwarding.getByText("Ten it is"));
  await alice.keyboard.press("Escape");
  await expectGone(forwarding);
  const follow = sheet.getByRole("button", { name: "Stop following this thread" });
  expect(await follow.getAttribute("aria-pressed")).toBeNull();

  // A reply quotes another one.
  await replies.getByRole("article").filter({ hasText: "Ten it is" }).focus();
  await alice.keyboard.press("q");
  await expectVisible(sheet.getByRole("button", { name: "Remove the quote" }));
  await expectFocused(field);
  await expectAccessible(alice, "a quote in a thread");
  await field.fill("So be it");
  await field.press("Enter");
  const quoting = replies.getByRole("article").filter({ hasText: "So be it" });
  await expectVisible(quoting.getByRole("link", { name: /^Quoted message of Bob/ }));
  await expectGone(sheet.getByRole("button", { name: "Remove the quote" }));

  // A mention counts wherever threads are counted, until all is read.
  await alice.goto(new URL("/chat/threads", alice.url()).href);
  await bob.messages.send(roomId, `<@${as.userId}> agreed`, { threadId: rootId });
  const inSidebar = alice.getByRole("link", { name: /^Threads 1 mention/ });
  await expectVisible(inSidebar);
  await expectVisible(alice.getByRole("link", { name: new RegExp(`^${slug} 1 mention`) }));
  await expectVisible(alice.getByRole("link", { name: /Shall we meet.*1 mention/ }));
  await expectSoon(() => alice.title()).toMatch(/^\(1\) /);
  await expectAccessible(alice, "a mention in a thread");
  await alice.goto(new URL(`/chat/${slug}`, alice.url()).href);
  await expectVisible(root.getByRole("button", { name: /1 new 1 mention/ }));
  await alice.goto(new URL("/dashboard", alice.url()).href);
  await alice.getByRole("button", { name: "Mark all rooms as read" }).click();
  await expectGone(inSidebar);
  await expectSoon(() => alice.title()).toBe("Overview · Colbin");
});

test("a person is mentioned by a choice, counted for them, and called as they are now", async () => {
  const slug = newRoomSlug("mentions");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "hello");
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  const field = alice.getByRole("textbox", { name: `Message #${slug}` });
  const suggestions = alice.getByRole("listbox", { name: "People" });

  const asked: string[] = [];
  alice.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const count = (end: string) => asked.filter((path) => path.endsWith(end)).length;
  await field.pressSequentially("dear @");
  await expectVisible(suggestions);
  await field.evaluate(typeAtOnce, "bo");
  await expectSoon(() => count("/suggested-people")).toBe(1);
  await expectVisible(suggestions.getByRole("option", { name: /^Bob/ }));
  await field.press("Enter");
  await expectSoon(() => field.inputValue()).toBe("dear @Bob ");
  await field.pressSequentially("and `@Bob`");
  await field.press("Enter");
  const message = log(alice).getByRole("article").filter({ hasText: "dear" });
  const chip = message.getByRole("button", { name: "@Bob" });
  const card = alice.getByRole("dialog", { name: "About Bob" });
  await chip.press("Enter");
  await expectVisible(card.getByRole("link", { name: "Message" }));
  await expectAccessible(alice, "the card of a person", "[role=dialog]");
  await alice.keyboard.press("Escape");
  await expectGone(card);
  expect(await chip.evaluate((it) => it === document.activeElement)).toBe(true);
  await log(alice).getByRole("button", { name: "Bob", exact: true }).click();
  await expectVisible(card.getByText(/^@/));
  await alice.keyboard.press("Escape");
  const mentions = () => bob.store.getSnapshot().subscriptions.get(idOf(bob, slug))?.mentionCount;
  await expectSoon(mentions).toBe(1);
  await expectAccessible(alice, "a mention");

  const [open, hidden] = [newRoomSlug("open"), newRoomSlug("hidden")];
  await bob.rooms.join(open);
  const made = { title: hidden, privacy: "private" } as const;
  const { roomId: hiddenId } = await bob.call("createRoom", { body: made });
  await say(bob, slug, `see <#${idOf(bob, open)}> and <#${hiddenId}>`);
  const named = log(alice).getByRole("article").filter({ hasText: "see " });
  await expectVisible(named.getByRole("link", { name: `#${open}` }));
  await expectVisible(named.getByText("#private"));
  expect([count("/session-room/list"), count("/participants")]).toEqual([1, 1]);
  expect([count("/suggested-people"), count("/user/list")]).toEqual([1, 0]);

  await message.focus();
  await alice.keyboard.press("e");
  const edit = message.getByRole("textbox");
  await expectSoon(() => edit.inputValue()).toBe("dear @Bob and `@Bob`");
  await edit.press("Escape");
});

/** Key by key, and faster than anybody pauses. Runs in the page. */
function typeAtOnce(field: HTMLElement, text: string): void {
  field.focus();
  for (const key of text) document.execCommand("insertText", false, key);
}
