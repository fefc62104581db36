import type { WorkspaceRole } from "@colbin/protocol";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, pageTitle, phone, tellStories } from "./browser.ts";
import { png } from "./files.ts";
import { composer, expectGone, expectSoon, newColleague } from "./people.ts";
import { lostWorkspace } from "./refusals.ts";
import { newAddress, newMember, newSession } from "./sessions.ts";

const stories = tellStories();

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

/** An organization with an owner who has no browser, and the way into it. */
async function newTeam() {
  const owner = await newColleague("Olga");
  const { id: orgId } = await owner.call("createOrganization", {
    body: { title: "Meridian Maps" },
  });
  const { code } = await owner.call("generateInviteLink", { params: { orgId }, body: {} });
  const path = (tab: string) => `/settings/organizations/${orgId}${tab}`;
  return {
    owner,
    orgId,
    path,
    join: async (name: string, role?: WorkspaceRole) => {
      const session = await newMember(name, code);
      const params = { orgId, userId: session.userId };
      if (role) await owner.call("updateMember", { params, body: { role } });
      return session;
    },
  };
}

test("a role that is given stands in the row, and in the other's list soon after", async () => {
  const { path, join } = await newTeam();
  const alice = await stories.openTab({ as: await join("Alice", "ADMIN") });
  const bob = await stories.openTab({ as: await join("Bob") });
  await bob.clock.install();
  for (const page of [alice, bob]) await page.goto(path("/members"));
  await expectVisible(row(bob, "Bob").getByText("Member", { exact: true }));
  expect(await bob.getByRole("combobox", { name: /^Role of/ }).count()).toBe(0);
  expect(await bob.getByRole("checkbox").count()).toBe(0);

  const role = alice.getByRole("combobox", { name: "Role of Bob" });
  await role.selectOption("Guest");
  await expectSoon(() => role.getAttribute("aria-busy")).toBe("false");
  expect(await role.inputValue()).toBe("GUEST");
  expect(await alice.getByRole("combobox", { name: "Role of Olga" }).count()).toBe(0);
  await bob.clock.fastForward(31_000);
  await expectVisible(row(bob, "Bob").getByText("Guest", { exact: true }));
});

test("many members are leafed through, searched, filtered, and suspended together", async () => {
  const { path, join } = await newTeam();
  const alice = await stories.openTab({ as: await join("Alice", "ADMIN") });
  await Promise.all(Array.from({ length: 20 }, (_, at) => join(`Person ${String(at + 10)}`)));
  await alice.goto(path("/members"));
  await expectVisible(alice.getByText("1–20 of 22"));
  await alice.getByRole("button", { name: "Next page" }).click();
  await expectVisible(alice.getByText("21–22 of 22"));
  await alice.getByRole("searchbox", { name: "Search members" }).fill("person 1");
  await expectVisible(alice.getByText("1–10 of 10"));
  await alice.getByRole("combobox", { name: "Role", exact: true }).selectOption("Guest");
  await expectVisible(alice.getByText("Nobody like that"));
  await alice.getByRole("combobox", { name: "Role", exact: true }).selectOption("All roles");

  await alice.getByRole("checkbox", { name: "Select Person 11" }).check();
  await alice.getByRole("checkbox", { name: "Select Person 12" }).check();
  await alice.getByRole("button", { name: "Suspend 2" }).click();
  await alice.getByLabel("Reason").fill("The project is over");
  await alice.getByRole("button", { name: "Suspend", exact: true }).click();
  await expectSoon(() => alice.getByText("The project is over").count()).toBe(2);
  await expectVisible(row(alice, "Person 12").getByText("Suspended"));
});

test("who is suspended is in Personal at once, and finds what they typed when they are back", async () => {
  const { path, join } = await newTeam();
  const alice = await stories.openTab({ as: await join("Alice", "ADMIN") });
  const bob = await stories.enter(await join("Bob"), "/chat/general", {
    mayBeRefused: lostWorkspace,
  });
  await composer(bob).fill("Half a thou");
  await alice.goto(path("/members"));

  // The keyboard alone.
  await alice.getByRole("button", { name: "More for Bob" }).press("Enter");
  await alice.getByRole("menuitem", { name: "Suspend" }).press("Enter");
  await expectVisible(alice.getByRole("dialog", { name: "Suspend Bob?" }));
  await alice.getByLabel("Reason").focus();
  await alice.keyboard.type("On leave");
  await alice.keyboard.press("Tab");
  await alice.keyboard.press("Tab");
  await alice.keyboard.press("Enter");
  await expectVisible(bob.getByRole("button", { name: "Workspace Personal" }));
  await expectVisible(bob.getByText("You are in Personal now"));
  await expectVisible(row(alice, "Bob").getByText("On leave"));

  await alice.getByRole("button", { name: "More for Bob" }).click();
  await alice.getByRole("menuitem", { name: "Reactivate" }).click();
  await expectVisible(row(alice, "Bob").getByText("Active"));
  await bob.getByRole("button", { name: "Workspace Personal" }).click();
  await bob.getByRole("menuitemradio", { name: "Meridian Maps" }).click();
  await expectVisible(bob.getByRole("button", { name: "Workspace Meridian Maps" }));
  await expectSoon(() => composer(bob).inputValue()).toBe("Half a thou");
});

