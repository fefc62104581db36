import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  composer,
  expectGone,
  expectSoon,
  log,
  newColleague,
  send,
  shareDialog,
} from "./people.ts";
import { endedSession } from "./refusals.ts";
import { newMember } from "./sessions.ts";

const stories = tellStories();

const layer = "[role=dialog]";
/** The end of a session, and a link that leads nowhere, are part of the story. */
const ending = {
  mayComplain: /WebSocket is closed before/,
  mayBeRefused: [...endedSession, "validateGuestLink 404"],
} as const;

/** An organization of Nora, where Olga leads a room. */
async function newRoomOfOlga() {
  const nora = await newColleague("Nora");
  const { id: orgId } = await nora.call("createOrganization", { body: { title: "Harbour Co-op" } });
  const { code } = await nora.call("generateInviteLink", { params: { orgId }, body: {} });
  const olga = await newMember("Olga", code);
  await nora.workspaces.switchTo(orgId);
  // The client is where it was; the calls are of the organization.
  const there = { workspaceId: orgId };
  const leader = { params: { orgId, userId: olga.userId }, body: { role: "ADMIN" as const } };
  await nora.call("updateMember", leader, there);
  const room = { body: { title: "Quay plans", privacy: "public" as const } };
  const { sessionRoomSlug: slug } = await nora.call("createRoom", room, there);
  const body = { userId: olga.userId, accessLevel: "ADMIN" as const };
  await nora.call("addParticipant", { params: { slug }, body }, there);
  return { orgId, olga, slug, nora, there };
}

async function switchRoomOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Room details" }).press("Enter");
  await page.getByRole("tab", { name: "Settings" }).press("Enter");
  const allow = page.getByRole("switch", { name: "Guests by link" });
  await expectVisible(allow);
  expect(await allow.isDisabled()).toBe(false);
  await allow.press("Enter");
  await expectVisible(page.getByRole("switch", { name: "Guests by link", checked: true }));
  await page.getByRole("button", { name: "Room details" }).press("Enter");
}

/** Returns it as it is shown this once. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share Quay plans" }).press("Enter");
  await page.getByRole("button", { name: "Create a guest link" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create a guest link" });
  await dialog.getByLabel("How many guests").fill("2");
  await expectAccessible(page, "a guest link being made", layer);
  await dialog.getByRole("button", { name: "Create", exact: true }).press("Enter");
  const link = await dialog.getByLabel("Guest link").inputValue();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expectVisible(shareDialog(page).getByText("By Olga, 0 of 2 guests so far"));
  await expectAccessible(page, "guest links", layer);
  await page.keyboard.press("Escape");
  return link;
}

test("who leads a room opens it to guests, makes a link, and closes it again", async () => {
  const { orgId, olga: session, slug } = await newRoomOfOlga();
  const olga = await stories.enter(session, "/chat");
  await olga.goto(`/settings/organizations/${orgId}`);
  const setting = olga.getByRole("switch", { name: "Guest links" });
  await setting.press("Enter");
  await expectVisible(olga.getByRole("switch", { name: "Guest links", checked: true }));
  await expectSoon(() => setting.getAttribute("aria-busy")).not.toBe("true");
  await olga.goto(`/chat/${slug}`);
  await expectVisible(composer(olga));
  await switchRoomOn(olga);
  const link = await makeLink(olga);

  const gina = await stories.openTab({ ...phone, ...ending });
  await gina.goto(link);
  await expectVisible(gina.getByText("You are invited to Quay plans of Harbour Co-op as a guest."));
  await expectAccessible(gina, "a guest link on a phone");

  await olga.getByRole("button", { name: "Share Quay plans" }).press("Enter");
  await olga.getByRole("button", { name: /^Close the link of Olga/ }).press("Enter");
  await expectAccessible(olga, "a guest link being closed", layer);
  await olga.getByRole("button", { name: "Close", exact: true }).last().press("Enter");
  await expectGone(shareDialog(olga).getByText("By Olga, 0 of 2 guests so far"));
  await gina.goto(link);
  await expectVisible(gina.getByText("This guest link is not valid any more"));
  await expectAccessible(gina, "a guest link that is closed");
});

test("a guest comes by a link without an account, talks, and is out when the link is closed", async () => {
  const { orgId, olga: session, slug, nora, there } = await newRoomOfOlga();
  const params = { slug };
  await nora.call("updateSettings", { params: { orgId }, body: { allowGuestLinks: true } });
  await nora.call("updateRoom", { params, body: { settings: { allowGuests: true } } }, there);
  const asked = { params, body: { accessLevel: "WRITE" as const } };
  const { link, id: linkId } = await nora.call("createGuestLink", asked, there);
  const olga = await stories.enter(session, `/chat/${slug}`);

  const gina = await stories.openTab({ ...phone, ...ending });
  await gina.goto(link);
  await gina.getByLabel("Your name").fill("Gina");
  await gina.getByLabel("Your name").press("Enter");
  await expectVisible(composer(gina));
  expect(new URL(gina.url()).search).toBe("");
  await composer(gina).fill("Good evening");
  await gina.getByRole("button", { name: /^Send/ }).press("Enter");
  await expectVisible(log(olga).getByRole("article", { name: /^Gina \(guest\)/ }));
  await send(olga, "Welcome aboard");
  await expectVisible(log(gina).getByText("Welcome aboard"));
  await send(gina, "By the key that says so");
  await expectVisible(log(olga).getByText("By the key that says so"));
  for (const name of ["Share Quay plans", "More about Quay plans", "Notifications"])
    expect(await gina.getByRole("button", { name }).count()).toBe(0);
  await expectAccessible(gina, "the room of a guest");
  await gina.getByRole("link", { name: "Back to rooms" }).press("Enter");
  await expectVisible(gina.getByRole("button", { name: "Leave" }));
  expect(await gina.getByRole("navigation").getByRole("link").allInnerTexts()).toEqual([
    "Quay plans",
  ]);
  await expectAccessible(gina, "the list of a guest");
  await gina.goto("/settings/profile");
  await expectVisible(composer(gina));
  await composer(gina).fill("Half a sentence");

  await nora.call("closeGuestLink", { params: { slug, linkId } }, there);
  await expectVisible(gina.getByRole("heading", { name: "Your guest access has ended" }));
  await expectSoon(() => gina.getByLabel("What you had not sent").inputValue()).toBe(
    "Half a sentence",
  );
  await expectAccessible(gina, "the end of a guest");
  await expectGone(composer(gina));
});
