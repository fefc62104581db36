import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, newColleague } from "./people.ts";
import { newMember } from "./sessions.ts";

const stories = tellStories();

/** Olga's organization, in which Alice is an ADMIN, and what happens to her there. */
async function newTeam() {
  const olga = await newColleague("Olga");
  const { id: orgId } = await olga.call("createOrganization", { body: { title: "Tidal Works" } });
  const { code } = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
  const as = await newMember("Alice", code);
  const params = { orgId, userId: as.userId };
  const giveRole = (role: "ADMIN" | "MEMBER") =>
    olga.call("updateMember", { params, body: { role } });
  await giveRole("ADMIN");
  return { as, path: `/settings/organizations/${orgId}/webhooks`, giveRole };
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add webhook" });

async function add(page: Page, url: string): Promise<void> {
  await dialog(page).getByLabel("Address").fill(url);
  await dialog(page).getByRole("button", { name: "Add", exact: true }).press("Enter");
}

test("a webhook is added, called with what happens to the person, and removed", async () => {
  const { as, giveRole } = await newTeam();
  const url = `http://${inject("siteHost")}/hook`;
  const page = await stories.openTab({ as, mayBeRefused: ["addWebhook 400"] });
  await page.goto("/settings/webhooks");
  await expectVisible(page.getByText("No webhooks yet"));
  await expectAccessible(page, "no webhooks");
  await page.getByRole("button", { name: "Add webhook" }).press("Enter");
  await add(page, "http://10.0.0.1/hook");
  await expectVisible(dialog(page).getByText("The server may not connect to this address"));
  await add(page, url);
  const secret = dialog(page).getByLabel("Signing secret");
  await expectVisible(secret);
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  await expectAccessible(page, "the secret");
  await dialog(page).getByRole("button", { name: "Done" }).press("Enter");
  await expectGone(dialog(page));
  await expectVisible(page.getByText(url));
  await expectVisible(page.getByText("Not called yet"));

  await giveRole("MEMBER");

  await expectSoon(async () => {
    await page.reload();
    await expectVisible(page.getByText(url));
    return page.getByText(/^Last call delivered/).count();
  }).toBe(1);
  expect(await page.content()).not.toContain("whsec_");
  await expectAccessible(page, "a webhook");
  await page.getByRole("button", { name: /^Remove / }).press("Enter");
  const question = page.getByRole("dialog", { name: /^Remove the webhook at / });
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  await expectVisible(page.getByText("No webhooks yet"));
});

test("those who lead an organization give it webhooks, on a phone too", async () => {
  const { as, path, giveRole } = await newTeam();
  const page = await stories.openTab({ ...phone, as });
  await page.goto(path);
  await expectVisible(page.getByText("No webhooks yet"));
  await page.getByRole("button", { name: "Add webhook" }).click();
  await add(page, `http://${inject("siteHost")}/rooms`);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expectVisible(page.getByText(/\/rooms$/));
  await expectAccessible(page, "webhooks of an organization");
  await giveRole("MEMBER");
  await page.reload();
  await expectVisible(page.getByText("This page is for admins"));
});