test("who is removed is out of the list, and whoever leaves out of the organization", async () => {
  const { path, join } = await newTeam();
  const alice = await stories.openTab({
    mayBeRefused: lostWorkspace,
    as: await join("Alice", "ADMIN"),
  });
  await join("Bob");
  await alice.goto(path("/members"));
  await alice.getByRole("button", { name: "More for Bob" }).click();
  await alice.getByRole("menuitem", { name: "Change department" }).click();
  await alice.getByLabel("Department of Bob").fill("Field");
  await alice.keyboard.press("Enter");
  await expectVisible(row(alice, "Bob").getByText("Field"));
  await alice.getByRole("button", { name: "More for Bob" }).click();
  await alice.getByRole("menuitem", { name: "Remove" }).click();
  await alice.getByRole("button", { name: "Remove", exact: true }).click();
  await expectGone(row(alice, "Bob"));

  await alice.getByRole("button", { name: "More for Alice" }).click();
  await alice.getByRole("menuitem", { name: "Leave" }).click();
  await alice.getByRole("button", { name: "Leave", exact: true }).click();
  await expectVisible(alice.getByRole("heading", { level: 1, name: "Organizations" }));
  await expectVisible(alice.getByRole("heading", { name: "Bring your team" }));
  await expectVisible(alice.getByText("You are in Personal now"));
});

test("each sees the pages that are theirs, and is told why where they are not", async () => {
  const { owner, orgId, path, join } = await newTeam();
  const as = await join("Bob");
  const bob = await stories.openTab({ mayBeRefused: lostWorkspace, as });
  await bob.goto(path("/members"));
  await expectVisible(row(bob, "Bob"));
  const tabs = bob.getByRole("navigation", { name: "Meridian Maps" }).getByRole("link");
  expect(await tabs.allTextContents()).toEqual(["Members", "Emoji"]);
  await expectSoon(() => bob.title()).toBe("Members · Colbin");
  for (const tab of ["", "/invites"]) {
    await bob.goto(path(tab));
    await expectVisible(bob.getByText("This page is for admins"));
  }
  await bob.goto("/settings/organizations/current/members");
  await expectVisible(row(bob, "Bob"));
  expect(new URL(bob.url()).pathname).toBe(path("/members"));
  await bob.goto("/chat");
  await expectVisible(bob.getByText("Connected", { exact: true }));
  await bob.keyboard.press("Control+k");
  await bob.getByRole("combobox", { name: "Command palette" }).fill(":members");
  await expectVisible(bob.getByRole("option", { name: /^Members/ }));
  await bob.keyboard.press("Enter");
  await expectVisible(row(bob, "Bob"));
  expect(new URL(bob.url()).pathname).toBe(path("/members"));
  for (const id of ["01890000-0000-7000-8000-000000000000", "none"]) {
    await bob.goto(`/settings/organizations/${id}/members`);
    await expectVisible(bob.getByText("Organization not found"));
  }

  await owner.call("updateSettings", { params: { orgId }, body: { invitePolicy: "members" } });
  await bob.goto(path("/invites"));
  await bob.getByRole("button", { name: "Invite people" }).click();
  await expectVisible(bob.getByRole("button", { name: "Invite 0" }));
  expect(await bob.getByRole("radio", { name: "With a link" }).count()).toBe(0);

  const params = { orgId, userId: as.userId };
  await owner.call("suspendMember", { params, body: { reason: "On leave" } });
  await bob.goto(path("/members"));
  await expectVisible(bob.getByText("You are suspended here"));
  await bob.getByRole("link", { name: "Your organizations" }).click();
  await expectVisible(bob.getByText("An admin there has suspended your membership"));
});

