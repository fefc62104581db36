import type { MessageId } from "@colbin/protocol";
import type { Page } from "playwright-core";
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
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const bar = (page: Page) => page.getByRole("search");
const field = (page: Page) => bar(page).getByRole("combobox");
const results = (page: Page) => bar(page).getByRole("list").getByRole("link");
const addressOf = (page: Page) => new URL(page.url());
const isFocused = (page: Page) => field(page).evaluate((it) => it === document.activeElement);

/** With the words in the place of those before, until so many are found. */
async function find(page: Page, query: string, count: number): Promise<void> {
  await field(page).fill(query);
  await expectVisible(
    bar(page).getByText(
      count === 0
        ? `No results found for "${query}"`
        : `${count} message${count > 1 ? "s" : ""}, newest first`,
    ),
  );
  expect(await results(page).count()).toBe(count);
}

test("messages are found in a room and over all rooms, shown in their place and come back to", async () => {
  const [slug, other] = [newRoomSlug("tiles"), newRoomSlug("maps")];
  const bob = await newColleague("Bob Baker");
  for (const each of [slug, other]) await bob.rooms.join(each);
  await say(
    bob,
    slug,
    "The import from São Paulo is late",
    "日本語の地図",
    "An import of ours is late",
  );
  await say(bob, slug, ...Array.from({ length: 60 }, (_, n) => `Line ${n}`));
  await say(bob, other, "One more import");
  const alice = await stories.enter(await newSession("Alice", [slug, other]), `/chat/${slug}`);
  await expectVisible(log(alice).getByText("Line 59"));
  await alice.getByRole("button", { name: "Search in this room" }).waitFor();

  await say(bob, slug, "Line 60");
  await expectVisible(log(alice).getByText("Line 60"));
  await findInRoom(alice);
  await findEverywhere(alice, slug, other);
  await findInPalette(alice);
  // It goes as soon as it is known to be gone.
  await results(alice).first().click();
  await expectVisible(log(alice).getByText("The import from São Paulo is late"));
  const found = addressOf(alice).searchParams.get("message") as MessageId;
  void bob.messages.remove(idOf(bob, slug), found);
  await expectGone(log(alice).getByText("The import from São Paulo is late"));
  await alice.goBack();
  await expectSoon(() => results(alice).count()).toBe(0);

  await find(alice, "One more import", 1);
  const people = await bob.call("listParticipants", { params: { slug: other }, query: {} });
  const { participantId } = people.results.find(({ fullName }) => fullName === "Alice") ?? {
    participantId: "",
  };
  await bob.call("removeParticipant", { params: { slug: other, participantId }, body: {} });
  await expectSoon(() => results(alice).count()).toBe(0);
});

async function findInRoom(alice: Page): Promise<void> {
  await composer(alice).press("Control+f");
  await expectSoon(() => isFocused(alice)).toBe(true);
  // The table that is searched follows the room: it may be behind, and is asked once more.
  const json = { messages: [], total: 0, isWhole: true, hasMore: false, ranges: {} };
  await alice.route(/\/search\?/, (route) => route.fulfill({ json }), { times: 1 });
  await find(alice, "sao", 1);
  expect(await results(alice).locator("mark").allTextContents()).toEqual(["São"]);
  await find(alice, "本語", 1);
  await find(alice, '"import of"', 1);
  await find(alice, "nowhere", 0);
  await find(alice, "import", 2);
  await expectNoStepThroughOld(alice);
  await expectAccessible(alice, "search in a room");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "search in a room on a phone");
  await alice.setViewportSize(desk.viewport);
  await field(alice).press("Enter");
  await expectVisible(bar(alice).getByText("1 of 2"));
  await expectVisible(log(alice).getByText("An import of ours is late"));
  await field(alice).press("Enter");
  await expectVisible(bar(alice).getByText("2 of 2"));
  expect(await isFocused(alice)).toBe(true);
  const marked = () => alice.evaluate(() => CSS.highlights.get("found")?.size);
  await expectSoon(marked).toBe(2);
  await alice.goBack();
  await expectSoon(() => results(alice).count()).toBe(2);

  await field(alice).press("End");
  await field(alice).pressSequentially(" -from:bo");
  await expectVisible(alice.getByRole("option", { name: /Bob Baker/ }));
  await field(alice).press("Tab");
  await expectSoon(() => field(alice).inputValue()).toBe('import -from:"Bob Baker" ');
  await expectVisible(bar(alice).getByText(/^No results found for "import -from/));
  await bar(alice)
    .getByRole("button", { name: /^Remove -from/ })
    .click();
  await expectSoon(() => results(alice).count()).toBe(2);

  await field(alice).press("End");
  await field(alice).pressSequentially(" before:2020-02-01 ");
  await expectVisible(bar(alice).getByText(/^(1 February|February 1,) 2020$/));
  await bar(alice)
    .getByRole("button", { name: /^Remove before/ })
    .click();
  await expectSoon(() => results(alice).count()).toBe(2);
  await field(alice).press("ArrowDown");
  await alice.keyboard.press("Escape");
  await expectGone(bar(alice));
  await expectFocused(composer(alice));
}

/** Enter asks for what is typed, and goes to none of the results before that is answered. */
async function expectNoStepThroughOld(alice: Page): Promise<void> {
  const held = Promise.withResolvers<void>();
  await alice.route(/\/search\?/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await field(alice).fill("import ours");
  await field(alice).press("Enter");
  await field(alice).press("Enter");
  expect(addressOf(alice).searchParams.get("message")).toBe(null);
  held.resolve();
  await expectSoon(() => results(alice).count()).toBe(1);
  await alice.unrouteAll({ behavior: "wait" });
  await find(alice, "import", 2);
}

async function findEverywhere(alice: Page, slug: string, other: string): Promise<void> {
  await alice.keyboard.press("Control+Shift+f");
  await expectVisible(alice.getByRole("heading", { level: 1, name: "Search" }));
  await bar(alice).getByRole("button", { name: "import", exact: true }).click();
  await expectSoon(() => results(alice).count()).toBe(3);
  await expectVisible(results(alice).first().getByText(`in #${other}`));
  await expectAccessible(alice, "search over all rooms");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "search over all rooms on a phone");
  await alice.setViewportSize(desk.viewport);
  await alice.reload();
  await results(alice).first().click();
  await expectVisible(log(alice).getByText("One more import"));
  expect(addressOf(alice).pathname).toBe(`/chat/${other}`);
  await alice.goBack();
  await expectSoon(() => results(alice).count()).toBe(3);
  await expectSoon(() =>
    results(alice)
      .first()
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await bar(alice).getByRole("button", { name: "in:" }).click();
  await alice.keyboard.type(slug.slice(0, 5));
  await expectVisible(alice.getByRole("option", { name: slug }));
  await alice.keyboard.press("Enter");
  await expectSoon(() => results(alice).count()).toBe(2);
}

async function findInPalette(alice: Page): Promise<void> {
  await alice.keyboard.press("Control+k");
  const palette = alice.getByRole("dialog", { name: "Command palette" });
  await expectVisible(palette);
  await alice.keyboard.type('"paulo');
  await expectVisible(palette.getByRole("option", { name: /^The import from São Paulo/ }));
  await palette.getByRole("option", { name: "Show all results" }).click();
  await expectSoon(() => addressOf(alice).searchParams.get("q")).toBe("paulo");
  await expectSoon(() => results(alice).count()).toBe(1);
}
