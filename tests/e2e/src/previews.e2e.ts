import { expect, inject, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  expectGone,
  expectSoon,
  isInSight,
  log,
  newColleague,
  newRoomSlug,
  say,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("links show their sites without moving what is read, until their author takes them off", async () => {
  const [slug, at] = [newRoomSlug("previews"), `http://${inject("siteHost")}`];
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const lines = (of: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${of} ${index}`);
  const link = `Look at ${at}/page?title=Tile+cache&held=${slug}`;
  await say(bob, slug, ...lines("Before", 40));
  const alice = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  // The server waits for a site for some seconds: nothing slow stands between the link and its answer.
  await say(bob, slug, link, ...lines("After", 9));
  const message = log(alice).getByRole("article").filter({ hasText: "Look at" });
  const card = (title: string) => log(alice).getByRole("link", { name: `Tile notes ${title}` });
  await expectVisible(message);

  await log(alice).evaluate((element) => element.scrollTo({ top: -200 }));
  expect(await isInSight(message)).toBe(true);
  const before = await log(alice).getByText("After 1").boundingBox();
  await fetch(`${at}/let?held=${slug}`);
  const told = () => message.evaluate((element) => element.querySelectorAll("a").length);
  const { messages } = await bob.call("listMessages", { params: { slug }, query: {} });
  const { id = "" } = messages.find(({ content }) => content.startsWith("Look at")) ?? {};
  const shown = async () =>
    (await bob.call("getMessage", { params: { slug, id } })).previews?.length;
  await expectSoon(shown).toBe(1);
  await say(bob, slug, "Seen?");
  await expectVisible(alice.getByRole("button", { name: /1 new message/ }));
  expect(await told()).toBe(1);
  expect(await log(alice).getByText("After 1").boundingBox()).toEqual(before);

  await log(alice).evaluate((element) => element.scrollTo({ top: 0 }));
  await expectVisible(card("Tile cache"));
  const picture = message.locator("img").last();
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expectSoon(width).toBe(1);
  expect(new URL((await picture.getAttribute("src")) ?? "", alice.url()).origin).toBe(
    new URL(alice.url()).origin,
  );
  await expectGone(message.getByRole("button", { name: "Remove previews" }));

  await send(alice, `${at}/page?title=Mine and ${at}/page?title=Second`);
  await expectVisible(card("Second"));
  await expectAccessible(alice, "previews of links");
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "previews of links on a phone");
  await alice.setViewportSize(desk.viewport);
  const own = log(alice).getByRole("article").filter({ hasText: "Second" });
  await own.getByRole("button", { name: "Remove previews" }).press("Enter");
  await expectGone(card("Second"));
  await expectGone(card("Mine"));
  await expectVisible(card("Tile cache"));
});