test("a pasted list invites who can be invited, and an invitation is sent again and revoked", async () => {
  const { path, join } = await newTeam();
  const alice = await stories.openTab({
    mayBeRefused: ["generateInviteLink 400"],
    as: await join("Alice", "ADMIN"),
  });
  await alice.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await alice.goto(path("/invites"));
  const invite = alice.getByRole("button", { name: "Invite people" });
  await invite.click();
  const ada = newAddress("ada");
  await alice.getByLabel("Email addresses or @usernames").fill(`${ada}, carla@fieldwork\n@nobody`);
  await expectVisible(alice.getByText("Please enter a valid email address: carla@fieldwork"));
  await alice.getByRole("button", { name: "Invite 3" }).click();
  const dialog = alice.getByRole("dialog");
  await expectSoon(() => dialog.getByRole("listitem").allTextContents()).toEqual([
    `${ada}Invited`,
    "carla@fieldworkCannot be invited",
    "@nobodyCannot be invited",
  ]);
  await alice.getByRole("button", { name: "Done" }).click();
  await expectVisible(row(alice, ada).getByText("Pending"));

  await invite.click();
  await alice.getByRole("radio", { name: "With a link" }).check();
  await alice.getByLabel("Days until it expires").fill("40");
  await alice.getByLabel("Uses at most (optional)").fill("many");
  await alice.getByRole("button", { name: "Create link" }).click();
  await expectSoon(() =>
    alice.getByLabel("Days until it expires").getAttribute("aria-invalid"),
  ).toBe("true");
  await expectVisible(dialog.getByText(/^Failed to generate invite link: /));
  const uses = alice.getByLabel("Uses at most (optional)");
  expect(await uses.getAttribute("aria-invalid")).toBe("true");
  await uses.fill("20");
  await alice.getByLabel("Days until it expires").fill("30");
  await alice.getByLabel("Role", { exact: true }).selectOption("Guest");
  await alice.getByRole("button", { name: "Create link" }).click();
  await alice.getByRole("button", { name: "Copy" }).click();
  await expectSoon(() => alice.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/invite\/join\?code=/,
  );
  await alice.getByRole("button", { name: "Done" }).click();
  await expectVisible(row(alice, "used 0 of 20 times").getByText("Guest"));

  await alice.getByRole("button", { name: `Send again to ${ada}` }).click();
  await alice.getByRole("searchbox", { name: "Search addresses" }).fill("ada");
  await expectVisible(alice.getByText("1–1 of 1"));
  await alice.getByRole("button", { name: `Revoke ${ada}` }).click();
  await alice.getByRole("button", { name: "Revoke", exact: true }).click();
  await expectVisible(row(alice, ada).getByText("Revoked"));
});

test("an organization is made in the list, and another one is opened from it", async () => {
  const alice = await stories.openTab({ as: await newSession("Alice", ["general"]) });
  await alice.goto("/chat");
  await alice.getByRole("button", { name: /^Workspace / }).press("Enter");
  await alice.getByRole("menuitem", { name: "Manage organizations" }).press("Enter");
  await expectVisible(alice.getByRole("heading", { name: "Bring your team" }));
  await expectAccessible(alice, "no organization yet");
  await alice.getByRole("button", { name: "Create organization" }).first().click();
  await alice.getByLabel("Name of the organization").fill("Harbour Co-op");
  await alice.keyboard.press("Enter");
  await expectVisible(alice.getByRole("heading", { level: 1, name: "Harbour Co-op" }));
  await alice.getByRole("link", { name: "Organizations" }).click();
  await alice.getByRole("link", { name: "Open Harbour Co-op" }).click();
  await expectVisible(alice.getByRole("button", { name: "Workspace Harbour Co-op" }));
  await expectVisible(composer(alice));
});

test("what is changed of an organization is there after a reload, and what is refused says why", async () => {
  const { path, join } = await newTeam();
  const alice = await stories.openTab({
    mayBeRefused: ["updateOrganization 400", "updateSettings 400"],
    as: await join("Alice", "ADMIN"),
  });
  await alice.goto(path(""));
  const field = (name: string) => alice.getByRole("textbox", { name });
  await field("Name").fill("Meridian Charts");
  await alice.getByRole("combobox", { name: "Type" }).selectOption("Agency");
  await field("Domain of your email addresses").fill("gmail.com");
  await alice.getByRole("button", { name: "Save" }).click();
  await expectVisible(alice.getByText("This domain cannot be used", { exact: true }));
  await field("Domain of your email addresses").fill("meridian.example");
  await alice.getByRole("button", { name: "Save" }).click();
  await expectVisible(alice.getByRole("heading", { level: 1, name: "Meridian Charts" }));
  await expectVisible(alice.getByText("Not verified"));
  expect(await field("TXT record of meridian.example").inputValue()).toMatch(/^colbin-verify=/);

  await alice.getByRole("switch", { name: "Members can see all members" }).click();
  await alice.getByRole("combobox", { name: "Edit window" }).selectOption("1 hour");
  await alice.getByRole("radio", { name: "Members" }).check();
  await field("First rooms").fill("nowhere");
  await field("First rooms").press("Enter");
  await expectVisible(alice.getByText("This value is not allowed"));
  await field("Addresses that may use invitation links").fill("a.example, b.example");
  await field("Addresses that may use invitation links").press("Enter");
  await alice.getByRole("button", { name: "Remove a.example" }).click();
  await expectGone(alice.getByText("a.example", { exact: true }));

  await alice.reload();
  await expectVisible(alice.getByText("b.example", { exact: true }));
  expect(await field("Name").inputValue()).toBe("Meridian Charts");
  const isOn = alice.getByRole("switch", { name: "Members can see all members" });
  expect(await isOn.getAttribute("aria-checked")).toBe("false");
  expect(await alice.getByRole("combobox", { name: "Edit window" }).inputValue()).toBe("60");
  expect(await alice.getByRole("radio", { name: "Members" }).isChecked()).toBe(true);
});

