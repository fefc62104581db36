import { expect, test } from "vitest";
import { tellStories } from "./browser.ts";
import {
  composer,
  enterRoom,
  expectGone,
  expectSoon,
  expectVisible,
  log,
  newColleague,
  newRoomSlug,
  say,
  send,
} from "./people.ts";

const stories = tellStories();

test("two people talk live and see the same order", async () => {
  const slug = newRoomSlug("talk");
  const ann = await stories.openTab();
  const bo = await stories.openTab({ colorScheme: "dark" });
  await enterRoom(ann, "Ann Ritter", slug);
  await enterRoom(bo, "Bo Lund", slug);

  await send(ann, "Is the import through?");
  await expectVisible(log(bo).getByText("Is the import through?"));
  await send(bo, "Since nine.");
  await send(bo, "Nothing in the error log.");
  await expectVisible(log(ann).getByText("Nothing in the error log."));

  const order = ["Is the import through?", "Since nine.", "Nothing in the error log."];
  for (const page of [ann, bo]) {
    const texts = await log(page).getByRole("article").allInnerTexts();
    const places = order.map((text) => texts.findIndex((shown) => shown.includes(text)));
    expect(places).toEqual([0, 1, 2]);
  }
  await expectVisible(log(ann).getByText("Bo Lund joined"));
});

test("who types is shown, and not any more when the message is there", async () => {
  const slug = newRoomSlug("typing");
  const ann = await stories.openTab();
  await enterRoom(ann, "Ann Ritter", slug);
  const bo = await newColleague("Bo Lund");
  await bo.rooms.join(slug);

  bo.typing.keystroke(slug);
  await expectVisible(ann.getByText("Bo is typing"));
  await say(bo, slug, "Done");

  await expectVisible(log(ann).getByText("Done"));
  await expectGone(ann.getByText("Bo is typing"));
});

test("the others learn that one types from the first key on", async () => {
  const slug = newRoomSlug("typing");
  const ann = await stories.openTab();
  await enterRoom(ann, "Ann Ritter", slug);
  const bo = await newColleague("Bo Lund");
  await bo.rooms.join(slug);
  const typists = () =>
    bo.store
      .getSnapshot()
      .typingUsers.get(slug)
      ?.map((user) => user.userName);

  await composer(ann).pressSequentially("A");
  await expectSoon(typists).toEqual(["Ann Ritter"]);
  await composer(ann).press("Backspace");
  await expectSoon(typists).toBeUndefined();
});

test("a message is shown at once and says how far it has come", async () => {
  const ann = await stories.openTab();
  await enterRoom(ann, "Ann Ritter", newRoomSlug("status"));
  await ann.context().setOffline(true);

  await send(ann, "Hello");
  await expectVisible(log(ann).getByText("Hello"));
  await expectVisible(log(ann).getByText("Sending"));
  expect(await composer(ann).inputValue()).toBe("");

  await ann.context().setOffline(false);
  await expectVisible(log(ann).getByText("Sent", { exact: true }));
  expect(await log(ann).getByText("Hello").count()).toBe(1);
});

test("what the server refuses stays, with a way to send it again or to throw it away", async () => {
  const ann = await stories.openTab();
  await enterRoom(ann, "Ann Ritter", newRoomSlug("refused"));

  // Invisible characters only: not blank for the composer, empty for the server.
  await send(ann, "\u200B\u200B");
  await expectVisible(log(ann).getByText("Not sent"));
  await log(ann).getByRole("button", { name: "Retry" }).click();
  await expectVisible(log(ann).getByText("Not sent"));
  await send(ann, "The next one goes through");
  await expectVisible(log(ann).getByText("Sent", { exact: true }));

  await log(ann).getByRole("button", { name: "Discard" }).click();
  await expectGone(log(ann).getByText("Not sent"));
});

test("Shift+Enter makes a line, Escape clears and can be taken back, drafts wait in their room", async () => {
  const ann = await stories.openTab();
  const slug = newRoomSlug("draft");
  await enterRoom(ann, "Ann Ritter", slug);
  const field = composer(ann);

  await field.pressSequentially("one");
  await field.press("Shift+Enter");
  await field.pressSequentially("two");
  expect(await field.inputValue()).toBe("one\ntwo");
  await field.press("Escape");
  expect(await field.inputValue()).toBe("");
  await ann.getByRole("button", { name: "Undo" }).click();
  expect(await field.inputValue()).toBe("one\ntwo");

  await ann.getByRole("link", { name: "Browse rooms" }).click();
  await expectVisible(ann.getByRole("heading", { name: "Select a room to start chatting" }));
  await ann.getByRole("navigation").getByRole("link", { name: slug }).click();
  expect(await field.inputValue()).toBe("one\ntwo");
});
