import type { CallOf } from "@colbin/protocol";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, idOf, log, newColleague, newRoomSlug } from "./people.ts";
import { newMember, newSession } from "./sessions.ts";

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

test("somebody who changes their name is called by it at once, wherever they stand", async () => {
  const slug = newRoomSlug("names");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const roomId = idOf(bob, slug);
  const own = bob.store.getSnapshot().currentUser?.id ?? "";
  const write = async (body: CallOf<"sendMessage">["body"]) =>
    (await bob.call("sendMessage", { params: { slug }, body })).message.id;
  const id = await write({ content: `First of <@${own}>` });
  const params = { slug, id };
  await write({ content: "Quoting", metadata: { quote: { messageId: id } } });
  await write({ content: "Answer", threadId: id });
  const copy = { targetSlug: slug, comment: "Again", confirmed: true };
  await bob.call("forwardMessage", { params, body: copy });
  await bob.call("addReaction", { params, body: { emoji: "👍" } });
  await bob.call("pinMessage", { params });
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  const first = log(page).getByRole("article").filter({ hasText: "First of" }).first();
  await first.focus();
  await page.keyboard.press("s");
  await expectVisible(first.getByText("Saved", { exact: true }));
  await page.getByRole("button", { name: "1 pinned message" }).click();
  const later = await page.context().newPage();
  await later.goto("/chat/later");
  const sheet = page.getByRole("complementary", { name: "Pinned messages" });
  const places = (name: string): readonly Locator[] => [
    first.getByRole("button", { name, exact: true }),
    first.getByRole("button", { name: `@${name}` }),
    first.getByText(`Pinned by ${name}`),
    first.getByRole("button", { name: `👍, 1: ${name}` }),
    first.getByRole("button", { name: /^.?1 reply/ }).getByText(name.charAt(0), { exact: true }),
    log(page).getByRole("link", { name: new RegExp(`^Quoted message of ${name}`) }),
    log(page).getByRole("region", { name: `Forwarded message of ${name}` }),
    sheet.getByRole("article", { name: new RegExp(`^${name},|${name}`) }),
    sheet.getByText(new RegExp(`^Pinned by ${name}, `)),
    later.getByRole("main").getByText(name, { exact: true }),
  ];
  const typing = (name: string) => async () => {
    bob.typing.keystroke(roomId);
    return page.getByText(`${name} is typing`).count();
  };
  for (const place of places("Bob")) await expectVisible(place);
  await expectSoon(typing("Bob")).toBe(1);

  await bob.users.update({ fullName: "Robert" });
  await expectSoon(typing("Robert")).toBe(1);
  for (const place of places("Robert")) await expectVisible(place);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill('"First of');
  await expectVisible(palette.getByRole("option", { name: /First of.*Robert in / }));
});
