import { text } from "node:stream/consumers";
import type { ChatClient } from "@colbin/client";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { composer, expectGone, expectSoon, log, newColleague } from "./people.ts";
import { lostWorkspace } from "./refusals.ts";
import { callAsOperator, newMember, type Session } from "./sessions.ts";

const stories = tellStories();

const title = "Harbour Co-op";
/** A page may be left while it connects. */
const leaving = { mayComplain: /WebSocket is closed before/, mayBeRefused: lostWorkspace };
const emptyMonths = Array.from({ length: 11 }, () => "0");
const row = (page: Page, name: RegExp) => page.getByRole("row", { name });

/** Of Nora, who has no browser. */
async function newTeam() {
  const nora = await newColleague("Nora");
  const { id: orgId } = await nora.call("createOrganization", { body: { title } });
  const { code } = await nora.call("generateInviteLink", { params: { orgId }, body: {} });
  const path = (tab: string) => `/settings/organizations/${orgId}${tab}`;
  return { nora, orgId, code, path, bob: await newMember("Bob", code) };
}

/** The same of Olga, who has one. */
async function newTeamOfOlga() {
  const team = await newTeam();
  const olga = await newMember("Olga", team.code);
  const elevation = await elevate(team.nora);
  const params = { orgId: team.orgId, userId: olga.userId };
  await team.nora.call("transferOwnership", { params }, { elevation });
  return { ...team, olga };
}

async function elevate(person: ChatClient): Promise<string> {
  const sent = await person.call("revealAuth", { body: {} });
  const otp = "otp" in sent ? sent.otp : undefined;
  const reply = await person.call("revealAuth", { body: { ...(otp && { otp }) } });
  return "elevation" in reply ? reply.elevation.token : "";
}

/** The code of the mail by which this person shows that it is they. */
async function readCode(page: Page, { address }: Session): Promise<string> {
  let code: string | undefined;
  await expectSoon(async () => {
    const outbox = await (await page.request.get("/dev/outbox")).text();
    const mail = outbox.split("<li>").find((each) => each.includes(`To ${address}`));
    code = /<pre>(\d+) is the code that confirms/.exec(mail ?? "")?.[1];
    return code;
  }).toBeDefined();
  return code ?? "";
}

const layer = "[role=dialog]";

/** As wide as a desk and as a phone. */
async function expectAccessibleOnBoth(page: Page, place: string, within?: string): Promise<void> {
  await expectAccessible(page, place, within);
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page, `${place} on a phone`, within);
  await page.setViewportSize(desk.viewport);
}

/** Of a section: what stands in each of its lines. */
function linesOf(page: Page, section: string): Promise<readonly string[]> {
  const region = page.getByRole("region", { name: section, exact: true });
  return region.innerText().then((words) => words.split("\n").filter(Boolean));
}

