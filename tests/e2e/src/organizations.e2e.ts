import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  arrived,
  composer,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  send,
  signInByDialog,
  shareDialog,
} from "./people.ts";
import { callAsOperator, newAddress, newSession } from "./sessions.ts";

const stories = tellStories();

const switcher = (page: Page) => page.getByRole("button", { name: /^Workspace / });

/** By the switcher, with the keyboard alone; ends in the room general of the new organization. */
async function create(page: Page, title: string): Promise<void> {
  await switcher(page).press("Enter");
  await page.getByRole("menuitem", { name: "Create organization" }).press("Enter");
  await page.getByLabel("Name of the organization").fill(title);
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("dialog", { name: "Invite people" }));
  await page.keyboard.press("Escape");
  await expectVisible(page.getByRole("button", { name: `Workspace ${title}` }));
  await expectVisible(page.getByRole("textbox", { name: "Message #general" }));
}

async function goTo(page: Page, workspace: string): Promise<void> {
  await switcher(page).click();
  await page.getByRole("menuitemradio", { name: workspace }).click();
  await expectVisible(page.getByRole("button", { name: `Workspace ${workspace}` }));
}

test("an organization is made, works apart from Personal, and every tab follows", async () => {
  const slug = newRoomSlug("private");
  const session = await newSession("Alice", [slug]);
  const alice = await stories.enter(session, `/chat/${slug}`);
  await send(alice, "Said in Personal");
  await expectVisible(log(alice).getByText("Sent", { exact: true }));
  const second = await alice.context().newPage();
  await second.goto(`/chat/${slug}`);
  await expectVisible(log(second).getByText("Said in Personal"));

  await create(alice, "Nordlicht Studio");
  expect(alice.url()).toMatch(/\/chat\/general$/);
  await send(alice, "Said among us");
  await expectVisible(log(alice).getByText("Sent", { exact: true }));
  await expectVisible(second.getByRole("button", { name: "Workspace Nordlicht Studio" }));
  await expectSoon(() => second.getByRole("link", { name: slug }).count()).toBe(0);

  await goTo(alice, "Personal");
  await expectSoon(() => alice.getByRole("link", { name: slug }).count()).toBe(1);
  await expectSoon(() => log(alice).getByText("Said among us").count()).toBe(0);
});

test("a draft waits in its room of its workspace", async () => {
  const alice = await stories.enter(await newSession("Alice", ["general"]), "/chat/general");
  await composer(alice).fill("In Personal");
  await create(alice, "Werft");
  expect(await composer(alice).inputValue()).toBe("");
  await composer(alice).fill("In the organization");
  await alice.reload();
  await expectVisible(composer(alice));
  expect(await composer(alice).inputValue()).toBe("In the organization");

  await goTo(alice, "Personal");
  await expectSoon(() => composer(alice).inputValue()).toBe("In Personal");
  await goTo(alice, "Werft");
  await expectSoon(() => composer(alice).inputValue()).toBe("In the organization");
});

test("a new person has a team in a minute, and a link leads into it from elsewhere", async () => {
  const alice = await stories.enter(await newSession("Alice", []), "/chat", {
    // A link may lead elsewhere while the channel of the former workspace still opens.
    mayComplain: /closed before the connection is established/,
    mayBeRefused: ["switchOrganization 404"],
  });
  await alice.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await expectVisible(alice.getByRole("heading", { name: "Bring your team" }));
  await expectAccessible(alice, "the first screen");
  await alice.getByRole("button", { name: "Create organization" }).click();
  await alice.getByLabel("Name of the organization").fill("Harbour Co-op");
  await alice.keyboard.press("Enter");
  await alice.getByRole("dialog", { name: "Invite people" }).getByText("Copy link").click();
  await expectVisible(alice.getByText("Invitation link copied"));

  await alice.getByRole("button", { name: "Share general" }).click();
  await shareDialog(alice).getByRole("button", { name: "Copy" }).click();
  const readCopied = () => alice.evaluate(() => navigator.clipboard.readText());
  await expectSoon(readCopied).toContain("/chat/general");
  const link = await readCopied();
  await shareDialog(alice).getByRole("button", { name: "Close" }).click();
  await goTo(alice, "Personal");
  await alice.goto(link);
  await expectVisible(alice.getByRole("button", { name: "Workspace Harbour Co-op" }));
  await expectVisible(alice.getByRole("textbox", { name: "Message #general" }));
  expect(new URL(alice.url()).search).toBe("");

  await alice.goto("/chat/general?org=01890000-0000-7000-8000-000000000000");
  await expectVisible(alice.getByText("Failed to switch organization"));
  await expectVisible(alice.getByRole("button", { name: "Workspace Harbour Co-op" }));
});

