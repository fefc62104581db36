import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { connectionComplaints, expectVisible, tellStories } from "./browser.ts";
import { expectGone, expectSoon, log, newColleague, newRoomSlug, say } from "./people.ts";
import { readKept } from "./kept.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();
const mayComplain = connectionComplaints;

/** Nothing of the server but the app itself. */
const calls = /\/v1\//;
/** The file of the app that reads Markdown. */
const reader = /\/assets\/markdown-/;

/** Requests for these addresses are not answered from now on, until the returned function is called. */
async function hold(page: Page, addresses: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const keep = (route: Route) => void held.push(route);
  await page.route(addresses, keep);
  return async () => {
    expect(held.length).toBeGreaterThan(0);
    await page.unroute(addresses, keep);
    // Those that the page has given up meanwhile are not there any more.
    await Promise.allSettled(held.map((route) => route.continue()));
  };
}

/** Reloads the page once it has kept this text. The last write of a page that ends may be lost, so the page is hidden first. */
async function reloadKept(page: Page, text: string): Promise<void> {
  await page.evaluate(hide);
  await expectSoon(() => readKept(page)).toContain(text);
  await page.reload();
}

/** Runs in the page. */
function hide(): void {
  Object.defineProperty(document, "visibilityState", { value: "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Runs in the page. */
function isInView(element: Element): boolean {
  const list = element.closest('[role="log"]')?.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return list !== undefined && top >= list.top && bottom <= list.bottom;
}

test("a reload shows rooms and messages at once, and catches up when the server answers", async () => {
  const [slug, lost] = [newRoomSlug("kept"), newRoomSlug("lost")];
  const bob = await newColleague("Bob");
  for (const room of [slug, lost]) await bob.rooms.join(room);
  await say(bob, lost, "In confidence");
  await say(bob, slug, "Read before");
  const as = await newSession("Alice", [slug, lost]);
  const alice = await stories.enter(as, `/chat/${lost}`, { mayComplain });
  const row = (name: string) => alice.getByRole("navigation").getByRole("link", { name });
  await expectVisible(log(alice).getByText("In confidence"));
  await row(slug).click();
  await expectVisible(log(alice).getByText("Read before"));
  await say(bob, lost, "Not read");
  await expectVisible(row(lost).getByText("1 unread"));

  const release = await hold(alice, calls);
  await reloadKept(alice, "Read before");
  const before = log(alice).getByText("Read before");
  await expectVisible(before);
  await expectVisible(row(lost).getByText("1 unread"));
  expect(await alice.getByText("Connected", { exact: true }).count()).toBe(0);
  expect(await readKept(alice)).toContain("In confidence");
  const drawn = await before.elementHandle();
  const params = { slug: lost, participantId: as.userId };
  await bob.call("removeParticipant", { params, body: { ban: false } });

  await release();
  await expectGone(row(lost));
  await expectVisible(alice.getByText("Connected", { exact: true }));
  await say(bob, slug, "Live again");
  await expectVisible(log(alice).getByText("Live again"));
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
  await expectSoon(() => readKept(alice)).not.toContain("In confidence");

  const releaseAgain = await hold(alice, calls);
  await reloadKept(alice, "Live again");
  await expectVisible(log(alice).getByText("Live again"));
  await say(bob, slug, ...Array.from({ length: 50 }, (_, at) => `Missed ${at + 1}`));
  await releaseAgain();
  await expectVisible(log(alice).getByText("Missed 1", { exact: true }));
  const divider = log(alice).getByRole("heading", { name: "New" });
  await expectVisible(divider);
  // It opened there, and not at its end.
  await expectSoon(() => divider.evaluate(isInView)).toBe(true);

  await expectSoon(() => readKept(alice)).toContain("Missed 50");
  await alice.getByRole("button", { name: /user menu/ }).click();
  await alice.getByRole("menuitem", { name: "Sign out" }).click();
  await expectVisible(alice.getByRole("dialog", { name: "Welcome to Colbin" }));
  await expectSoon(() => readKept(alice)).toBe("[]");
});

test("a message whose formatting comes late stays where it is", async () => {
  const slug = newRoomSlug("late");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "As **written**");
  const alice = await stories.openTab({ as: await newSession("Alice", [slug]) });
  const release = await hold(alice, reader);
  await alice.goto(`/chat/${slug}`);
  const written = log(alice).getByText("As **written**", { exact: true });
  await expectVisible(written);
  const drawn = await written.elementHandle();

  await release();
  await expectVisible(log(alice).locator("strong", { hasText: "written" }));
  expect(await drawn?.textContent()).toBe("As written ");
});
