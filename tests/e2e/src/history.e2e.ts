import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectAccessible } from "./accessible.ts";
import {
  expectFocused,
  expectGone,
  expectSoon,
  idOf,
  isInSight,
  log,
  newColleague,
  newRoomSlug,
  openMenu,
  say,
  send,
} from "./people.ts";
import { anchorings } from "./anchoring.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

/** A room in which Bob has said so many lines; what comes back finds the address of one. */
async function roomOf(lines: number) {
  const slug = newRoomSlug("history");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const said = Array.from({ length: lines }, (_, index) => `Line ${index + 1}`);
  await say(bob, slug, ...said);
  await bob.rooms.open(idOf(bob, slug));
  const linkTo = async (text: string): Promise<string> => {
    for (;;) {
      const { messages, pages } = bob.store.getSnapshot();
      const found = messages.get(idOf(bob, slug))?.find(({ content }) => content === text);
      if (found) return `/chat/${slug}?message=${found.id}`;
      if (!pages.get(idOf(bob, slug))?.hasMore) throw new Error(`Nobody said ${text}`);
      await bob.messages.loadOlder(idOf(bob, slug));
    }
  };
  return { slug, bob, linkTo };
}

function line(page: Page, number: number) {
  return log(page).getByText(`Line ${number}`, { exact: true });
}

function toLatest(page: Page) {
  return page.getByRole("button", { name: /Latest messages|new message/ });
}

test("a link opens its room at the message, and the way from there to the newest ones is one press", async () => {
  const { slug, bob, linkTo } = await roomOf(260);
  const alice = await stories.enter(await newSession("Alice", [slug]), await linkTo("Line 40"));
  await expectVisible(line(alice, 40));
  const named = alice.getByRole("article").filter({ hasText: /Line 40\b/ });
  await expectFocused(named);
  expect(await line(alice, 260).count()).toBe(0);
  await expectAccessible(alice, "linked message");

  await say(bob, slug, "Meanwhile");
  await toLatest(alice).click();
  await expectVisible(log(alice).getByText("Meanwhile"));
  await expectGone(toLatest(alice));
  expect(new URL(alice.url()).search).toBe("");

  await alice.goto(await linkTo("Line 200"));
  await expectVisible(line(alice, 200));
  await send(alice, "Written from there");
  await expectVisible(log(alice).getByText("Written from there"));

  const first = alice.getByRole("article").filter({ hasText: /Line 1\b/ });
  const isFocused = () => first.evaluate((each) => each === document.activeElement);
  await alice.keyboard.press("Alt+Shift+J");
  const jumping = alice.getByRole("dialog", { name: "Jump to date" });
  await expectAccessible(alice, "a day being looked for", "[role=dialog]");
  await jumping.getByRole("button", { name: "The beginning" }).press("Enter");
  await expectGone(jumping);
  await expectSoon(isFocused).toBe(true);
  await alice.setViewportSize(phone.viewport);
  await alice.getByRole("button", { name: "Today" }).click();
  await jumping.getByLabel("Day").fill("2020-02-29");
  await jumping.getByRole("button", { name: "Jump", exact: true }).press("Enter");
  await expectGone(jumping);
  await expectSoon(isFocused).toBe(true);
  await alice.getByRole("button", { name: "Today" }).click();
  await jumping.getByLabel("Day").fill("2999-12-31");
  await jumping.getByLabel("Day").press("Enter");
  const last = alice.getByRole("article").filter({ hasText: "Written from there" });
  await expectFocused(last);
});

test.each(anchorings)(
  "who reads on behind a linked message comes to the newest ones, without a jump, where the browser $name",
  async ({ prepare }) => {
    const { slug, linkTo } = await roomOf(160);
    const alice = await stories.openTab({ as: await newSession("Alice", [slug]) });
    await alice.addInitScript(prepare);
    await alice.goto(await linkTo("Line 40"));
    await expectVisible(line(alice, 40));
    for (const number of [64, 114, 160]) {
      await expectSoon(async () => {
        await log(alice).evaluate((each) => each.scrollBy({ top: each.clientHeight / 2 }));
        return isInSight(line(alice, number));
      }).toBe(true);
    }
    await expectGone(toLatest(alice));
  },
);

test("a message is linked from its menu, and what is not there is said", async () => {
  const { slug, linkTo } = await roomOf(3);
  const as = await newSession("Alice", [slug]);
  const alice = await stories.openTab({ as, mayBeRefused: ["listMessages 404"] });
  await alice.goto(`/chat/${slug}`);
  await alice.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openMenu(line(alice, 2));
  await alice.getByRole("menuitem", { name: "Copy link" }).click();
  await expectVisible(alice.getByText("Link copied"));
  const copied = new URL(await alice.evaluate(() => navigator.clipboard.readText()));
  const link = await linkTo("Line 2");
  expect(copied.pathname + copied.search).toBe(`${link}&org=personal`);

  await alice.goto(link.replace(/[0-9a-f]{4}$/, "0000"));
  await expectVisible(alice.getByText("Message not found"));
  await expectVisible(line(alice, 3));
});

test.each([
  { screen: "a desk", options: desk },
  { screen: "a phone", options: phone },
])("a room with more unread messages than a page opens at the first: on $screen", async (view) => {
  const { slug, bob } = await roomOf(3);
  const session = await newSession("Alice", [slug]);
  await say(bob, slug, ...Array.from({ length: 200 }, (_, index) => `Unread ${index + 1}`));
  const alice = await stories.openTab({ ...view.options, as: session });
  await alice.goto(`/chat/${slug}`);
  await expectVisible(log(alice).getByRole("heading", { name: "New" }));
  await expectVisible(log(alice).getByText("Unread 1", { exact: true }));
  await expectVisible(line(alice, 3));
  await toLatest(alice).click();
  await expectVisible(log(alice).getByText("Unread 200", { exact: true }));
  await expectSoon(() => alice.title()).toBe(`${slug} · Colbin`);
});
