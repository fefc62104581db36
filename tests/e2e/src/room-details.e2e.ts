import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  composer,
  expectGone,
  expectSoon,
  newColleague,
  newRoomSlug,
  idOf,
  say,
} from "./people.ts";
import { closedRoom } from "./refusals.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

/** What may not be read, or is not there any more, is part of these stories. */
const refused = { mayBeRefused: closedRoom };
const layer = "[role=dialog]";
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
const member = (page: Page, name: string) =>
  page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: name });
const levelOf = (page: Page, name: string) => page.getByLabel(`Level of ${name}`);

async function openDetails(page: Page, part: string): Promise<void> {
  await page.getByRole("button", { name: "Room details" }).press("Enter");
  await tab(page, part).click();
}

async function expectAccessibleOnBoth(page: Page, place: string): Promise<void> {
  await expectAccessible(page, place);
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page, `${place} on a phone`);
  await page.setViewportSize(desk.viewport);
}

/** Two messages of today, as a chart and as a table. */
async function expectStatistics(page: Page): Promise<void> {
  await expectVisible(page.getByRole("img", { name: /^Messages per day from .* today 2 so far$/ }));
  await expectAccessibleOnBoth(page, "what a room is");
  await page.getByRole("button", { name: "Show as a table" }).press("Enter");
  await expectVisible(page.getByRole("table", { name: "Messages per day" }).getByText("2"));
  await page.getByRole("radio", { name: "7 days" }).press("Space");
  await expectSoon(() => page.getByRole("row").count()).toBe(8);
}

