import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionComplaints, expectVisible, tellStories } from "./browser.ts";
import { readKept } from "./kept.ts";
import {
  arrived,
  composer,
  enterRoom,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  send,
} from "./people.ts";
import { startServer, type Server } from "./server.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();
const mayComplain = connectionComplaints;
/** It is killed: the other stories have their own. */
let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** The texts of the messages on the screen, in their order. */
async function texts(page: Page): Promise<string[]> {
  const bodies = await log(page).getByRole("article").locator("p[dir=auto]").allInnerTexts();
  return bodies.map((text) => text.trim());
}

test("a reload keeps the messages, their order and the place", async () => {
  const slug = newRoomSlug("reload");
  const alice = await enterRoom(stories, "Alice", slug);
  for (const text of ["One", "Two", "Three"]) await send(alice, text);
  await expectVisible(log(alice).getByText("Sent", { exact: true }));

  await alice.reload();

  await expectVisible(log(alice).getByText("Three"));
  expect(new URL(alice.url()).pathname).toBe(`/chat/${slug}`);
  expect(await texts(alice)).toEqual(["One", "Two", "Three"]);
});

test("what is written offline is shown as waiting and sent once when the network is back", async () => {
  const slug = newRoomSlug("offline");
  const alice = await enterRoom(stories, "Alice", slug, { mayComplain });
  const bob = await enterRoom(stories, "Bob", slug);

  await alice.context().setOffline(true);
  await expectVisible(alice.getByText("Disconnected", { exact: true }));
  await expectVisible(alice.getByText(/^You are offline/));
  await send(alice, "Written without a network");
  await send(alice, "And one more");
  await send(bob, "Meanwhile");
  await expectVisible(log(bob).getByText("Meanwhile"));
  // A message is shown before the server has it; only then is it earlier than hers.
  await expectVisible(log(bob).getByText("Sent", { exact: true }));
  await alice.context().setOffline(false);

  const all = ["Meanwhile", "Written without a network", "And one more"];
  await expectVisible(log(bob).getByText("And one more"));
  await expectVisible(alice.getByText("Connected", { exact: true }));
  await expectGone(alice.getByText(/^You are offline/));
  await expectSoon(() => texts(alice)).toEqual(all);
  expect(await texts(bob)).toEqual(all);
});

test("what is written offline survives the end of the page", async () => {
  const slug = newRoomSlug("outbox");
  const alice = await enterRoom(stories, "Alice", slug, { mayComplain });
  const browser = alice.context();
  const bob = await enterRoom(stories, "Bob", slug);

  await browser.setOffline(true);
  await send(alice, "Kept");
  await send(alice, "As well");
  await expectVisible(log(alice).getByText("Sending"));
  await alice.close();
  await browser.setOffline(false);
  const again = await browser.newPage();
  await again.goto("/chat");

  await expectVisible(log(bob).getByText("As well"));
  await again.getByRole("navigation").getByRole("link", { name: slug }).click();
  await expectSoon(() => texts(again)).toEqual(["Kept", "As well"]);
  expect(await texts(bob)).toEqual(["Kept", "As well"]);
});

test("a refused text stays where its room is archived, taken back and moved, after a reload too", async () => {
  const slug = newRoomSlug("moved");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  const mayBeRefused = ["sendMessage 403"] as const;
  const alice = await enterRoom(stories, "Alice", slug, { mayComplain, mayBeRefused });
  await alice.context().setOffline(true);
  await send(alice, "Still mine");
  await expectVisible(log(alice).getByText("Sending"));
  await bob.call("archiveRoom", { params: { slug } });
  await alice.context().setOffline(false);
  await expectVisible(log(alice).getByText(/^Not sent/));
  await bob.call("unarchiveRoom", { params: { slug } });
  await expectVisible(composer(alice));

  const moved = `${slug}-on`;
  await bob.call("updateRoom", { params: { slug }, body: { slug: moved } });
  await expectSoon(() => new URL(alice.url()).pathname).toBe(`/chat/${moved}`);
  await expectVisible(log(alice).getByText("Still mine"));
  await alice.reload();
  await expectVisible(log(alice).getByText("Still mine"));
  await log(alice).getByRole("button", { name: "Retry" }).click();
  await expectVisible(log(alice).getByText("Sent", { exact: true }));
});

