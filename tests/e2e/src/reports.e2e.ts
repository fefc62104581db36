import { test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, log, newColleague, newRoomSlug, openMenu, say } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("a reported message comes to the people who lead the room, who remove it and tell its author why", async () => {
  const slug = newRoomSlug("report");
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await say(bob, slug, "Buy my watches");
  const carol = await stories.enter(await newSession("Carol", [slug]), `/chat/${slug}`);
  const row = log(carol).getByRole("article").filter({ hasText: "Buy my watches" });

  await openMenu(row);
  await expectGone(carol.getByRole("menuitem", { name: "Remove message" }));
  await carol.getByRole("menuitem", { name: "Report message" }).press("Enter");
  const reporting = carol.getByRole("dialog", { name: "Report this message?" });
  await reporting.getByLabel("Note (optional)").fill("Every day");
  await expectAccessible(carol, "reporting");
  await carol.setViewportSize(phone.viewport);
  await expectAccessible(carol, "reporting on a phone");
  await reporting.getByRole("button", { name: "Report", exact: true }).press("Enter");
  await expectVisible(carol.getByText("Message reported"));

  await alice.getByRole("button", { name: "Notifications, 1 unread" }).press("Enter");
  await alice.getByRole("link", { name: new RegExp(`A message in ${slug} was reported`) }).click();
  const details = alice.getByRole("complementary", { name: "Details" });
  await expectVisible(details.getByText("Reported by Carol"));
  await expectVisible(details.getByText("Every day"));
  await expectAccessible(alice, "reports");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "reports on a phone");
  await alice.setViewportSize(desk.viewport);
  await details.getByRole("button", { name: "Remove the message of Bob" }).press("Enter");
  const removing = alice.getByRole("dialog", { name: "Remove this message?" });
  await removing.getByLabel("Reason").fill("No advertising");
  await expectAccessible(alice, "removing");
  // The news of the decision is here before its answer, and takes the card with its dialog away.
  await alice.route("**/remove", async (route) => {
    const response = await route.fetch();
    await expectVisible(details.getByText("Nothing is reported"));
    await route.fulfill({ response });
  });
  await removing.getByRole("button", { name: "Remove" }).press("Enter");

  await expectVisible(details.getByText("Nothing is reported"));
  await expectSoon(() => details.locator("input:focus").getAttribute("value")).toBe("open");
  for (const page of [alice, carol])
    await expectVisible(log(page).getByText("Removed by a moderator"));
  const reasons = async () => {
    const { results } = await bob.call("listNotifications", { query: {} });
    return results.map(({ facts }) => ("reason" in facts ? facts.reason : ""));
  };
  await expectSoon(reasons).toEqual(["No advertising"]);
});
