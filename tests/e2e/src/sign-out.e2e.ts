import { expect, test } from "vitest";
import { connectionComplaints, expectVisible, tellStories } from "./browser.ts";
import { expectGone, log, newRoomSlug, send, signInByDialog } from "./people.ts";
import { endedSession } from "./refusals.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("signing out in one tab signs the other out, and nothing of the person stays", async () => {
  const first = await stories.enter(await newSession("Alice"), "/chat/general");
  const second = await first.context().newPage();
  await second.goto("/chat");
  await expectVisible(second.getByText("Connected", { exact: true }));

  await second.getByRole("button", { name: /user menu/ }).click();
  await second.getByRole("menuitem", { name: "Sign out" }).click();

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
  const parts = page.waitForResponse(/SignOutDialog-/);
  await page.goto(`/chat/${slug}`);
  await parts;
  await page.context().setOffline(true);
  await send(page, "Not yet sent");
  await expectVisible(log(page).getByText("Sending"));
  const signOut = async () => {
    await page.getByRole("button", { name: /user menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };

  await signOut();
  const question = page.getByRole("dialog", { name: "Sign out?" });
  await expectVisible(question.getByText("1 message is not sent yet and will be lost."));
  await question.getByRole("button", { name: "Cancel" }).click();
  await expectVisible(log(page).getByText("Not yet sent"));
  await signOut();
  await question.getByRole("button", { name: "Sign out" }).click();

  await expectGone(log(page));
  await page.context().setOffline(false);
  await expectVisible(page.getByRole("dialog", { name: "Welcome to Colbin" }));
});