test("a draft outlives a reload and a crash of its tab", async () => {
  const slug = newRoomSlug("draft");
  const alice = await enterRoom(stories, "Alice", slug);
  await composer(alice).pressSequentially("Half a sentence");
  await alice.reload();
  await expectVisible(composer(alice));
  expect(await composer(alice).inputValue()).toBe("Half a sentence");

  // A draft that has ended stays ended.
  await expectSoon(() => readKept(alice)).toContain("Half a sentence");
  await composer(alice).fill("");
  await alice.goto(`/chat/${slug}?side=details`);
  await expectVisible(composer(alice));
  expect(await composer(alice).inputValue()).toBe("");

  await composer(alice).pressSequentially("Half a sentence, and another half");
  await expectSoon(() => readKept(alice)).toContain("another half");
  const crash = alice.waitForEvent("crash");
  alice.goto("chrome://crash").catch(() => undefined);
  await crash;
  const again = await alice.context().newPage();
  await alice.close();
  await again.goto(`/chat/${slug}`);
  await expectVisible(composer(again));
  expect(await composer(again).inputValue()).toBe("Half a sentence, and another half");

  await composer(again).press("Enter");
  await expectVisible(log(again).getByText("Sent", { exact: true }));
  await again.reload();
  await expectVisible(composer(again));
  expect(await composer(again).inputValue()).toBe("");
});

test("of two tabs the one that wrote last has the draft, and neither takes the text of the other", async () => {
  const slug = newRoomSlug("draft");
  // Each tab keeps the draft on the server as well, and takes the other's version when it is late.
  const first = await enterRoom(stories, "Alice", slug, { mayBeRefused: ["putDraft 409"] });
  const second = await first.context().newPage();
  await second.goto(`/chat/${slug}`);
  await composer(first).fill("Of the first");
  await expectSoon(() => readKept(first)).toContain("Of the first");
  await composer(second).fill("Of the second");
  await expectSoon(() => readKept(first)).toContain("Of the second");
  expect(await composer(first).inputValue()).toBe("Of the first");

  await composer(first).press("Enter");
  await expectVisible(log(first).getByText("Sent", { exact: true }));
  await first.reload();
  await expectVisible(composer(first));
  expect(await composer(first).inputValue()).toBe("Of the second");

  // The same text in both: whoever goes to the other tab does not send it again.
  await composer(first).press("Enter");
  await expectSoon(() => composer(second).inputValue()).toBe("");
  await composer(second).fill("Still being written");
  await composer(first).fill("Said");
  await composer(first).press("Enter");
  await expectVisible(log(second).getByText("Said", { exact: true }));
  expect(await composer(second).inputValue()).toBe("Still being written");
});

test("a server that is killed and comes back loses nothing and doubles nothing", async () => {
  const mayBeRefused = ["any 503"] as const;
  const options = { serverUrl: server.url, mayComplain: /net::ERR_|WebSocket/, mayBeRefused };
  const slug = newRoomSlug("killed");
  const alice = await enterRoom(stories, "Alice", slug, options);
  const bob = await enterRoom(stories, "Bob", slug, options);
  const all = Array.from({ length: 12 }, (_, index) => `Number ${index}`);

  for (const text of all.slice(0, 4)) await send(alice, text);
  const killed = server.kill();
  for (const text of all.slice(4, 8)) await send(alice, text);
  await killed;
  await expectVisible(alice.getByText("Connecting...", { exact: true }));
  await server.start();
  for (const text of all.slice(8)) await send(alice, text);

  await expectSoon(() => texts(alice)).toEqual(all);
  await expectSoon(() => texts(bob)).toEqual(all);
  await expectVisible(log(alice).getByText(arrived));
  expect(await composer(alice).inputValue()).toBe("");
  await expectSoon(() => log(alice).getByText("Sending").count()).toBe(0);
});

test("a page of an older build goes on, says that there is a new one, and loads it without losing a word", async () => {
  const slug = newRoomSlug("build");
  const page = await stories.openTab({ as: await newSession("Alice", [slug]) });
  let isUpgraded = true;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    const upstream = socket.connectToServer();
    upstream.onMessage((text) =>
      socket.send(isUpgraded ? String(text).replace(/(?<="webBuild":")[^"]+/, "newer") : text),
    );
  });
  await page.goto(`/chat/${slug}`);
  const note = page.getByRole("status").filter({ hasText: "A new version is ready" });
  await expectVisible(note);
  await send(page, "Said by the older build");
  await expectVisible(log(page).getByText("Sent", { exact: true }));
  await composer(page).press("ArrowUp");
  const edit = log(page).getByRole("textbox");
  await edit.fill("Said and being changed");
  await composer(page).fill("Half a sentence");
  isUpgraded = false;

  await note.getByRole("button", { name: "Reload" }).click();

  await expectVisible(page.getByText("Connected", { exact: true }));
  await expectSoon(() => composer(page).inputValue()).toBe("Half a sentence");
  await expectSoon(() => edit.inputValue()).toBe("Said and being changed");
  await expectGone(note);
});
