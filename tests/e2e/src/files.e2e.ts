import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { connectionComplaints, desk, expectVisible, phone, tellStories } from "./browser.ts";
import {
  arrived,
  composer,
  enterRoom,
  expectGone,
  expectSoon,
  log,
  newRoomSlug,
} from "./people.ts";

const stories = tellStories();

/** Drops files of the browser's own on the messages, an image among them. */
async function drop(page: Page): Promise<void> {
  const dropped = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(320, 200);
    canvas.getContext("2d")?.fillRect(20, 20, 100, 100);
    const image = await canvas.convertToBlob();
    const transfer = new DataTransfer();
    transfer.items.add(new File([image], "crane.png", { type: "image/png" }));
    transfer.items.add(new File(["a,b\n1,2"], "stops.csv", { type: "text/csv" }));
    transfer.items.add(new File([new Uint8Array(3_000_000)], "tide.bin"));
    transfer.items.add(new File(["wrong"], "wrong.txt"));
    return transfer;
  });
  const transfer = { dataTransfer: dropped };
  await page.dispatchEvent("[role=log]", "dragover", transfer);
  await expectVisible(page.getByText("Drop to attach"));
  await page.dispatchEvent("[role=log]", "drop", transfer);
}

const tray = (page: Page): Locator => page.getByRole("list", { name: "Files of this message" });

test("dropped files survive a cut line and a reload, and two people see them", async () => {
  const slug = newRoomSlug("files");
  const bob = await enterRoom(stories, "Bob", slug);
  const alice = await enterRoom(stories, "Alice", slug, { mayComplain: connectionComplaints });
  await expectVisible(alice.getByRole("button", { name: "Attach files" }));
  await alice.context().setOffline(true);
  await drop(alice);
  await expectSoon(() => tray(alice).getByRole("listitem").count()).toBe(4);
  // The focus goes on to what is left.
  await tray(alice).getByRole("button", { name: "Remove wrong.txt" }).focus();
  await alice.keyboard.press("Enter");
  await expectVisible(
    alice.getByRole("button", { name: "Remove tide.bin" }).and(alice.locator(":focus")),
  );
  await expectVisible(tray(alice).getByText("Waiting for connection"));
  await expectAccessible(alice, "a tray of files");
  await composer(alice).fill("From the pier");
  await alice.context().setOffline(false);
  await alice.reload();
  await expectSoon(() => tray(alice).getByRole("listitem").count()).toBe(3);
  await tray(alice).getByRole("button", { name: "Description of crane.png" }).click();
  await alice.getByRole("textbox", { name: "Description", exact: true }).fill("A black square");
  await alice.getByRole("button", { name: "Save" }).click();
  await composer(alice).press("Enter");
  await expectGone(tray(alice));

  for (const page of [alice, bob]) {
    const message = log(page).getByRole("article").filter({ hasText: "From the pier" });
    await expectVisible(message.getByRole("button", { name: "Open image: A black square" }));
    await expectVisible(message.getByRole("link", { name: "Download tide.bin" }));
    await expectVisible(message.getByRole("link", { name: "Download stops.csv" }));
  }
  await expectVisible(log(alice).getByText(arrived));
  await bob.setViewportSize(phone.viewport);
  await expectAccessible(bob, "files on a phone");
  const image = log(bob).getByRole("button", { name: "Open image: A black square" });
  const width = await image.locator("img").evaluate((each: HTMLImageElement) => each.naturalWidth);
  expect(width).toBe(320);
  await image.press("Enter");
  const viewer = bob.getByRole("dialog", { name: "crane.png" });
  await expectVisible(viewer.getByRole("img", { name: "A black square" }));
  await bob.keyboard.press("+");
  await expectVisible(viewer.getByRole("region", { name: "Enlarged image" }));
  await expectAccessible(bob, "an image in the viewer", "[role=dialog]");
  await bob.keyboard.press("Escape");
  await expectGone(viewer);
  await bob.setViewportSize(desk.viewport);
});
