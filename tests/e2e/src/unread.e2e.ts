import type { MessageId } from "@colbin/protocol";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { anchorings } from "./anchoring.ts";
import { expectVisible, tellStories } from "./browser.ts";
import { watchDrawnRows } from "./drawn-rows.ts";
import {
  enterRoom,
  expectGone,
  expectSoon,
  idOf,
  isInSight,
  log,
  newColleague,
  newRoomSlug,
  say,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

async function scrollToTop(page: Page): Promise<void> {
  await log(page).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
}

/**
 * Where the element is in every frame that is painted, from the next one on until the function that comes back is called: its
 * distance in pixels from the top of the page. Its box between two frames is none that anybody sees.
 */
async function watchPlaces(element: Locator): Promise<() => Promise<number[]>> {
  const watch = await element.evaluateHandle((target) => {
    const places: number[] = [];
    const run = { isOver: false };
    // Observed anew in each frame it says where its target is once all is laid out.
    const observer = new IntersectionObserver((entries) => {
      for (const { boundingClientRect } of entries) places.push(boundingClientRect.y);
    });
    const look = (): void => {
      observer.disconnect();
      if (run.isOver) return;
      observer.observe(target);
      requestAnimationFrame(look);
    };
    look();
    return { places, run };
  });
  await expectSoon(() => watch.evaluate(({ places }) => places.length)).toBeGreaterThan(0);
  return () =>
    watch.evaluate(async ({ places, run }) => {
      const count = places.length;
      // Two more frames: what has come is painted in one of them.
      while (places.length < count + 2) await new Promise(requestAnimationFrame);
      run.isOver = true;
      return places;
    });
}

function lines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Line ${index + 1}`);
}

test("unread messages are counted in the sidebar and the tab, and divided from the read ones", async () => {
  const slug = newRoomSlug("count");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "Read before");
  await expectVisible(log(alice).getByText("Read before"));
  await expectSoon(() => alice.title()).toBe(`${slug} · Colbin`);
  await alice.getByRole("navigation").getByRole("link", { name: "Browse channels" }).click();

  await say(bob, slug, "First", "Second", "Third");
  const row = alice.getByRole("navigation").getByRole("link", { name: slug });
  await expectVisible(row.getByText("3 unread"));
  expect(await alice.title()).toBe("(3) Browse channels · Colbin");

  await row.click();
  const divider = log(alice).getByRole("heading", { name: "New" });
  await expectVisible(divider);
  const box = await divider.boundingBox();
  const first = await log(alice).getByText("First").boundingBox();
  const read = await log(alice).getByText("Read before").boundingBox();
  expect(box?.y).toBeLessThan(first?.y ?? 0);
  expect(box?.y).toBeGreaterThan(read?.y ?? 0);

  await expectSoon(() => alice.title()).toBe(`${slug} · Colbin`);
  await expectGone(row.getByText(/unread/));
  // It stays where it was until the room is opened again.
  await expectVisible(divider);
});

test("a room with many unread messages opens at the first one and is read at its end", async () => {
  const slug = newRoomSlug("many");
  const session = await newSession("Alice", [slug]);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, ...lines(120));
  const alice = await stories.enter(session, "/chat");

  const row = alice.getByRole("navigation").getByRole("link", { name: slug });
  await expectVisible(row.getByText("99+ unread"));
  await row.click();
  await expectVisible(log(alice).getByRole("heading", { name: "New" }));
  await expectVisible(log(alice).getByText("Line 1", { exact: true }));
  expect(await alice.title()).toMatch(/^\(99\+\)/);

  const pill = alice.getByRole("button", { name: "First new message" });
  await log(alice).evaluate((element) => element.scrollTo({ top: 0 }));
  await expectVisible(pill);
  await alice.keyboard.press("Alt+Shift+Home");
  const first = log(alice).getByText("Line 1", { exact: true });
  await expectSoon(() => isInSight(first)).toBe(true);
  await expectGone(pill);

  await alice.getByRole("button", { name: "Latest messages" }).click();
  await expectVisible(log(alice).getByText("Line 120", { exact: true }));
  await expectSoon(() => alice.title()).toBe(`${slug} · Colbin`);
});

test("older messages load at the top, and the one that is read stays where it is", async () => {
  const slug = newRoomSlug("older");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, ...lines(130));
  const alice = await stories.enter(await newSession("Alice"), `/chat/${slug}`);
  const held = Promise.withResolvers<void>();
  await alice.route(/\/messages\?.*before=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await expectVisible(log(alice).getByText("Line 130", { exact: true }));
  // It comes late, and takes room from the list.
  await expectVisible(alice.getByRole("button", { name: "Join room" }));

  await expectSoon(async () => {
    await scrollToTop(alice);
    return alice.getByText("Loading older messages").isVisible();
  }).toBe(true);
  const seen = log(alice).getByText("Line 85", { exact: true });
  const places = await watchPlaces(seen);
  held.resolve();
  await expectSoon(() => log(alice).getByText("Line 80", { exact: true }).count()).toBe(1);
  const painted = await places();
  expect(Math.max(...painted) - Math.min(...painted)).toBeLessThanOrEqual(1);

  const start = log(alice).getByText("Bob created the room");
  await expectSoon(async () => {
    await scrollToTop(alice);
    return start.isVisible();
  }).toBe(true);
  // The list draws what is around the view, not everything that is loaded.
  expect(await log(alice).getByRole("article").count()).toBeLessThanOrEqual(120);
});

test.each(anchorings)(
  "new messages and a reaction move nobody who reads further up, where the browser $name",
  async ({ prepare }) => {
    const slug = newRoomSlug("still");
    const bob = await newColleague("Bob");
    await bob.rooms.join(slug);
    await say(bob, slug, ...lines(45));
    const alice = await stories.openTab({ as: await newSession("Alice", [slug]) });
    await alice.addInitScript(prepare);
    await alice.goto(`/chat/${slug}`);
    await expectVisible(log(alice).getByText("Line 45", { exact: true }));
    await scrollToTop(alice);
    await expectVisible(alice.getByRole("button", { name: "Latest messages" }));
    const places = await watchPlaces(log(alice).getByText("Line 9", { exact: true }));

    await say(bob, slug, "While she reads", "And more");
    const roomId = idOf(bob, slug);
    await bob.rooms.open(roomId);
    const { messages } = bob.store.getSnapshot();
    const below = messages.get(roomId)?.find(({ content }) => content === "Line 12");
    await bob.messages.react(roomId, below?.id ?? ("" as MessageId), "👍");

    await expectVisible(alice.getByRole("button", { name: "2 new messages" }));
    await expectVisible(log(alice).getByRole("group", { name: "Reactions" }));
    const painted = await places();
    expect(Math.max(...painted) - Math.min(...painted)).toBeLessThanOrEqual(1);
  },
);

test("the room with more unread messages comes first", async () => {
  const [quiet, loud] = [newRoomSlug("quiet"), newRoomSlug("loud")];
  const alice = await stories.enter(await newSession("Alice", [loud, quiet]), "/chat");
  const bob = await newColleague("Bob");
  await bob.rooms.join(quiet);
  await bob.rooms.join(loud);

  await say(bob, loud, "One", "Two");
  await say(bob, quiet, "One");

  const rows = alice.getByRole("navigation").getByRole("link", { name: /unread/ });
  await expectSoon(() => rows.count()).toBe(2);
  const names = await rows.allInnerTexts();
  expect(names.map((name) => name.split("\n")[0])).toEqual([loud, quiet]);
});

test("a message draws the row of its own room and no other", async () => {
  const [first, second, third] = [newRoomSlug("a"), newRoomSlug("b"), newRoomSlug("c")];
  const bob = await newColleague("Bob");
  const page = await stories.openTab({ as: await newSession("Alice", [first, second, third]) });
  const rows = await watchDrawnRows(page);
  await page.goto(`/chat/${first}`);
  await expectVisible(page.getByText("Connected", { exact: true }));
  await bob.rooms.join(third);
  await say(bob, third, "One");
  const row = page.getByRole("navigation").getByRole("link", { name: third });
  await expectVisible(row.getByText("1", { exact: true }));
  expect(await rows.take()).toContain(`/chat/${second}`);

  await bob.rooms.join(second);
  await say(bob, second, "One", "Two", "Three");

  const told = page.getByRole("navigation").getByRole("link", { name: second });
  await expectVisible(told.getByText("3", { exact: true }));
  // It has moved up, over the one that was drawn above it.
  const highest = page.getByRole("navigation").getByRole("listitem").first();
  expect(await highest.textContent()).toContain(second);
  expect(await rows.take()).toEqual([`/chat/${second}`]);
});
