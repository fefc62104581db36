import type { MessageId } from "@colbin/protocol";
import { test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  arrived,
  composer,
  expectGone,
  expectSoon,
  idOf,
  log,
  newColleague,
  newRoomSlug,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("a poll is asked, voted in by two, changed by the keyboard and closed", async () => {
  const slug = newRoomSlug("polls");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  await composer(alice).fill("/poll When do we meet?");
  await composer(alice).press("Enter");
  const dialog = alice.getByRole("dialog", { name: "Create a poll" });
  await expectSoon(() => dialog.getByLabel("Question").inputValue()).toBe("When do we meet?");
  await dialog.getByLabel("Answer 1", { exact: true }).fill("At nine");
  await alice.keyboard.press("Enter");
  await alice.keyboard.type("At ten");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "the dialog of a poll on a phone", "[role=dialog]");
  await alice.setViewportSize(desk.viewport);
  // Closed by mistake, it has lost nothing.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await alice.getByRole("button", { name: "Create a poll" }).click();
  await dialog.getByRole("button", { name: "Create poll" }).click();

  const poll = log(alice).getByRole("article").filter({ hasText: "When do we meet?" });
  const option = (name: string) => poll.getByRole("radio", { name });
  await expectVisible(poll.getByText(arrived));
  await option("At nine, 0 votes, 0%").click();
  await expectVisible(poll.getByText("1 vote", { exact: true }));
  const roomId = idOf(bob, slug);
  await bob.rooms.open(roomId);
  const pollOfBob = () =>
    bob.store
      .getSnapshot()
      .messages.get(roomId)
      ?.find(({ poll: its }) => its);
  await expectSoon(() => pollOfBob()?.poll?.voterCount).toBe(1);
  await bob.messages.vote(roomId, pollOfBob()?.id ?? ("" as MessageId), ["2"]);
  await option("At nine, 1 vote, 50%").focus();
  await alice.keyboard.press("ArrowDown");
  await alice.keyboard.press("Space");
  await expectVisible(
    option("At ten, 2 votes, 100%").and(alice.getByRole("radio", { checked: true })),
  );
  await expectSoon(() => pollOfBob()?.poll?.options[1]?.votes).toBe(2);
  await poll.getByRole("button", { name: "Votes for At ten: Bob and Alice" }).click();
  await expectVisible(alice.getByRole("dialog", { name: "Votes for At ten" }).getByText("Alice"));
  await alice.keyboard.press("Escape");
  await poll.getByRole("button", { name: "Withdraw" }).press("Enter");
  await expectVisible(option("At ten, 1 vote, 100%"));
  await alice.keyboard.press("Space");
  await expectVisible(option("At ten, 2 votes, 100%"));
  await expectAccessible(alice, "a poll");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "a poll on a phone");
  await alice.setViewportSize(desk.viewport);

  await poll.focus();
  await poll.getByRole("button", { name: "More actions" }).click();
  await alice.getByRole("menuitem", { name: "Close poll" }).click();
  await alice.getByRole("dialog").getByRole("button", { name: "Close poll" }).click();
  await expectVisible(log(alice).getByText("Alice closed a poll"));
  await expectGone(poll.getByRole("radio"));
  await expectVisible(poll.getByText("Closed", { exact: true }));
  await expectAccessible(alice, "a closed poll");
});
