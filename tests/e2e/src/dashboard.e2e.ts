import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, log, newColleague, newRoomSlug, say } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const part = (page: Page, name: string) => page.getByRole("region", { name });
const allDone = (page: Page) => page.getByText("All done", { exact: true });

test("all that waits is on one page, and goes from it with its answer", async () => {
  const [busy, asked, invited] = ["busy", "asked", "invited"].map(newRoomSlug) as [
    string,
    string,
    string,
  ];
  const bob = await newSession("Bob", [busy]);
  const [olga, carol] = [await newColleague("Olga"), await newColleague("Carol")];
  const identifiers = [bob.address];
  for (const [title, accessLevel] of [
    [asked, "OWNER"],
    [invited, "WRITE"],
  ] as const) {
    await olga.call("createRoom", { body: { title, privacy: "protected" } });
    const body = { identifiers, accessLevel };
    await olga.call("inviteToRoom", { params: { slug: title }, body });
  }
  await olga.rooms.join(busy);
  await olga.rooms.load();
  await say(olga, busy, "The ferry is late");

  const page = await stories.enter(bob, "/chat");
  await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();

  await expectSoon(() => page.title()).toMatch(/^(\(\d+\) )?Overview · Colbin$/);
  await expectVisible(part(page, "Unread rooms").getByText("The ferry is late"));
  const waiting = part(page, "Requests and invitations");
  const invitation = (name: string) => waiting.getByRole("listitem").filter({ hasText: name });
  await invitation(asked).getByRole("button", { name: "Accept" }).click();
  await expectGone(invitation(asked));
  await carol.call("requestAccess", { params: { slug: asked }, body: { accessLevel: "WRITE" } });
  await expectVisible(waiting.getByText("Carol asks to join"));
  await expectAccessible(page, "an overview");
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page, "an overview on a phone");
  await page.setViewportSize(desk.viewport);

  await waiting.getByRole("button", { name: "Approve Carol" }).press("Enter");
  await expectGone(waiting.getByText("Carol asks to join"));
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await invitation(invited).getByRole("button", { name: "Decline" }).press("Enter");
  await expectGone(waiting);
  await page.getByRole("button", { name: "Mark all rooms as read" }).press("Enter");
  await expectVisible(allDone(page));
  await expectAccessible(page, "an overview of nothing");
});

test("without a network the overview shows what is known, and asks again", async () => {
  const slug = newRoomSlug("harbour");
  const as = await newSession("Bob", [slug]);
  const olga = await newColleague("Olga");
  await olga.rooms.join(slug);
  await olga.rooms.load();
  const page = await stories.openTab({ as, mayComplain: connectionComplaints });
  await page.route(/\/notifications\?/, (route) => route.abort());
  await say(olga, slug, "The pilot is on board");
  await page.goto("/dashboard");

  await expectVisible(part(page, "Unread rooms").getByText("The pilot is on board"));
  await expectVisible(page.getByText("Requests and invitations did not load"));
  await page.unroute(/\/notifications\?/);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expectGone(page.getByText("Requests and invitations did not load"));
  await part(page, "Unread rooms").getByRole("link", { name: slug }).press("Enter");
  await expectSoon(() => new URL(page.url()).pathname).toBe(`/chat/${slug}`);
  await expectVisible(log(page).getByText("The pilot is on board"));
});
