import type { ChatClient } from "@colbin/client";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, longPress, newColleague, newRoomSlug } from "./people.ts";
import { newSession, type Session } from "./sessions.ts";

const stories = tellStories();

/** Somebody invites this person to rooms of these names, the last one being the newest. */
async function invite(host: ChatClient, to: Session, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await host.call("createRoom", { body: { title, privacy: "protected" } });
    const accessLevel = "OWNER" as const;
    const body = { identifiers: [to.address], accessLevel };
    await host.call("inviteToRoom", { params: { slug: title }, body });
  }
}

const row = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
const unreadIn = (page: Page, name: string) => row(page, name).getByText("unread").count();
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

test("what one device reads, puts away and snoozes is so on the other, by keys and with a way back", async () => {
  const [pier, slip, dock] = ["pier", "slip", "dock"].map(newRoomSlug) as [string, string, string];
  const as = await newSession("Bob");
  const olga = await newColleague("Olga");
  const desk = await stories.enter(as, "/chat");
  const mobile = await stories.openTab({ ...phone, as, mayComplain: connectionComplaints });
  await mobile.goto("/activity");
  await expectVisible(mobile.getByText("All done", { exact: true }));
  await expectAccessible(mobile, "no activity on a phone");

  await desk.getByRole("navigation").getByRole("link", { name: "Activity" }).click();
  await expectSoon(() => desk.title()).toMatch(/^(\(\d+\) )?Activity · Colbin$/);
  await invite(olga, as, pier, slip, dock);
  for (const name of [pier, slip, dock])
    for (const page of [desk, mobile]) await expectVisible(row(page, name));
  await expectAccessible(desk, "activity");
  await expectAccessible(mobile, "activity on a phone");

  await expectSoon(async () => {
    await desk.keyboard.press("j");
    return focused(desk);
  }).toContain(dock);
  await desk.keyboard.press("ArrowDown");
  expect(await focused(desk)).toContain(slip);
  await desk.keyboard.press("u");
  for (const page of [desk, mobile]) await expectSoon(() => unreadIn(page, slip)).toBe(0);

  await desk.keyboard.press("e");
  for (const page of [desk, mobile]) await expectGone(row(page, slip));
  await expectVisible(desk.getByText("Marked as done", { exact: true }));
  await expectSoon(() => focused(desk)).toContain(pier);
  await desk.keyboard.press("z");
  for (const page of [desk, mobile]) await expectVisible(row(page, slip));
  expect(await unreadIn(mobile, slip)).toBe(0);

  await row(desk, pier).focus();
  await desk.keyboard.press("s");
  await expectAccessible(desk, "snoozing", "[role=dialog]");
  await desk.getByRole("radio", { name: /^In an hour/ }).check({ force: true });
  await desk.getByRole("button", { name: "Snooze", exact: true }).press("Enter");
  for (const page of [desk, mobile]) await expectGone(row(page, pier));
  await tab(mobile, /^Snoozed/).tap();
  await expectVisible(row(mobile, pier).getByText(/^Until /));
  await desk.getByRole("button", { name: "Undo" }).click();
  await expectVisible(row(desk, pier));
  await expectVisible(mobile.getByText("Nothing snoozed", { exact: true }));

  await tab(mobile, /^All/).tap();
  await row(mobile, dock).getByRole("button", { name: "More" }).tap();
  const sheet = mobile.getByRole("dialog");
  await sheet.getByRole("button", { name: "Done" }).tap();
  await expectGone(row(desk, dock));
  await longPress(row(mobile, pier), sheet);
  await expectAccessible(mobile, "acts on a notification", "[role=dialog]");
  await sheet.getByRole("button", { name: "Mark as read" }).tap();
  await expectSoon(() => unreadIn(desk, pier)).toBe(0);
});

test("invitations and requests are answered in their rows; what was answered elsewhere says so", async () => {
  const [asked, invited] = ["asked", "invited"].map(newRoomSlug) as [string, string];
  const as = await newSession("Bob");
  const [olga, carol] = [await newColleague("Olga"), await newColleague("Carol")];
  await invite(olga, as, asked, invited);
  const page = await stories.enter(as, "/activity", { mayBeRefused: ["approveAccessRequest 409"] });
  await tab(page, /^Requests/).click();
  await row(page, asked).getByRole("button", { name: "Accept" }).click();
  await expectGone(row(page, asked));
  await row(page, invited).getByRole("button", { name: "Decline" }).press("Enter");
  await expectGone(row(page, invited));
  const params = { slug: asked };
  const { request } = await carol.call("requestAccess", { params, body: { accessLevel: "WRITE" } });
  await expectVisible(row(page, "Carol asks to join"));
  await page.route(/\/approve$/, async (route) => {
    await olga.call("approveAccessRequest", { params: { id: request?.id ?? "" } });
    await route.continue();
  });
  await row(page, "Carol").getByRole("button", { name: "Approve Carol" }).click();
  await expectSoon(async () => {
    const [count, isSaid] = [
      await row(page, "Carol").count(),
      await page.getByText("Already handled", { exact: true }).count(),
    ];
    return count === 0 || isSaid === 1;
  }).toBe(true);
  await expectGone(page.getByText("The request was not approved"));
});

test("a row of another workspace names it, and leads there", async () => {
  const as = await newSession("Bob");
  const olga = await newColleague("Olga");
  const page = await stories.enter(as, "/chat");
  const { id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } });
  const { code } = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
  await page.goto(`/invite/join?code=${code}`);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expectVisible(page.getByRole("button", { name: "Workspace Nordlicht" }));
  const params = { orgId, userId: as.userId };
  await olga.call("updateMember", { params, body: { role: "ADMIN" } });
  await page.keyboard.press("Alt+Shift+A");
  const words = "Olga changed your role";
  await expectVisible(row(page, words).getByText("Nordlicht", { exact: true }).last());
  await expectAccessible(page, "activity of several workspaces");
  await page.getByRole("button", { name: "Workspace Nordlicht" }).click();
  await page.getByRole("menuitemradio", { name: "Personal" }).click();
  await expectVisible(page.getByRole("button", { name: "Workspace Personal" }));
  await page.goto("/activity");
  await expectVisible(row(page, words));
  await page.getByRole("combobox", { name: "Workspace" }).selectOption("Personal");
  await expectVisible(page.getByText("All done", { exact: true }));
  await page.getByRole("combobox", { name: "Workspace" }).selectOption("All workspaces");
  await page.getByRole("button", { name: "Mark all as read" }).press("Enter");
  await expectSoon(() => unreadIn(page, words)).toBe(0);
});