test("an owner leads a room and its people, and every tab follows", async () => {
  const slug = newRoomSlug("led");
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`, refused);
  const [bob, dora] = [await newColleague("Bob"), await newColleague("Dora")];
  await bob.rooms.join(slug);
  await say(bob, slug, "Hello", "Again");
  const second = await alice.context().newPage();
  await second.goto(`/chat/${slug}`);
  await openDetails(second, "Members");
  await openDetails(alice, "About");
  await expectVisible(alice.getByText("Owner, joined"));
  await alice.getByLabel("Notify me about").selectOption({ label: "Nothing" });
  await alice.getByRole("button", { name: "Mute for…" }).press("Enter");
  await alice.getByRole("menuitem", { name: "1 hour" }).press("Enter");
  await expectVisible(alice.getByText(/^Muted until /));
  await alice.getByRole("button", { name: "Unmute" }).press("Enter");
  await expectStatistics(alice);

  await tab(alice, "Members").click();
  await expectVisible(member(second, "Bob"));
  await expectAccessibleOnBoth(alice, "who is in a room");
  await levelOf(alice, "Bob").selectOption("ADMIN");
  await expectSoon(() => levelOf(second, "Bob").inputValue()).toBe("ADMIN");
  await expectSoon(() => bob.store.getSnapshot().subscriptions.get(idOf(bob, slug))?.role).toBe(
    "ADMIN",
  );

  await alice.getByRole("button", { name: "Add people" }).press("Enter");
  const adding = alice.getByRole("dialog", { name: "Add people" });
  await adding.getByRole("combobox", { name: "To" }).fill("Alice");
  await expectVisible(adding.getByText("Nobody found"));
  await adding
    .getByRole("combobox", { name: "To" })
    .fill(`@${dora.store.getSnapshot().currentUser?.username}`);
  await expectVisible(adding.getByRole("option", { name: "Dora" }));
  await alice.keyboard.press("Enter");
  await expectAccessible(alice, "people being invited", layer);
  await adding.getByRole("button", { name: "Invite 1 person" }).press("Enter");
  await expectVisible(
    adding.getByRole("listitem").filter({ hasText: "Dora" }).getByText("Invited"),
  );
  await adding.getByRole("button", { name: "Done" }).press("Enter");
  await tab(second, "Requests").click();
  await second.getByRole("button", { name: "Cancel the invitation of Dora" }).press("Enter");
  await expectVisible(second.getByText("Nobody is invited at the moment."));

  await tab(second, "Members").click();
  await alice.getByRole("button", { name: "More for Bob" }).press("Enter");
  await alice.getByRole("menuitem", { name: "Remove from room" }).press("Enter");
  const removing = alice.getByRole("dialog", { name: "Remove Bob?" });
  await removing.getByLabel("Reason").fill("Another team");
  await removing.getByRole("switch", { name: "Keep them out" }).press("Enter");
  await expectAccessible(alice, "somebody being removed", layer);
  await removing.getByRole("button", { name: "Remove from room" }).press("Enter");
  await expectGone(member(second, "Bob"));
  await expectGone(member(alice, "Bob"));
  expect((await bob.call("validateRoom", { params: { slug } })).reason).toBe("BANNED");

  await tab(alice, "Settings").click();
  await expectAccessibleOnBoth(alice, "the settings of a room");
  await alice.getByLabel("Title").fill("Winter release");
  await tab(alice, "About").click();
  await tab(alice, "Settings").click();
  expect(await alice.getByLabel("Title").inputValue()).toBe("Winter release");
  await alice.getByRole("button", { name: "Close", exact: true }).press("Enter");
  await alice.getByRole("button", { name: "Stay" }).press("Enter");
  await alice.getByRole("button", { name: "Save" }).press("Enter");
  await expectVisible(second.getByRole("heading", { name: "Winter release" }));
  await alice.getByRole("radio", { name: "Protected" }).click();
  await alice.getByRole("button", { name: "Change access" }).press("Enter");
  await expectVisible(second.getByText("(joining needs approval)"));
  await alice.getByRole("button", { name: "Change", exact: true }).press("Enter");
  const next = newRoomSlug("winter");
  await alice.getByLabel("Address after /chat/").fill(next);
  await alice.keyboard.press("Enter");
  for (const page of [alice, second]) {
    await expectSoon(() => new URL(page.url()).pathname).toBe(`/chat/${next}`);
    await expectVisible(page.getByRole("complementary", { name: "Details" }));
  }
  await expectVisible(alice.getByRole("tab", { name: "Settings", selected: true }));
  await expectVisible(second.getByRole("tab", { name: /^Members/, selected: true }));
});

test("who asks to come in is seen and let in at once", async () => {
  const olga = await newColleague("Olga");
  const { sessionRoomSlug: slug } = await olga.call("createRoom", {
    body: { title: newRoomSlug("asked"), privacy: "protected" },
  });
  const alice = await newSession("Alice");
  await olga.call("inviteToRoom", {
    params: { slug },
    body: { identifiers: [alice.address], accessLevel: "OWNER" },
  });
  const page = await stories.enter(alice, `/chat/${slug}`, refused);
  await page.getByRole("button", { name: "Accept" }).click();
  await openDetails(page, "Requests");
  await expectVisible(page.getByText("No open requests"));

  const bob = await stories.enter(await newSession("Bob"), `/chat/${slug}`, refused);
  await bob.getByLabel("Message (optional)").fill("I plan the winter");
  await bob.getByRole("button", { name: "Request access" }).press("Enter");
  await expectVisible(page.getByText("I plan the winter"));
  await expectVisible(page.getByRole("tab", { name: "Requests 1" }));
  await expectAccessibleOnBoth(page, "a request to decide");
  await page.getByRole("button", { name: "Deny Bob" }).press("Enter");
  await expectAccessible(page, "a request being denied", layer);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Approve Bob" }).press("Enter");
  await expectVisible(composer(bob));
  await expectVisible(page.getByText("No open requests"));
  await tab(page, "Members").click();
  await expectVisible(member(page, "Bob"));

  // Who reads and writes sees who is in the room, and nothing that leads it.
  await openDetails(bob, "Members");
  await expectVisible(member(bob, "Olga"));
  expect(await bob.getByRole("tab").count()).toBe(4);
  expect(await levelOf(bob, "Alice").count()).toBe(0);
});

test("the details are in the address, and the way back closes them, but for what is not saved", async () => {
  const slug = newRoomSlug("beside");
  const alice = await newSession("Alice", [slug]);
  const page = await stories.enter(alice, `/chat/${slug}?side=details:members`);
  const details = page.getByRole("button", { name: "Room details", expanded: true });
  const noDetails = page.getByRole("button", { name: "Room details", expanded: false });
  const question = page.getByRole("dialog", { name: "Discard the changes?" });
  const title = page.getByLabel("Title");
  await expectVisible(member(page, "Alice"));
  // Whoever writes while it is on its way goes on writing.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  // Nothing is before a page that a link opened.
  await details.press("Enter");
  await expectVisible(noDetails);

  await openDetails(page, "Settings");
  await page.reload();
  await title.fill("Winter release");
  await tab(page, "About").click();
  await page.goBack();
  await question.getByRole("button", { name: "Stay" }).press("Enter");
  await tab(page, "Settings").click();
  expect(await title.inputValue()).toBe("Winter release");
  await page.goBack();
  await question.getByRole("button", { name: "Discard changes" }).press("Enter");
  await expectVisible(noDetails);
  expect(new URL(page.url()).search).toBe("");

  await page.goto(`/chat/${slug}?side=details:nothing`);
  await expectVisible(noDetails);
  expect(await page.getByRole("complementary").count()).toBe(0);
});
