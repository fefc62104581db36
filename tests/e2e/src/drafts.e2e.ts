import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { composer, expectGone, expectSoon, log, newColleague, newRoomSlug } from "./people.ts";
import { newSession } from "./sessions.ts";

/* Drafts of one person on two devices. */

const stories = tellStories();

const replyField = (page: Page) => page.getByRole("textbox", { name: "Reply to the thread" });

test("a draft goes on on another device, and ends with its message", async () => {
  const [slug, elsewhere] = [newRoomSlug("drafts"), newRoomSlug("elsewhere")];
  const as = await newSession("Alice", [slug, elsewhere]);
  const laptop = await stories.enter(as, `/chat/${slug}`);
  for (const bob of [await newColleague("Bob"), await newColleague("Bob")])
    await bob.rooms.join(slug);
  await composer(laptop).pressSequentially("Before we switch @bo");
  await expectVisible(laptop.getByRole("option", { name: /^Bob/ }));
  await laptop.keyboard.press("Enter");
  await composer(laptop).pressSequentially("@bo");
  await expectVisible(laptop.getByRole("option", { name: /^Bob/ }).nth(1));
  await laptop.keyboard.press("ArrowDown");
  await laptop.keyboard.press("Enter");
  const mobile = await stories.openTab({ ...phone, as });
  await mobile.goto(`/chat/${slug}`);
  await expectSoon(() => composer(mobile).inputValue()).toBe("Before we switch @Bob @Bob (2) ");

  await laptop.getByRole("link", { name: new RegExp(elsewhere) }).click();
  await expectVisible(laptop.getByRole("link", { name: `${slug} (draft)` }));
  await composer(mobile).press("Enter");
  await expectVisible(log(mobile).getByText("Before we switch"));
  await expectSoon(() => log(mobile).getByRole("button", { name: "@Bob" }).count()).toBe(2);
  await expectVisible(laptop.getByRole("link", { name: slug, exact: true }));

  // The same in a thread.
  await laptop.goto(`/chat/${slug}`);
  await log(laptop).getByRole("article").filter({ hasText: "Before we switch" }).focus();
  await laptop.keyboard.press("t");
  await replyField(laptop).fill("At nine");
  await mobile.goto(laptop.url());
  await expectSoon(() => replyField(mobile).inputValue()).toBe("At nine");
  await replyField(mobile).press("Enter");
  await expectSoon(() => replyField(laptop).inputValue()).toBe("");
});

test("what two devices wrote at once is both there, and one is taken", async () => {
  const slug = newRoomSlug("drafts");
  const as = await newSession("Alice", [slug]);
  const laptop = await stories.openTab({ as, mayBeRefused: ["putDraft 409"] });
  const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await laptop.route(/\/drafts\//, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await laptop.goto(`/chat/${slug}`);
  await composer(laptop).fill("Singapore tomorrow");
  await asked.promise;
  const mobile = await stories.openTab({ ...phone, as });
  await mobile.goto(`/chat/${slug}`);
  const saved = mobile.waitForResponse((reply) => reply.url().includes("/drafts/"));
  await composer(mobile).fill("One quiet hour");
  await saved;
  held.resolve();

  const other = laptop.getByRole("group", { name: "Draft of another device" });
  await expectVisible(other.getByText("One quiet hour"));
  await expectSoon(() => composer(mobile).inputValue()).toBe("Singapore tomorrow");
  await expectAccessible(laptop, "draft of another device");
  await expectVisible(mobile.getByRole("button", { name: "Use it" }));
  await expectAccessible(mobile, "draft of another device on a phone");
  await mobile.getByRole("button", { name: "Use it" }).tap();
  await expectSoon(() => composer(laptop).inputValue()).toBe("One quiet hour");
  await expectVisible(other.getByText("Singapore tomorrow"));
  await other.getByRole("button", { name: "Discard" }).click();
  await expectGone(other);
  expect(await composer(laptop).inputValue()).toBe("One quiet hour");
});
