import { describe, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, pageTitle, phone, tellStories } from "./browser.ts";
import {
  enterRoom,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  refusedText,
  say,
  send,
  shareDialog,
} from "./people.ts";
import { newAddress, newSession } from "./sessions.ts";

const stories = tellStories();

const views = [
  { screen: "a desk", options: desk },
  { screen: "a phone", options: phone },
] as const;

describe.each(views)("on $screen, in both themes,", ({ options }) => {
  test("axe finds nothing while signing in", async () => {
    const page = await stories.openTab(options);
    await page.goto("/chat");
    await expectVisible(page.getByLabel("Email or Phone Number"));
    await expectAccessible(page, "identifier");
    await page.getByLabel("Email or Phone Number").fill("alice@example");
    await expectVisible(page.getByText("Please enter a valid email address or phone number"));
    await expectAccessible(page, "field error");
    await page.getByLabel("Email or Phone Number").fill(newAddress("alice"));
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expectVisible(page.getByLabel("Enter OTP"));
    await expectAccessible(page, "code");
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expectVisible(page.getByLabel("Your name"));
    await expectAccessible(page, "name");
  });

  test("axe finds nothing in the chat", async () => {
    const slug = newRoomSlug("axe");
    const bob = await newColleague("Bob");
    await bob.rooms.join(slug);
    await say(
      bob,
      slug,
      "Hello",
      "A [link](https://example.org) and `code`",
      "| a | b |\n|-|-|\n| 1 | 2 |",
    );
    await say(bob, slug, "```ts\nconst answer = 42\n```");
    const as = await newSession("Alice");
    const page = await stories.openTab({ ...options, as, mayComplain: /net::ERR_/ });
    // The parts of the page that come last; without them no menu opens offline.
    const parts = page.waitForResponse(/ShareDialog-/);
    await page.goto(`/chat/${slug}`);
    await parts;
    await expectVisible(page.getByRole("button", { name: "Join room" }));
    await expectVisible(log(page).getByText("const answer = 42"));
    await expectAccessible(page, "preview");

    await page.getByRole("button", { name: "Join room" }).click();
    await expectVisible(page.getByText("Joined room"));
    await send(page, refusedText);
    await expectVisible(log(page).getByText("Not sent"));
    await page.context().setOffline(true);
    await send(page, "Mine");
    await expectVisible(page.getByText(/^You are offline/));
    await page.getByRole("button", { name: `Share ${slug}` }).click();
    await expectVisible(shareDialog(page));
    await expectAccessible(page, "room with a failed message, offline, being shared");
  });

  test("axe finds nothing on a screen of rooms, with the user menu, a new room and an error", async () => {
    const as = await newSession("Alice", ["general"]);
    const page = await stories.enter(as, "/chat", options);
    await page.getByRole("button", { name: /user menu/ }).click();
    await expectVisible(page.getByRole("menuitem", { name: "Sign out" }));
    await expectAccessible(page, "first screen with the user menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Create New Chat Room" }).first().click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(newRoomSlug("empty"));
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await expectVisible(page.getByText(/^Created room/));
    await expectAccessible(page, "new room and toast");
    await page.goto("/no/such/page");
    await expectVisible(page.getByRole("heading", { name: "There is no such page" }));
    await expectAccessible(page, "no such page");
  });

  test("axe finds nothing in the shortcuts, on their page and on a second sheet", async () => {
    const page = await stories.openTab({ ...options, as: await newSession("Alice") });
    await page.goto("/help/shortcuts");
    await expectVisible(page.getByRole("heading", { level: 1, name: "Keyboard shortcuts" }));
    await expectAccessible(page, "page of the shortcuts");
    await page.goto("/chat/general");
    await expectVisible(page.getByRole("button", { name: "Join room" }));
    await page.locator("#main").focus();
    await page.keyboard.press("?");
    await expectVisible(page.getByRole("heading", { name: "In the composer" }));
    await expectAccessible(page, "second sheet");
  });

  test("axe finds nothing on the pages that are open to everybody", async () => {
    const page = await stories.openTab(options);
    // A place that differs from the one before in its hash alone is not loaded.
    for (const place of [
      "/signin/link#token=0",
      "/legal/terms",
      "/signin/link#token=0.a%40b.org",
      "/legal/privacy",
    ]) {
      await page.goto(place);
      await expectVisible(pageTitle(page));
      await expectAccessible(page, place);
    }
  });
});

test("screen readers are told of each message, also of one in the words of the last", async () => {
  const slug = newRoomSlug("told");
  const alice = await enterRoom(stories, "Alice", slug);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await expectVisible(log(alice).getByText("Bob joined"));
  await alice.evaluate(collectArrivals);

  await say(bob, slug, "Yes");
  await expectSoon(() => alice.evaluate(readArrivals)).toEqual(["Bob: Yes"]);
  await say(bob, slug, "Yes");

  await expectSoon(() => alice.evaluate(readArrivals)).toEqual(["Bob: Yes", "Bob: Yes"]);
});

/** Runs in the page: keeps what is added to the live region of the messages. */
function collectArrivals(): void {
  const told: string[] = [];
  const region = document.querySelector("[data-region=messages] > p[role=status].sr-only");
  if (!region) throw new Error("There is no live region");
  const observer = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => Array.from(addedNodes));
    told.push(...added.map(({ textContent }) => textContent ?? ""));
  });
  observer.observe(region, { childList: true, subtree: true, characterData: true });
  Object.assign(window, { told });
}

/** Runs in the page. */
function readArrivals(): unknown {
  return "told" in window ? window.told : undefined;
}