describe.each([
  { screen: "a desk", options: desk, others: ["/settings/organizations", "", "/invites"] },
  { screen: "a phone", options: phone, others: [] },
])("on $screen, in both themes,", ({ options, others }) => {
  test("axe finds nothing on any page", { timeout: 120_000 }, async () => {
    const { path, join } = await newTeam();
    const as = await join("Alice", "ADMIN");
    const alice = await stories.openTab({ ...options, as });
    await join("Bob");
    for (const place of others) {
      await alice.goto(place.startsWith("/settings") ? place : path(place));
      await expectVisible(pageTitle(alice));
      await expectSoon(() => alice.getByRole("status", { name: /^Loading/ }).count()).toBe(0);
      await expectAccessible(alice, place);
    }
    await alice.goto(path("/members"));
    await alice.getByRole("checkbox", { name: "Select Bob" }).check();
    await expectAccessible(alice, "members selected");
    await alice.getByRole("button", { name: "Suspend 1" }).click();
    await expectVisible(alice.getByRole("dialog"));
    await expectAccessible(alice, "suspend");
    await alice.goto(path("/invites"));
    await alice.getByRole("button", { name: "Invite people" }).click();
    await alice.getByLabel("Email addresses or @usernames").fill("carla@fieldwork");
    await expectAccessible(alice, "invite");
  });
});

test("the emoji that an admin adds is picked and written, and its name stays when it is removed", async () => {
  const { path, join } = await newTeam();
  const alice = await stories.openTab({
    as: await join("Alice", "ADMIN"),
    mayBeRefused: ["addEmoji 409"],
  });
  const bob = await stories.enter(await join("Bob"), "/chat/general");
  await alice.goto(path("/emoji"));
  await expectVisible(alice.getByText("No emoji of your own yet"));
  await alice.getByRole("button", { name: "Add emoji" }).click();
  const dialog = alice.getByRole("dialog", { name: "Add emoji" });
  const choose = async (name: string, mimeType: string) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType, buffer: png });
  await choose("notes.txt", "text/plain");
  await expectVisible(dialog.getByText("This is no PNG, GIF or WebP."));
  await choose("Tada!.png", "image/png");
  await expectVisible(dialog.getByRole("img", { name: "Preview" }));
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expectVisible(dialog.getByText(/A standard emoji has this name/));
  await dialog.getByLabel("Name").fill("party_time");
  await expectAccessible(alice, "add emoji");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expectVisible(alice.getByText(":party_time:"));
  await expectAccessible(alice, "emoji");

  await composer(bob).pressSequentially("We go :party");
  await expectVisible(bob.getByRole("option", { name: "party_time" }));
  await composer(bob).press("Enter");
  await composer(bob).press("Enter");
  const message = bob.getByRole("article").filter({ hasText: "We go" });
  await expectVisible(message.getByRole("img", { name: ":party_time:" }));
  await message.hover();
  await message.getByRole("button", { name: "Add reaction" }).click();
  await bob.getByLabel("Search emoji").fill("party_time");
  await bob.getByLabel("Search emoji").press("Enter");
  const chip = message.getByRole("button", { name: ":party_time:, 1: Bob" });
  await expectVisible(chip.locator("img"));
  await expectAccessible(bob, "emoji in a message");

  await alice.getByRole("button", { name: "Remove :party_time:" }).click();
  await alice.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expectVisible(alice.getByText("No emoji of your own yet"));
  await expectVisible(message.getByText("We go :party_time:"));
  await expectVisible(chip.getByText(":party_time:"));
  await bob.goto(path("/emoji"));
  await expectVisible(bob.getByText("The owner and admins can add some."));
  expect(await bob.getByRole("button", { name: "Add emoji" }).count()).toBe(0);
});