test("a name that is too short cannot be sent, and what is refused says why", async () => {
  const session = await newSession("Alice", []);
  const alice = await stories.enter(session, "/chat");
  await switcher(alice).click();
  await alice.getByRole("menuitem", { name: "Create organization" }).click();
  await alice.getByLabel("Name of the organization").fill("N");
  const verb = alice.getByRole("button", { name: "Create", exact: true });
  expect(await verb.isDisabled()).toBe(true);
  await expectAccessible(alice, "create an organization");
  await alice.keyboard.press("Escape");
  await switcher(alice).click();
  await expectVisible(alice.getByRole("menuitemradio", { name: "Personal" }));
  await expectAccessible(alice, "create an organization");
});

test("who gets a link sees what it is for, signs in, joins, and talks with the others", async () => {
  const alice = await stories.enter(await newSession("Alice", []), "/chat");
  await alice.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await create(alice, "Meridian Maps");
  await switcher(alice).click();
  await alice.getByRole("menuitem", { name: "Invite people" }).click();
  await alice.getByRole("button", { name: "Copy link" }).click();
  await expectVisible(alice.getByText("Invitation link copied"));
  const link = await alice.evaluate(() => navigator.clipboard.readText());

  const bob = await stories.openTab();
  await bob.goto(link);
  await expectVisible(bob.getByRole("heading", { name: "Meridian Maps is waiting" }));
  await expectAccessible(bob, "the invitation, signed out");
  await signInAs(bob, newAddress("Bob"));
  await expectAccessible(bob, "the invitation, signed in");
  await bob.getByRole("button", { name: "Accept Invitation" }).click();
  await bob.getByRole("button", { name: "Skip for now" }).click();
  await bob.getByRole("navigation").getByRole("link", { name: "general" }).click();
  await send(bob, "Here I am");
  await expectVisible(log(alice).getByText("Here I am"));
});

/** By the call alone; ends with the link of the mail, as it stands in the outbox. */
async function inviteByMail(page: Page, email: string): Promise<string> {
  await page.evaluate(async (address) => {
    const authorization = `Bearer ${localStorage.getItem("accessToken")}`;
    const headers = { authorization, "content-type": "application/json" };
    const orgId = localStorage.getItem("activeOrganizationId");
    const body = JSON.stringify({ invitations: [{ email: address }] });
    await fetch(`/v1/organizations/${orgId}/members/invite`, { method: "POST", headers, body });
  }, email);
  const outbox = await page.context().newPage();
  const mail = outbox.getByRole("listitem").filter({ hasText: `To ${email}` });
  await expectSoon(async () => {
    await outbox.goto("/dev/outbox");
    return mail.count();
  }).toBe(1);
  await mail.getByText("As HTML").click();
  const link = mail.frameLocator("iframe").getByRole("link", { name: "Look at the invitation" });
  await expectVisible(link);
  const address = (await link.getAttribute("href")) ?? "";
  await outbox.close();
  return address;
}

async function signInAs(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Log in" }).click();
  await proveAddress(page, address);
  await expectVisible(page.getByRole("heading", { name: "You're Invited!" }));
}

async function proveAddress(page: Page, address: string): Promise<void> {
  await page.getByLabel("Email or Phone Number").fill(address);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("button", { name: "Verify OTP" }).click();
}

test("a sign-in on another device opens the organization that was used last", async () => {
  const session = await newSession("Alice", []);
  await create(await stories.enter(session, "/chat"), "Tidal Works");
  const elsewhere = await stories.openTab();
  await elsewhere.goto("/chat");
  await proveAddress(elsewhere, session.address);
  await expectVisible(elsewhere.getByRole("button", { name: "Workspace Tidal Works" }));
  await expectVisible(elsewhere.getByRole("link", { name: "general" }));
});

test("who is invited by mail opens it signed out, signs in, comes back and accepts", async () => {
  const alice = await stories.enter(await newSession("Alice", []), "/chat");
  await create(alice, "Tidal Works");
  const address = newAddress("Bob");
  const bob = await stories.openTab({ mayComplain: /net::ERR_FAILED/ });
  await bob.goto(await inviteByMail(alice, address));
  await expectVisible(bob.getByRole("heading", { name: "Tidal Works is waiting" }));
  await expectVisible(bob.getByText("b***@example.org"));
  await signInAs(bob, address);
  await expectVisible(bob.getByText(address, { exact: true }));
  await bob.getByText(`Signed in as ${address}`).click();
  await expectVisible(bob.getByText('"accountType": "PERSONAL"'));
  await expectAccessible(bob, "an invitation by mail, signed in");
  await bob.route("**/accept-org-invitation", (route) => route.abort());
  await bob.getByRole("button", { name: "Accept Invitation" }).click();
  await expectVisible(bob.getByText("Failed to Accept Invitation", { exact: true }));
  await bob.unroute("**/accept-org-invitation");
  await bob.getByRole("button", { name: "Accept Invitation" }).click();
  await bob.getByRole("button", { name: "Skip for now" }).click();
  await expectVisible(bob.getByText("Welcome to Tidal Works!"));
  await expectVisible(bob.getByRole("button", { name: "Workspace Tidal Works" }));
  expect(new URL(bob.url()).pathname).toBe("/chat");
});

