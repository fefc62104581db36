import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { connectionComplaints, tellStories } from "./browser.ts";
import {
  composer,
  createRoom,
  enterRoom,
  expectGone,
  expectSoon,
  expectVisible,
  log,
  newRoomSlug,
  send,
  signIn,
} from "./people.ts";
import { startServer } from "./server.ts";

const stories = tellStories();
const mayComplain = connectionComplaints;

/** The texts of the messages on the screen, in their order. */
async function texts(page: Page): Promise<string[]> {
  const bodies = await log(page).getByRole("article").locator("p[dir=auto]").allInnerTexts();
  return bodies.map((text) => text.trim());
}

test("a reload keeps the messages, their order and the place", async () => {
  const slug = newRoomSlug("reload");
  const ann = await stories.openTab();
  await enterRoom(ann, "Ann Ritter", slug);
  for (const text of ["One", "Two", "Three"]) await send(ann, text);
  await expectVisible(log(ann).getByText("Sent", { exact: true }));

  await ann.reload();

  await expectVisible(log(ann).getByText("Three"));
  expect(new URL(ann.url()).pathname).toBe(`/chat/${slug}`);
  expect(await texts(ann)).toEqual(["One", "Two", "Three"]);
});

test("what is written offline is shown as waiting and sent once when the network is back", async () => {
  const slug = newRoomSlug("offline");
  const ann = await stories.openTab({ mayComplain });
  const bo = await stories.openTab();
  await enterRoom(ann, "Ann Ritter", slug);
  await enterRoom(bo, "Bo Lund", slug);

  await ann.context().setOffline(true);
  await expectVisible(ann.getByText("Disconnected", { exact: true }));
  await expectVisible(ann.getByText(/^You are offline/));
  await send(ann, "Written without a network");
  await send(ann, "And one more");
  await send(bo, "Meanwhile");
  await expectVisible(log(bo).getByText("Meanwhile"));
  await ann.context().setOffline(false);

  const all = ["Meanwhile", "Written without a network", "And one more"];
  await expectVisible(log(bo).getByText("And one more"));
  await expectVisible(ann.getByText("Connected", { exact: true }));
  await expectGone(ann.getByText(/^You are offline/));
  await expectSoon(() => texts(ann)).toEqual(all);
  expect(await texts(bo)).toEqual(all);
});

test("what is written offline survives the end of the page", async () => {
  const slug = newRoomSlug("outbox");
  const browser = await stories.openBrowser({ mayComplain });
  const ann = await browser.newPage();
  const bo = await stories.openTab();
  await enterRoom(ann, "Ann Ritter", slug);
  await enterRoom(bo, "Bo Lund", slug);

  await browser.setOffline(true);
  await send(ann, "Kept");
  await send(ann, "As well");
  await expectVisible(log(ann).getByText("Sending"));
  await ann.close();
  await browser.setOffline(false);
  const again = await browser.newPage();
  await again.goto("/chat");

  await expectVisible(log(bo).getByText("As well"));
  await again.getByRole("navigation").getByRole("link", { name: slug }).click();
  await expectSoon(() => texts(again)).toEqual(["Kept", "As well"]);
  expect(await texts(bo)).toEqual(["Kept", "As well"]);
});

test("a server that is killed and comes back loses nothing and doubles nothing", async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const options = { serverUrl: server.url, mayComplain: /net::ERR_|WebSocket|status of 50/ };
  const slug = newRoomSlug("killed");
  const ann = await stories.openTab(options);
  const bo = await stories.openTab(options);
  for (const [page, name] of [
    [ann, "Ann Ritter"],
    [bo, "Bo Lund"],
  ] as const) {
    await signIn(page, name);
    await createRoom(page, slug);
  }
  const all = Array.from({ length: 12 }, (_, index) => `Number ${index}`);

  for (const text of all.slice(0, 4)) await send(ann, text);
  const killed = server.kill();
  for (const text of all.slice(4, 8)) await send(ann, text);
  await killed;
  await expectVisible(ann.getByText("Connecting...", { exact: true }));
  await server.start();
  for (const text of all.slice(8)) await send(ann, text);

  await expectSoon(() => texts(ann)).toEqual(all);
  await expectSoon(() => texts(bo)).toEqual(all);
  await expectVisible(log(ann).getByText("Sent", { exact: true }));
  expect(await composer(ann).inputValue()).toBe("");
  await expectSoon(() => log(ann).getByText("Sending").count()).toBe(0);
});
