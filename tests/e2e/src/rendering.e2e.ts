import { readFile } from "node:fs/promises";
import type { ChatClient } from "@colbin/client";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, expectVisible, tellStories } from "./browser.ts";
import {
  arrived,
  expectGone,
  expectSoon,
  idOf,
  log,
  newColleague,
  newRoomSlug,
  say,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const code = `const answer: number = 42; // ${"long ".repeat(60)}`;
/** On the left of a formula that a spreadsheet would run. */
const table = "| Region | p99 |\n|-|-|\n| Recife | -5 ms |\n| =1+1 | 3 |";

/** Answers for the server: other sites are not asked in a story. */
async function answerPictures(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route("**/v1/images?*", (route) => {
    const url = new URL(route.request().url()).searchParams.get("url") ?? "";
    asked.push(url);
    if (url.includes("missing")) return route.fulfill({ status: 404 });
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" />';
    return route.fulfill({ contentType: "image/svg+xml", body });
  });
  return asked;
}

async function expectFormulasAndSides(page: Page, bob: ChatClient, slug: string): Promise<void> {
  const rows = log(page).getByRole("article");
  await say(
    bob,
    slug,
    `So $$\\frac{a}{b}$$ holds, and $$${"a+".repeat(60)}a$$\n\n$$\n\\sqrt{2}\n$$\n\n$$\\frac{$$`,
    "> שלום\n\n- [ ] שלום",
  );
  await expectVisible(rows.locator("math mfrac"));
  await expectVisible(rows.locator("math[display=block] msqrt"));
  await expectVisible(rows.getByText("$$\\frac{$$"));
  const sides = await rows
    .locator("blockquote, ul")
    .evaluateAll((all) =>
      all.map((each) => [
        getComputedStyle(each).direction,
        getComputedStyle(each).borderRightWidth,
      ]),
    );
  expect(sides).toEqual([
    ["rtl", "2px"],
    ["rtl", "0px"],
  ]);
  await expectAccessible(page, "formatted messages", "[role=log]");
}

test("a message looks as it was meant, and what comes later moves nothing", async () => {
  const slug = newRoomSlug("rendering");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const page = await stories.openTab({
    as: await newSession("Alice", [slug]),
    mayBeRefused: ["any 404"],
  });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const asked = await answerPictures(page);
  const late: (() => Promise<void>)[] = [];
  await page.route(/\/(late-blocks|MessageImage|EmojiWord)-/, (route) => {
    late.push(() => route.continue());
  });
  await page.goto(`/chat/${slug}`);
  await say(
    bob,
    slug,
    `\`\`\`ts\n${code}\n\`\`\``,
    table,
    "![A chart](https://pictures.example/a.png) ![](https://pictures.example/missing.png)",
    "||The **codename** is Pelican||",
    ":tada: and :no_such_emoji:",
  );
  const rows = log(page).getByRole("article");
  await expectVisible(rows.filter({ hasText: ":tada:" }));
  const heights = () => rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  await expectSoon(() => late.length).toBe(3);
  const before = await heights();
  await Promise.all(late.map((go) => go()));

  const block = page.getByRole("figure", { name: "Code, TypeScript" });
  await expectVisible(block.locator(".text-code-keyword", { hasText: "const" }));
  expect(await block.locator("code").textContent()).toBe(code);
  await expectVisible(rows.getByText("🎉 and :no_such_emoji:"));
  await expectVisible(rows.getByText("Image failed to load"));
  expect(await heights()).toEqual(before);
  expect(asked.toSorted()).toEqual([
    "https://pictures.example/a.png",
    "https://pictures.example/missing.png",
  ]);
  await expectVisible(rows.getByRole("link", { name: "Open original at pictures.example" }));

  await block.getByRole("button").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await block.locator(".scroll-area").focus();
  await page.keyboard.press("ArrowRight");
  await expectSoon(() =>
    block.locator(".scroll-area").evaluate((area) => area.scrollLeft),
  ).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Copy table" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Region\tp99\nRecife\t-5 ms\n'=1+1\t3",
  );
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toBe(
    "Region,p99\r\nRecife,'-5 ms\r\n'=1+1,3",
  );

  expect(await rows.getByText("Pelican").count()).toBe(0);
  await page.getByRole("button", { name: "Spoiler, press to show" }).press("Enter");
  await expectVisible(rows.getByText("codename"));
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Pelican");

  await page.getByRole("button", { name: "Open image: A chart" }).press("Enter");
  const viewer = page.getByRole("dialog", { name: "A chart" });
  await expectVisible(viewer.getByRole("img", { name: "A chart" }));
  await expectAccessible(page, "a picture", "[role=dialog]");
  await page.keyboard.press("Escape");
  await expectGone(viewer);
  await expectFormulasAndSides(page, bob, slug);
});

test("the author ticks tasks, the others see it", async () => {
  const slug = newRoomSlug("tasks");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const options = { mayBeRefused: ["editMessage 403"], mayComplain: connectionComplaints } as const;
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`, options);
  const carol = await stories.enter(await newSession("Carol", [slug]), `/chat/${slug}`);
  await send(alice, "To do:\n- [ ] the **first**\n- [x] the second\n- [ ] the third");
  const box = (page: Page, name: string) => log(page).getByRole("checkbox", { name });
  const areTicked = (page: Page) =>
    log(page)
      .getByRole("checkbox")
      .evaluateAll((all) => all.map((each) => each.matches(":checked")));
  await expectVisible(log(alice).getByText(arrived));
  await expectVisible(box(carol, "the first"));
  expect(await box(carol, "the first").isDisabled()).toBe(true);

  await box(alice, "the first").press("Space");
  await box(alice, "the second").press("Space");
  await expectSoon(() => areTicked(carol)).toEqual([true, false, false]);
  await alice.context().setOffline(true);
  await box(alice, "the third").click();
  await expectSoon(() => areTicked(alice)).toEqual([true, false, true]);
  await alice.context().setOffline(false);
  await expectSoon(() => areTicked(carol)).toEqual([true, false, true]);
  const content = () => bob.store.getSnapshot().messages.get(idOf(bob, slug))?.at(-1)?.content;
  await bob.rooms.open(idOf(bob, slug));
  await expectSoon(content).toBe("To do:\n- [x] the **first**\n- [ ] the second\n- [x] the third");

  await alice.context().setOffline(true);
  await box(alice, "the first").click();
  await expectSoon(() => areTicked(alice)).toEqual([false, false, true]);
  await bob.call("archiveRoom", { params: { slug } });
  await alice.context().setOffline(false);
  await expectVisible(alice.getByText("Task not changed"));
  await expectSoon(() => areTicked(alice)).toEqual([true, false, true]);
});
