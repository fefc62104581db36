import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { tellStories } from "./browser.ts";
import {
  createRoom,
  expectGone,
  expectSoon,
  expectVisible,
  log,
  newColleague,
  newRoomSlug,
  say,
  signIn,
} from "./people.ts";

const stories = tellStories();

async function scrollToTop(page: Page): Promise<void> {
  await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
}

function lines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Line ${index + 1}`);
}

test("unread messages are counted in the sidebar and the tab, and divided from the read ones", async () => {
  const slug = newRoomSlug("count");
  const ann = await stories.openTab();
  await signIn(ann, "Ann Ritter");
  await createRoom(ann, slug);
  const bo = await newColleague("Bo Lund");
  await bo.rooms.join(slug);
  await say(bo, slug, "Read before");
  await expectVisible(log(ann).getByText("Read before"));
  await expectSoon(() => ann.title()).toBe(`${slug} · Colbin`);
  await ann.getByRole("link", { name: "Browse rooms" }).click();

  await say(bo, slug, "First", "Second", "Third");
  const row = ann.getByRole("navigation").getByRole("link", { name: slug });
  await expectVisible(row.getByText("3 unread"));
  expect(await ann.title()).toBe("(3) Colbin");

  await row.click();
  const divider = log(ann).getByRole("heading", { name: "New" });
  await expectVisible(divider);
  const box = await divider.boundingBox();
  const first = await log(ann).getByText("First").boundingBox();
  const read = await log(ann).getByText("Read before").boundingBox();
  expect(box?.y).toBeLessThan(first?.y ?? 0);
  expect(box?.y).toBeGreaterThan(read?.y ?? 0);

  await expectSoon(() => ann.title()).toBe(`${slug} · Colbin`);
  await expectGone(row.getByText(/unread/));
  // It stays where it was until the room is opened again.
  await expectVisible(divider);
});

test("a room with many unread messages opens at the first one and is read at its end", async () => {
  const slug = newRoomSlug("many");
  const ann = await stories.openTab();
  await signIn(ann, "Ann Ritter");
  await createRoom(ann, slug);
  await ann.getByRole("link", { name: "Browse rooms" }).click();
  const bo = await newColleague("Bo Lund");
  await bo.rooms.join(slug);
  await say(bo, slug, ...lines(120));
  await ann.reload();

  const row = ann.getByRole("navigation").getByRole("link", { name: slug });
  await expectVisible(row.getByText("99+ unread"));
  await row.click();
  await expectVisible(log(ann).getByRole("heading", { name: "New" }));
  await expectVisible(log(ann).getByText("Line 1", { exact: true }));
  expect(await ann.title()).toMatch(/^\(99\+\)/);

  await ann.getByRole("button", { name: "Latest messages" }).click();
  await expectVisible(log(ann).getByText("Line 120", { exact: true }));
  await expectSoon(() => ann.title()).toBe(`${slug} · Colbin`);
});

test("older messages load at the top, and the one that is read stays where it is", async () => {
  const slug = newRoomSlug("older");
  const bo = await newColleague("Bo Lund");
  await bo.rooms.join(slug);
  await say(bo, slug, ...lines(130));
  const ann = await stories.openTab();
  await signIn(ann, "Ann Ritter", `/chat/${slug}`);
  await expectVisible(log(ann).getByText("Line 130", { exact: true }));

  const held = Promise.withResolvers<void>();
  await ann.route(/\/messages\?.*before=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await scrollToTop(ann);
  await expectVisible(ann.getByText("Loading older messages"));
  const seen = log(ann).getByText("Line 85", { exact: true });
  const before = await seen.boundingBox();
  held.resolve();
  await expectSoon(() => log(ann).getByText("Line 80", { exact: true }).count()).toBe(1);
  const after = await seen.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);

  const start = log(ann).getByText("Bo Lund created the room");
  await expectSoon(async () => {
    await scrollToTop(ann);
    return start.isVisible();
  }).toBe(true);
  // The list draws what is in sight, not everything that is loaded.
  expect(await log(ann).getByRole("article").count()).toBeLessThan(120);
});

test("the room with more unread messages comes first", async () => {
  const [quiet, loud] = [newRoomSlug("quiet"), newRoomSlug("loud")];
  const ann = await stories.openTab();
  await signIn(ann, "Ann Ritter");
  await createRoom(ann, loud);
  await ann.getByRole("link", { name: "Browse rooms" }).click();
  await createRoom(ann, quiet);
  await ann.getByRole("link", { name: "Browse rooms" }).click();
  const bo = await newColleague("Bo Lund");
  await bo.rooms.join(quiet);
  await bo.rooms.join(loud);

  await say(bo, loud, "One", "Two");
  await say(bo, quiet, "One");

  const rows = ann.getByRole("navigation").getByRole("link", { name: /unread/ });
  await expectSoon(() => rows.count()).toBe(2);
  const names = await rows.allInnerTexts();
  expect(names.map((name) => name.split("\n")[0])).toEqual([loud, quiet]);
});
