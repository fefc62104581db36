import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectVisible, tellStories } from "./browser.ts";
import { expectFocused, expectSoon, log, newColleague, newRoomSlug, say } from "./people.ts";
import { newAddress, newSession } from "./sessions.ts";

const stories = tellStories();

/** Presses Tab until the focus is on what has this name, as somebody without a pointer does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
    });
    if (name.test(focused)) return;
    seen.push(focused);
  }
  throw new Error(`Tab does not reach ${String(name)}, but: ${seen.join(" | ")}`);
}

test("the keyboard alone signs in, joins a room, writes, reads and signs out", async () => {
  // Digits come first in the list of public rooms, which the stories share.
  const slug = newRoomSlug("0keys");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "First", "Second");
  const page = await stories.openTab();
  await page.goto("/chat");

  // The dialog opens on its field.
  await expectVisible(page.getByLabel("Email or Phone Number"));
  await page.keyboard.type(newAddress("alice"));
  await page.keyboard.press("Enter");
  await expectVisible(page.getByLabel("Enter OTP"));
  await page.keyboard.press("Enter");
  await expectVisible(page.getByLabel("Your name"));
  await page.keyboard.type("Alice");
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("list", { name: "Public rooms" }));

  await tabTo(page, new RegExp(`^Join ${slug}`));
  await page.keyboard.press("Enter");
  await expectSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("Hello from the keyboard");
  await page.keyboard.press("Enter");
  await expectVisible(log(page).getByText("Hello from the keyboard"));

  // To the messages and through them, and back to where one writes.
  await page.keyboard.press("Shift+F6");
  const named = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await expectSoon(named).toMatch(/^Alice, /);
  await page.keyboard.press("ArrowUp");
  await expectSoon(named).toMatch(/^Bob, /);
  await page.keyboard.press("Escape");
  await expectSoon(named).toMatch(/^Message #/);

  await page.keyboard.press("F6");
  await tabTo(page, /user menu/);
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("menuitem", { name: "Sign out" }));
  await page.keyboard.press("Escape");
  const menuButton = page.getByRole("button", { name: /user menu/ });
  await expectFocused(menuButton);
  await page.keyboard.press("Enter");
  const role = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
  await expectSoon(role).toBe("menuitem");
  await page.keyboard.press("End");
  await expectSoon(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Sign out");
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("dialog", { name: "Welcome to Colbin" }));
});

test("a room of the sidebar is chosen by Enter, and the skip link leads past it", async () => {
  const [one, two] = [newRoomSlug("one"), newRoomSlug("two")];
  const page = await stories.enter(await newSession("Alice", [one]), "/chat");
  await page.getByLabel("Room name").fill(two);
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("heading", { name: two }));
  await page.getByRole("navigation").getByRole("link", { name: "Browse channels" }).press("Enter");

  await page.reload();
  await expectVisible(page.getByRole("navigation").getByRole("link", { name: one }));
  await page.keyboard.press("Tab");
  await expectVisible(page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  // The history has no step of it, of which no guard of unsaved text would know.
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("searchbox", { name: "Search rooms" }).focus();
  await tabTo(page, new RegExp(`^${one}$`));
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("heading", { name: one }));
  await expectSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
});
