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
import { deleteFile, sendFile } from "./files.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const pdf = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200]>> endobj
trailer <</Root 1 0 R>>`;

/** Drops files of the browser's own on the messages, an image among them. */
async function drop(page: Page): Promise<void> {
  const dropped = await page.evaluateHandle(async (slides) => {
    const canvas = new OffscreenCanvas(320, 200);
    canvas.getContext("2d")?.fillRect(20, 20, 100, 100);
    const image = await canvas.convertToBlob();
    const transfer = new DataTransfer();
    transfer.items.add(new File([image], "crane.png", { type: "image/png" }));
    transfer.items.add(new File([slides], "slides.pdf"));
    transfer.items.add(new File([new Uint8Array(3_000_000)], "tide.bin"));
    transfer.items.add(new File(["wrong"], "wrong.txt"));
    return transfer;
  }, pdf);
  const transfer = { dataTransfer: dropped };
  await page.dispatchEvent("[role=log]", "dragover", transfer);
  await expectVisible(page.getByText("Drop to attach"));
  await page.dispatchEvent("[role=log]", "drop", transfer);
}

const tray = (page: Page): Locator => page.getByRole("list", { name: "Files of this message" });

/** Passed on, files are where the copy is. */
async function passOn(page: Page, target: string): Promise<void> {
  await log(page).getByRole("article").filter({ hasText: "From the pier" }).focus();
  await page.keyboard.press("f");
  const dialog = page.getByRole("dialog", { name: "Forward message" });
  await dialog.getByRole("combobox", { name: "To" }).fill(target);
  await expectVisible(dialog.getByRole("option", { name: target }));
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Forward" }).press("Enter");
  await page.getByRole("navigation").getByRole("link", { name: target }).click();
  const copy = log(page).getByRole("region", { name: "Forwarded message of Alice" });
  await expectVisible(copy.getByRole("button", { name: "Open image: A black square" }));
  await expectVisible(copy.getByRole("link", { name: "Download slides.pdf" }));
}

/** Thrown away on its way, a message gives its text back. */
async function cancelOnItsWay(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await drop(page);
  await expectVisible(tray(page));
  await composer(page).fill("Rather later");
  await composer(page).press("Enter");
  await expectGone(tray(page));
  await composer(page).fill("And more");
  await log(page).getByRole("button", { name: "Cancel sending" }).press("Enter");
  await expectVisible(composer(page).and(page.locator(":focus")));
  expect(await composer(page).inputValue()).toBe("Rather later\nAnd more");
  await expectGone(log(page).getByText("Rather later"));
}

test("dropped files survive a cut line and a reload, and two people see them", async () => {
  const [slug, target] = [newRoomSlug("files"), newRoomSlug("pier")];
  const cut = { mayComplain: connectionComplaints };
  const bob = await stories.enter(await newSession("Bob", [slug, target]), `/chat/${slug}`, cut);
  const alice = await enterRoom(stories, "Alice", slug, cut);
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
    await expectVisible(message.getByRole("link", { name: "Download slides.pdf" }));
  }
  await expectVisible(log(alice).getByText(arrived));
  await bob.setViewportSize(phone.viewport);
  await expectAccessible(bob, "files on a phone");
  const image = log(bob).getByRole("button", { name: "Open image: A black square" });
  const width = await image.locator("img").evaluate((each: HTMLImageElement) => each.naturalWidth);
  expect(width).toBe(320);
  // It does not load, and is asked for again.
  const breaks = async () =>
    image.locator("img").evaluate((each) => each.dispatchEvent(new Event("error")));
  await breaks();
  await expectAccessible(bob, "an image that failed to load");
  await log(bob).getByRole("button", { name: "Try again" }).press("Enter");
  await expectVisible(image.and(bob.locator(":focus")));
  await breaks();
  await bob.context().setOffline(true);
  await expectVisible(log(bob).getByText("Image failed to load"));
  await bob.context().setOffline(false);
  await image.press("Enter");
  const viewer = bob.getByRole("dialog", { name: "crane.png" });
  const large = viewer.getByRole("img", { name: "A black square" });
  await large.dispatchEvent("error");
  await viewer.getByRole("button", { name: "Try again" }).press("Enter");
  await expectVisible(large);
  await bob.keyboard.press("+");
  const stage = viewer.getByRole("region", { name: "Enlarged image" });
  const left = async () => stage.evaluate((each) => Math.round(each.scrollLeft));
  const middle = await stage.evaluate((each) => (each.scrollWidth - each.clientWidth) / 2);
  await expectSoon(left).toBe(Math.round(middle));
  await bob.keyboard.press("ArrowRight");
  await expectSoon(left).toBeGreaterThan(Math.round(middle));
  await large.dblclick();
  await expectGone(stage);
  await large.dblclick();
  await expectAccessible(bob, "an image in the viewer", "[role=dialog]");
  await bob.keyboard.press("Escape");
  await expectGone(viewer);
  await bob.setViewportSize(desk.viewport);

  await passOn(bob, target);
  await cancelOnItsWay(alice);
});

test("a PDF is seen by its first page, which opens", async () => {
  const slug = newRoomSlug("paper");
  const as = await newSession("Alice", [slug]);
  const id = await sendFile(as, slug, { name: "slides.pdf", bytes: Buffer.from(pdf) });
  const alice = await stories.enter(as, `/chat/${slug}`);
  const page = log(alice).getByRole("button", { name: "Open the first page of slides.pdf" });
  const { naturalWidth } = await page.locator("img").evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { naturalWidth: image.naturalWidth };
  });
  expect(naturalWidth).toBe(1280);
  await expectAccessible(alice, "the first page of a PDF");
  await page.press("Enter");
  const viewer = alice.getByRole("dialog", { name: "slides.pdf" });
  await expectVisible(viewer.getByRole("img"));
  await deleteFile(as, id);
  await expectGone(viewer);
  await expectVisible(log(alice).getByText("This file was deleted"));
});

test("a recording is listened to before it is sent, survives a reload, and is played faster by the other person", async () => {
  const slug = newRoomSlug("voice");
  const bob = await enterRoom(stories, "Bob", slug);
  // The reload may lose the answer that the upload is complete.
  const alice = await enterRoom(stories, "Alice", slug, { mayBeRefused: ["getUpload 404"] });
  const record = alice.getByRole("button", { name: "Record a voice message" });
  const recorder = alice.getByRole("group", { name: "Recording a voice message" });
  const recorded = alice.getByRole("group", { name: "Recorded voice message" });
  // The browser of the stories asks nobody and refuses nothing by itself.
  await alice.evaluate(() => {
    const { mediaDevices } = navigator;
    mediaDevices.getUserMedia = () => {
      Reflect.deleteProperty(mediaDevices, "getUserMedia");
      return Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
    };
  });
  await composer(alice).fill("Still to be said");
  await record.press("Enter");
  await expectVisible(alice.getByText("The microphone is not allowed here"));
  await record.press("Enter");
  await expectVisible(recorder.getByRole("timer").filter({ hasText: "0:01" }));
  await recorder.getByRole("button", { name: "Pause recording" }).press("Enter");
  await expectAccessible(alice, "a recording that is paused");
  await recorder.getByRole("button", { name: "Resume recording" }).press("Enter");
  // Ten minutes are over.
  await alice.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 600_000;
  });
  await recorded.getByRole("button", { name: "Discard the recording" }).press("Enter");
  await expectGone(recorded);
  await expectVisible(record.and(alice.locator(":focus")));

  await record.press("Enter");
  await expectVisible(recorder.getByRole("timer").filter({ hasText: "0:01" }));
  await recorder.getByRole("button", { name: "Stop and listen" }).press("Enter");
  const play = recorded.getByRole("button", { name: "Play" });
  await expectVisible(play.and(alice.locator(":focus")));
  await alice.getByRole("link", { name: "Files", exact: true }).press("Enter");
  await expectGone(recorded);
  await alice.getByRole("navigation").getByRole("link", { name: slug }).press("Enter");
  await expectVisible(play.and(alice.locator(":focus")));
  await alice.reload();
  await expectVisible(play.and(alice.locator(":focus")));
  await play.press("Enter");
  await expectVisible(recorded.getByText(/^0:0\d \/ 0:0\d$/));
  await expectAccessible(alice, "a recording before it is sent");
  await recorded.getByRole("button", { name: "Send voice message" }).press("Enter");
  await expectGone(recorded);
  expect(await composer(alice).inputValue()).toBe("Still to be said");
  await expectVisible(log(alice).getByText(arrived));

  const heard = log(bob).getByRole("group", { name: /^Voice message, 0:0\d$/ });
  await heard.getByRole("radio", { name: "1.5×" }).check();
  await heard.getByRole("slider", { name: "Position" }).press("End");
  await heard.getByRole("slider", { name: "Position" }).press("Home");
  await heard.getByRole("button", { name: "Play" }).click();
  await expectVisible(heard.getByRole("button", { name: "Pause" }));
  await expectVisible(heard.getByRole("button", { name: "Play" }));
  await bob.setViewportSize(phone.viewport);
  await expectAccessible(bob, "a voice message on a phone");
  await bob.setViewportSize(desk.viewport);
});
