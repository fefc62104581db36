import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { createRoom, log, newColleague, newRoomSlug, refusedText, say, send } from "./people.ts";
import { newAddress, newSession } from "./sessions.ts";

const stories = tellStories();

const views = [
  { screen: "a desk", options: desk },
  { screen: "a phone", options: phone },
] as const;

/** Every rule of axe, also those that are only good practice, in both themes, on what is there when colors have changed. */
async function expectAccessible(page: Page, place: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(untilTransitionsEnd);
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ["violations"] })
      // What is gained without it is frames of other origins, which we have none of; it opens a page for each run.
      .setLegacyMode()
      .analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary ?? ""}`,
      ),
    );
    expect({ place, colorScheme, found }).toEqual({ place, colorScheme, found: [] });
  }
}

/** Runs in the page. */
async function untilTransitionsEnd(): Promise<void> {
  const transitions = document
    .getAnimations()
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map((transition) => transition.finished));
}

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
    const parts = page.waitForResponse(/MenuSurface-/);
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
    await expectVisible(page.getByRole("menuitem", { name: "Copy link" }));
    await expectAccessible(page, "room with a failed message, offline, with the share menu");
  });

  test("axe finds nothing on a screen of rooms, with the user menu, a new room and an error", async () => {
    const page = await stories.enter(await newSession("Alice"), "/chat", {
      ...options,
      mayComplain: /404|Error/,
    });
    await page.getByRole("button", { name: /user menu/ }).click();
    await expectVisible(page.getByRole("menuitem", { name: "Sign out" }));
    await expectAccessible(page, "first screen with the user menu");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Browse rooms" }).click();
    await expectVisible(page.getByRole("list", { name: "Public rooms" }));
    await expectAccessible(page, "public rooms");
    await createRoom(page, newRoomSlug("empty"));
    await expectVisible(page.getByText(/^Created room/));
    await expectAccessible(page, "new room and toast");
    await page.goto("/no/such/page");
    await expectVisible(page.getByText("404 Not Found"));
    await expectAccessible(page, "error");
  });

  test.each([
    "/legal/terms",
    "/legal/privacy",
    "/signin/link#token=0",
    "/signin/link#token=0.a%40b.org",
  ])("axe finds nothing on %s", async (place) => {
    const page = await stories.openTab(options);
    await page.goto(place);
    await expectVisible(page.getByRole("heading", { level: 1 }));
    await expectAccessible(page, place);
  });
});