test("who leads sees what the organization takes, who is in it, and what was done there", async () => {
  const { nora, orgId, code, path, bob } = await newTeam();
  const alice = await newMember("Alice", code);
  const ofAlice = { orgId, userId: alice.userId };
  const ofBob = { orgId, userId: bob.userId };
  await nora.call("updateMember", { params: ofAlice, body: { role: "ADMIN" } });
  await nora.call("updateMember", { params: ofBob, body: { role: "GUEST" } });
  await nora.call("suspendMember", { params: ofBob, body: { reason: "On leave" } });
  await nora.workspaces.switchTo(orgId);
  await expectSoon(() => nora.workspaces.activeId()).toBe(orgId);
  for (const content of ["One", "Two"])
    await nora.call("sendMessage", { params: { slug: "general" }, body: { content } });

  const page = await stories.openTab({ mayBeRefused: ["listAudit 403"], as: alice });
  await page.goto(path("/usage"));
  await expectVisible(page.getByText("Self-hosted, no limits"));
  expect((await linesOf(page, "Usage")).join(", ")).toBe(
    "Usage, Active members, 2, Active guests, 0, Messages, Ever sent in its rooms, 2, Storage, 0 bytes, no limit",
  );
  const people = (await linesOf(page, "People")).join(", ");
  expect(people).toContain("By status, 3, Active 2, Invited 0, Suspended 1");
  expect(people).toContain("By role, 3, Owner 1, Admin 1, Member 0, Guest 1");
  expect(people).toContain("Read or wrote in the last 7 days, 1");
  const months = await linesOf(page, "Joined by month");
  expect(months.filter((_, at) => at > 0 && at % 2 === 0)).toEqual([...emptyMonths, "3"]);
  await expectAccessibleOnBoth(page, "usage");

  await page.getByRole("link", { name: "Audit log" }).click();
  await expectVisible(row(page, /Invitation made Nora Invitation link/));
  await expectAccessibleOnBoth(page, "audit");
  await page.getByRole("button", { name: "Details of Member suspended" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Member suspended" });
  await expectVisible(dialog.getByRole("row", { name: "Status Active Suspended" }));
  await expectVisible(dialog.getByText("On leave"));
  await expectAccessibleOnBoth(page, "an event of the audit", layer);
  await dialog.getByRole("button", { name: "Only what was done to Bob" }).press("Enter");
  await expectVisible(page.getByText("1–2 of 2"));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = (await text(await download.createReadStream())).split("\r\n").filter(Boolean);
  expect(csv).toHaveLength(3);
  expect(csv[1]).toContain('"member suspended","REVOKE_ACCESS","Nora"');

  await page.getByRole("button", { name: "Clear" }).click();
  await expectVisible(page.getByText("1–8 of 8"));
  const who = page.getByRole("combobox", { name: "Who" });
  await who.fill("alic");
  await expectSoon(() => page.locator("datalist").first().locator("option").count()).toBe(1);
  await who.press("Enter");
  await expectVisible(page.getByText("1–2 of 2"));
  await expectVisible(row(page, /Audit log exported Alice/));
  await page.getByLabel("Until").fill("2020-01-01");
  await expectVisible(page.getByText("Nothing of that kind"));

  await nora.call("updateMember", { params: ofAlice, body: { role: "MEMBER" } });
  await who.press("Escape");
  const failed = page.getByText("Failed to fetch the audit log");
  await expectVisible(failed.or(page.getByText("This page is for admins")));
  await page.reload();
  await expectVisible(page.getByText("This page is for admins"));
});

test("a transfer wants the code that was sent, and leaves an admin behind", async () => {
  const { path, olga } = await newTeamOfOlga();
  const page = await stories.openTab({ mayBeRefused: ["revealAuth 400"], as: olga });
  await page.goto(path(""));
  await page.getByRole("button", { name: "Transfer" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Transfer ownership" });
  const heir = dialog.getByRole("option", { name: /^Bob @/ });
  await heir.waitFor({ state: "attached" });
  await dialog.getByRole("combobox").selectOption((await heir.textContent()) ?? "");
  await expectAccessibleOnBoth(page, "transfer", layer);
  const transfer = dialog.getByRole("button", { name: "Transfer" });
  await transfer.click();
  const code = dialog.getByLabel("Confirmation code");
  await expectVisible(code);
  const right = await readCode(page, olga);
  await code.fill(right === "0000" ? "0001" : "0000");
  await transfer.click();
  await expectVisible(dialog.getByRole("alert"));
  await code.fill(right);
  await code.press("Enter");

  await expectVisible(page.getByText(`Bob owns ${title} now`));
  expect(await page.getByRole("heading", { name: "Danger zone" }).count()).toBe(0);
  // Not nowhere, though the button is gone.
  const focused = () => page.evaluate(() => document.activeElement?.closest("#main")?.id);
  await expectSoon(focused).toBe("main");
  await page.getByRole("link", { name: "Members" }).click();
  await expectVisible(row(page, /Bob.*Owner/));
  await expectVisible(row(page, /Olga \(you\).*Admin/));
  expect(await page.getByRole("combobox", { name: "Role of Bob" }).count()).toBe(0);
});

test("what its owner deletes is gone for everybody, until those who run the server restore it", async () => {
  const { orgId, path, olga, bob } = await newTeamOfOlga();
  const member = await stories.enter(bob, "/chat/general", leaving);
  await composer(member).fill("Here I am");
  await composer(member).press("Enter");
  await expectVisible(log(member).getByText("Sent", { exact: true }));
  const page = await stories.openTab({ mayBeRefused: lostWorkspace, as: olga });
  await page.goto(path(""));
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${title}?` });
  const confirm = dialog.getByRole("button", { name: "Delete" });
  await dialog.getByRole("textbox").fill("Harbour");
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill(title);
  await expectAccessibleOnBoth(page, "delete", layer);

  await confirm.click();
  await expectVisible(dialog.getByLabel("Confirmation code"));
  await dialog.getByLabel("Confirmation code").fill(await readCode(page, olga));
  await confirm.click();

  await expectVisible(page.getByText(`${title} is deleted.`));
  await expectGone(page.getByRole("link", { name: `Settings of ${title}` }));
  await expectVisible(member.getByText("You are in Personal now"));
  const switcher = (workspace: string) =>
    member.getByRole("button", { name: `Workspace ${workspace}` });
  await switcher("Personal").click();
  await expectVisible(member.getByRole("menuitemradio", { name: "Personal" }));
  await expectGone(member.getByRole("menuitemradio", { name: title }));

  await callAsOperator("restoreOrganization", orgId);
  // A link into it leads there again.
  await member.goto(`/chat/general?org=${orgId}`);
  await expectVisible(log(member).getByText("Here I am"));
});