test("another account cannot answer an invitation by mail, and whom it is for may decline", async () => {
  const alice = await stories.enter(await newSession("Alice", []), "/chat");
  await create(alice, "Tidal Works");
  const address = newAddress("Bob");
  const link = await inviteByMail(alice, address);
  const carol = await stories.enter(await newSession("Carol", []), "/chat");
  await carol.goto(link);
  const accept = carol.getByRole("button", { name: "Accept Invitation" });
  await expectVisible(
    carol.getByText("You cannot accept this invitation with your current account"),
  );
  expect(await accept.isDisabled()).toBe(true);
  expect(await carol.getByRole("button", { name: "Decline" }).isEnabled()).toBe(true);
  await expectAccessible(carol, "an invitation of somebody else");

  const bob = await stories.openTab();
  await bob.goto(link);
  await signInAs(bob, address);
  await bob.getByRole("button", { name: "Decline" }).click();
  await bob.getByRole("button", { name: "Skip for now" }).click();
  await expectVisible(bob.getByText("You have declined the invitation."));
  await bob.goto(link);
  await expectVisible(bob.getByText("This invitation has already been used."));
});

test("while the server cannot be asked, the words of a link are a stranger's, and nothing is accepted on them", async () => {
  const page = await stories.openTab({ mayComplain: /net::ERR_FAILED/ });
  await page.route("**/validate-org-invitation/**", (route) => route.abort());
  await page.goto("/invite/join?code=none&org=<b>Tidal</b>&email=bob@example.org");
  await expectVisible(page.getByText("The link says that you are invited to join <b>Tidal</b>."));
  await expectVisible(page.getByText("Not verified: this is what the link says."));
  expect(await page.getByRole("button", { name: "Accept Invitation" }).isDisabled()).toBe(true);
  await expectAccessible(page, "an invitation that is not verified");
  await page.unroute("**/validate-org-invitation/**");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expectVisible(page.getByRole("heading", { name: "Invalid Invitation" }));
});

test("a message is offered to be changed until the organization's time for it is over", async () => {
  const alice = await stories.enter(await newSession("Alice", []), "/chat");
  await create(alice, "Meridian Maps");
  await alice.clock.install();
  await alice.evaluate(async () => {
    const body = JSON.stringify({ editWindowMinutes: 1 });
    const authorization = `Bearer ${localStorage.getItem("accessToken")}`;
    const headers = { authorization, "content-type": "application/json" };
    const orgId = localStorage.getItem("activeOrganizationId");
    await fetch(`/v1/organizations/${orgId}/settings`, { method: "PUT", headers, body });
  });
  await alice.reload();
  await send(alice, "As it is");
  const row = log(alice).getByRole("article").filter({ hasText: "As it is" });
  await expectVisible(row.getByText("Sent", { exact: true }));
  const edit = row.getByRole("button", { name: "Edit", exact: true });
  await row.hover();
  await expectVisible(edit);
  await alice.mouse.move(0, 0);
  await alice.clock.fastForward(61_000);
  await row.hover();
  await expectVisible(row.getByRole("button", { name: "More actions" }));
  expect(await edit.count()).toBe(0);
});

test("who has an address of the organization's domain joins in the switcher", async () => {
  const domain = `${newRoomSlug("carto")}.example`;
  const olga = await newColleague("Olga");
  const body = { title: "Lisbon Cartographers", domain };
  const { id: orgId } = await olga.call("createOrganization", { body });
  await callAsOperator("verifyDomain", orgId, { withoutRecord: true });
  await olga.call("updateSettings", { params: { orgId }, body: { joinByDomain: true } });

  const ada = await stories.openTab();
  await signInByDialog(ada, "Ada", `ada@${domain}`);
  await switcher(ada).click();
  const entry = ada.getByRole("menuitem", { name: "You can join Lisbon Cartographers" });
  await expectVisible(entry);
  await expectAccessible(ada, "an organization to join");
  await entry.click();
  await expectVisible(ada.getByRole("button", { name: "Workspace Lisbon Cartographers" }));
  await send(ada, "Here I am");
  await expectVisible(log(ada).getByText(arrived));
});

test.each(["", "?code=none"])("a link to /invite/join%s that is none says so", async (query) => {
  const page = await stories.openTab();
  await page.goto(`/invite/join${query}`);
  await expectVisible(page.getByRole("heading", { name: "Invalid Invitation" }));
  await expectAccessible(page, "an invitation that is none");
});

test("on a phone the workspaces are a press away as well", async () => {
  const session = await newSession("Alice", [newRoomSlug("phone")]);
  const alice = await stories.openTab({ ...phone, as: session });
  await alice.goto("/chat");
  await switcher(alice).tap();
  await expectVisible(alice.getByRole("menuitemradio", { name: "Personal" }));
});
