import type { ChatClient } from "@colbin/client";
import type { UserId, WorkspaceId } from "@colbin/protocol";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, expectVisible, phone, tellStories } from "./browser.ts";
import { composer, expectGone, expectSoon, newColleague } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

interface Stage {
  readonly giveRole: (role: "ADMIN" | "MEMBER" | "GUEST") => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
}

/** Olga leads an organization that this person has joined by a link, and can do something to them. */
async function lead(olga: ChatClient, page: Page): Promise<Stage> {
  const { id: orgId } = await olga.call("createOrganization", { body: { title: "Nordlicht" } });
  const { code } = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
  await page.goto(`/invite/join?code=${code}`);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expectVisible(page.getByRole("button", { name: "Workspace Nordlicht" }));
  const params = { orgId, userId: await memberOf(olga, orgId) };
  return {
    giveRole: (role) => olga.call("updateMember", { params, body: { role } }),
    remove: () => olga.call("removeMember", { params, body: {} }),
  };
}

async function memberOf(olga: ChatClient, orgId: WorkspaceId): Promise<UserId> {
  const { results } = await olga.call("listMembers", { params: { orgId }, query: {} });
  const other = results.find(({ role }) => role !== "OWNER");
  if (!other) throw new Error("Somebody has joined");
  return other.userId;
}

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const list = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const count = (page: Page) => bell(page).getAttribute("aria-label");

test("a new role is told in every tab at once, and read in one it is read in all", async () => {
  const bob = await stories.enter(await newSession("Bob"), "/chat");
  const { giveRole, remove } = await lead(await newColleague("Olga"), bob);
  const second = await bob.context().newPage();
  await second.goto("/chat/general");
  await expectVisible(composer(second));
  await bell(second).press("Enter");
  await expectVisible(list(second).getByText("Nothing new"));
  await expectAccessible(second, "no notifications");
  await second.keyboard.press("Escape");

  await giveRole("ADMIN");

  for (const page of [bob, second])
    await expectSoon(() => count(page)).toBe("Notifications, 1 unread");
  await bell(bob).focus();
  await bob.keyboard.press("Enter");
  const row = list(bob).getByRole("link", { name: /Olga changed your role in Nordlicht to Admin/ });
  await expectVisible(row);
  await expectVisible(list(bob).getByRole("heading", { name: "Today" }));
  await expectAccessible(bob, "notifications");
  await row.press("Enter");
  await expectGone(list(bob));
  await expectVisible(bob.getByRole("heading", { level: 1, name: "Nordlicht" }));
  for (const page of [bob, second]) await expectSoon(() => count(page)).toBe("Notifications");

  await bob.goto("/chat");
  await bob.getByRole("button", { name: "Workspace Nordlicht" }).click();
  await bob.getByRole("menuitemradio", { name: "Personal" }).click();
  for (const page of [bob, second])
    await expectVisible(page.getByRole("button", { name: "Workspace Personal" }));
  await remove();
  for (const page of [bob, second])
    await expectSoon(() => count(page)).toBe("Notifications, 1 unread");
  await bell(bob).press("Enter");
  const words = "Olga removed you from Nordlicht";
  await list(bob).getByRole("button", { name: words }).press("Enter");
  for (const page of [bob, second]) await expectSoon(() => count(page)).toBe("Notifications");
  await expectVisible(list(bob).getByText(words));
  expect(await list(bob).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});

test("what is told while somebody is offline is there when they are back, on a phone in a sheet", async () => {
  const as = await newSession("Bob");
  const bob = await stories.openTab({ ...phone, as, mayComplain: connectionComplaints });
  // The parts of the page that come last.
  const parts = bob.waitForResponse(/NotificationsSurface-/);
  await bob.goto("/chat");
  const { giveRole } = await lead(await newColleague("Olga"), bob);
  await parts;
  await bob.goto("/chat");
  await expectVisible(bob.getByText("Connected", { exact: true }));
  await bell(bob).tap();
  await expectVisible(list(bob).getByText("Nothing new"));
  await bob.keyboard.press("Escape");
  await bob.context().setOffline(true);
  await giveRole("GUEST");
  await bell(bob).tap();
  await expectVisible(list(bob).getByText(/^This may not be the newest/));
  await expectAccessible(bob, "notifications without a network");
  await bob.context().setOffline(false);
  await expectVisible(list(bob).getByText("Olga changed your role in Nordlicht to Guest"));
  await expectGone(list(bob).getByText(/^This may not be the newest/));
  await expectAccessible(bob, "notifications in a sheet");
  await list(bob).getByRole("button", { name: "Mark all as read" }).tap();
  await expectSoon(() => list(bob).getByText("unread").count()).toBe(0);
  await list(bob).getByRole("link", { name: /^Olga/ }).tap();
  await expectGone(list(bob));
  await expectVisible(bob.getByRole("heading", { level: 1, name: "Nordlicht" }));
});

/** Where the latest mail to this address leads a person who wants no more of its kind. */
async function findWayOut(page: Page, address: string): Promise<string> {
  let found: string | undefined;
  await expectSoon(async () => {
    const outbox = await (await page.request.get("/dev/outbox")).text();
    const mail = outbox.split("<li>").find((each) => each.includes(`To ${address}`));
    found = /\/unsubscribe#token=[\w.-]+/.exec(mail ?? "")?.[0];
    return found;
  }).toBeDefined();
  return found ?? "";
}

test("a link in a mail stops mails of its kind, signed out too, and the settings bring them back", async () => {
  const session = await newSession("Bob");
  const bob = await stories.enter(session, "/chat");
  const { giveRole } = await lead(await newColleague("Olga"), bob);
  await giveRole("ADMIN");
  const way = await findWayOut(bob, session.address);

  const stranger = await stories.openTab({ mayBeRefused: ["getUnsubscribe 404"] });
  await stranger.goto(way);
  await expectVisible(stranger.getByRole("heading", { name: "Mails to b…@example.org" }));
  await expectVisible(stranger.getByText("Stop mails about your organizations?"));
  await expectAccessible(stranger, "the question");
  await stranger.getByRole("button", { name: "Stop these mails" }).press("Enter");
  await expectVisible(stranger.getByText("You get no more of these mails."));
  await expectAccessible(stranger, "stopped");
  await stranger.goto("/legal/terms");
  await stranger.goto(`${way}x`);
  await expectVisible(stranger.getByRole("heading", { name: "This link does not work" }));

  await bob.goto("/settings/account");
  const again = bob.getByRole("button", { name: "Get them again: Mails about organizations" });
  await expectVisible(again);
  await expectAccessible(bob, "refused mails");
  await again.press("Enter");
  await expectGone(again);
});
