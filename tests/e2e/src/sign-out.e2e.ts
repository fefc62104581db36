import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { connectionComplaints, expectVisible, tellStories } from "./browser.ts";
import { readKept } from "./kept.ts";
import {
  composer,
  expectGone,
  expectSoon,
  log,
  newRoomSlug,
  send,
  signInByDialog,
} from "./people.ts";
import { endedSession } from "./refusals.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const userMenu = (page: Page) => page.getByRole("button", { name: /user menu/ });

async function signOut(page: Page): Promise<void> {
  await userMenu(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test("signing out in one tab signs the other out, and nothing of the person stays", async () => {
  const first = await stories.enter(await newSession("Alice"), "/chat/general");
  const second = await first.context().newPage();
  await second.goto("/chat");
  await expectVisible(second.getByText("Connected", { exact: true }));

  await signOut(second);

  for (const page of [first, second])
    await expectVisible(page.getByRole("dialog", { name: "Welcome to Colbin" }));
  const kept = await first.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => /token|user$/i.test(key))).toEqual([]);
  await first.reload();
  await expectVisible(first.getByLabel("Email or Phone Number"));
});

test("signing in in one tab signs the other in", async () => {
  const browser = await stories.openBrowser();
  const waiting = await browser.newPage();
  await waiting.goto("/chat");
  await expectVisible(waiting.getByLabel("Email or Phone Number"));

  const active = await browser.newPage();
  await signInByDialog(active, "Alice");

  await expectVisible(waiting.getByText("Connected", { exact: true }));
});

test("emoji that one person has used are none of the next one in the same tab", async () => {
  const slug = newRoomSlug("emoji");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  const write = async (name: string): Promise<string | null> => {
    await composer(page).pressSequentially(`:${name}`);
    await expectVisible(page.getByRole("option"));
    await composer(page).press("Enter");
    await send(page, "Done");
    return page.evaluate(() => localStorage.getItem("emojiRecents"));
  };
  expect(await write("rocket")).toBe('["🚀"]');
  await expectVisible(log(page).getByText("Sent", { exact: true }));

  await signOut(page);
  const other = await page.context().newPage();
  await signInByDialog(other, "Bob");
  await page.getByRole("button", { name: "Join room" }).click();
  expect(await write("cactus")).toBe('["🌵"]');
});

test("a session that the server ends leads to the sign-in dialog, which says so", async () => {
  const page = await stories.enter(await newSession("Alice"), "/chat/general", {
    mayBeRefused: endedSession,
  });

  // As from another device: the page itself does not know of it.
  const status = await page.evaluate(async () => {
    const reply = await fetch("/v1/auth/logout", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refreshToken: "cookie" }),
    });
    return reply.status;
  });

  expect(status).toBe(204);
  await expectVisible(page.getByRole("dialog", { name: "Welcome to Colbin" }));
  await expectVisible(page.getByRole("alert").getByText("Please sign in again"));
});

test("unsent messages are asked about before they are lost", async () => {
  const slug = newRoomSlug("unsent");
  const as = await newSession("Alice", [slug]);
  const page = await stories.openTab({ as, mayComplain: connectionComplaints });
  const parts = page.waitForResponse(/late-user-menu-/);
  await page.goto(`/chat/${slug}`);
  await parts;
  await userMenu(page).click();
  await expectVisible(page.getByRole("menuitem", { name: "Sign out" }));
  await page.keyboard.press("Escape");
  await page.context().setOffline(true);
  await send(page, "Not yet sent");
  await expectVisible(log(page).getByText("Sending"));

  await signOut(page);
  const question = page.getByRole("dialog", { name: "Sign out?" });
  await expectVisible(question.getByText("1 message is not sent yet and will be lost."));
  await question.getByRole("button", { name: "Cancel" }).click();
  await expectVisible(log(page).getByText("Not yet sent"));
  await signOut(page);
  await question.getByRole("button", { name: "Sign out" }).click();

  await expectGone(log(page));
  await page.context().setOffline(false);
  await expectVisible(page.getByRole("dialog", { name: "Welcome to Colbin" }));
});

test("drafts of all tabs are asked about before they are lost, and leave the device", async () => {
  const [slug, elsewhere] = [newRoomSlug("draft"), newRoomSlug("other")];
  const as = await newSession("Alice", [slug, elsewhere]);
  const page = await stories.enter(as, `/chat/${slug}`);
  // A draft that the server has comes back with the next sign-in.
  await page.context().route(/\/drafts\//, () => undefined);
  const other = await page.context().newPage();
  await other.goto(`/chat/${elsewhere}`);
  await composer(other).fill("In the other tab");
  await send(page, "Said");
  await expectVisible(log(page).getByText("Sent", { exact: true }));
  await composer(page).press("ArrowUp");
  await log(page).getByRole("textbox").fill("Being changed");
  await composer(page).fill("Not sent");
  await expectSoon(() => readKept(page)).toContain("In the other tab");

  await signOut(page);
  const question = page.getByRole("dialog", { name: "Sign out?" });
  await expectVisible(question.getByText("3 drafts will be lost."));
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await composer(page).inputValue()).toBe("Not sent");
  await composer(page).fill("");
  await signOut(page);
  await expectVisible(question.getByText("2 drafts will be lost."));
  await question.getByRole("button", { name: "Sign out" }).click();

  for (const tab of [page, other])
    await expectVisible(tab.getByRole("dialog", { name: "Welcome to Colbin" }));
  await expectSoon(() => readKept(page)).toBe("[]");
});
