import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, newColleague } from "./people.ts";
import { newMember } from "./sessions.ts";

const stories = tellStories();

test("a status is set from the user menu, seen by others at once, and taken back", async () => {
  const nora = await newColleague("Nora");
  const { id: orgId } = await nora.call("createOrganization", { body: { title: "Harbour" } });
  const { code } = await nora.call("generateInviteLink", { params: { orgId }, body: {} });
  const bob = await newMember("Bob", code);
  await nora.workspaces.switchTo(orgId);
  nora.people.watch([bob.userId]);
  const seen = () => nora.store.getSnapshot().people.get(bob.userId);
  const page = await stories.enter(bob, "/chat/general");
  const menu = page.getByRole("button", { name: /\(user menu\)/ });
  await expectVisible(menu);
  await page.mouse.move(10, 10);
  await expectSoon(() => seen()?.presence).toBe("online");

  await menu.click();
  await page.getByRole("menuitem", { name: "Set a status" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a status" });
  await expectVisible(dialog);
  await expectAccessible(page, "the status dialog", "[role=dialog]");
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page, "the status dialog on a phone", "[role=dialog]");
  await page.setViewportSize(desk.viewport);
  await dialog.getByRole("button", { name: /At lunch/ }).click();
  await dialog.getByRole("textbox", { name: "Status" }).fill("At the market");
  await page.keyboard.press("Enter");
  await expectGone(dialog);
  await expectVisible(menu.getByText("At the market"));
  await expectSoon(() => seen()?.customStatus).toMatchObject({
    emoji: "🍜",
    text: "At the market",
  });
  expect(Date.parse(seen()?.customStatus?.expiresAt ?? "")).toBeGreaterThan(Date.now());

  await menu.click();
  await page.getByRole("menuitem", { name: "Set a status" }).click();
  await dialog.getByRole("button", { name: "Clear status" }).click();
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expectGone(dialog);
  await expectSoon(() => seen()?.customStatus).toBeNull();
});

test("the dot of somebody changes while one looks at it, and an invisible person looks offline", async () => {
  const nora = await newColleague("Nora");
  const { id: orgId } = await nora.call("createOrganization", { body: { title: "Harbour" } });
  const { code } = await nora.call("generateInviteLink", { params: { orgId }, body: {} });
  const bob = await newMember("Bob", code);
  await nora.workspaces.switchTo(orgId);
  nora.people.watch([bob.userId]);
  const seen = () => nora.store.getSnapshot().people.get(bob.userId)?.presence;
  const page = await stories.enter(bob, "/chat/general");
  await page.mouse.move(10, 10);
  await expectSoon(seen).toBe("online");
  await page.getByRole("button", { name: /\(user menu\)/ }).click();
  const invisible = page.getByRole("menuitemradio", { name: /Invisible/ });
  await expectVisible(invisible);
  await expectAccessible(page, "the user menu", "[role=menu]");
  await invisible.click();
  await expectSoon(seen).toBe("offline");

  await page.goto(`/settings/organizations/${orgId}/members`);
  const row = page.getByRole("row", { name: /Nora/ });
  await expectVisible(row.getByText("Offline"));
  nora.people.noteActive();
  await expectVisible(row.getByText("Online"));
  expect(await row.locator("[data-presence=online]").count()).toBe(1);
  await nora.call("updateMe", { body: { preferences: { invisible: true } } });
  await expectVisible(row.getByText("Offline"));
});
