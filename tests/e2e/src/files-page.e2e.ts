import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { png, sendFile } from "./files.ts";
import { expectGone, expectSoon, log, newRoomSlug } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const list = (page: Page) => page.getByRole("table", { name: "Files" });
const line = (page: Page, name: string) => list(page).getByRole("button", { name });
const sheet = (page: Page) => page.getByRole("complementary");
const endOf = async (part: Locator) => {
  const box = await part.boundingBox();
  return box ? box.x + box.width : NaN;
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

/** Is a file refused that is dropped on the page? */
function refusesDrop(): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["a"], "a.txt"));
  const dropped = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  return !document.body.dispatchEvent(dropped);
}

test("files are found on their page, renamed, deleted, restored and shown in chat by keyboard", async () => {
  const slug = newRoomSlug("survey");
  const [bob, me] = [await newSession("Bob", [slug]), await newSession("Alice", [slug])];
  await sendFile(bob, slug, { name: "photo.png", bytes: png });
  await sendFile(bob, slug, { name: "points.csv", bytes: Buffer.from("x,y\n1,2\n") });
  const caption = "What we spend";
  const budget = Buffer.from(`Tents: 40\n${"Rope: 7, ".repeat(30)}`);
  await sendFile(me, slug, { name: "budget.txt", bytes: budget, caption });
  const alice = await stories.enter(me, "/chat");

  await alice.getByRole("link", { name: "Files", exact: true }).press("Enter");
  await expectVisible(line(alice, "budget.txt"));
  await expectVisible(alice.getByText("Self-hosted, no limits"));
  await expectAccessible(alice, "files");
  // The browser would leave the page for a file that is dropped where none is taken.
  await expectSoon(() => alice.evaluate(refusesDrop)).toBe(true);
  await alice.getByLabel("Type").selectOption({ label: "Images" });
  await expectGone(line(alice, "budget.txt"));
  expect(new URL(alice.url()).search).toBe("?type=image");
  await alice.getByRole("button", { name: "Clear filters" }).press("Enter");

  const field = alice.getByRole("searchbox", { name: "Search files by name" });
  await field.fill("nothing like it");
  await expectVisible(alice.getByText("No file matches"));
  await field.fill("b");
  await expectGone(line(alice, "photo.png"));
  await field.fill("");
  await expectVisible(line(alice, "photo.png"));
  // Other stories send files into rooms that everybody reads.
  await alice.getByRole("combobox", { name: "Room" }).selectOption(slug);
  // The line of names, and three files.
  await expectSoon(() => alice.getByRole("row").count()).toBe(4);
  await field.press("ArrowDown");
  await expectSoon(() => focused(alice)).toMatch(/^budget\.txt/);
  await alice.keyboard.press("ArrowDown");
  await expectSoon(() => focused(alice)).toMatch(/^points\.csv/);
  await alice.keyboard.press("Enter");
  await expectVisible(sheet(alice).getByText("1,2"));
  await alice.keyboard.press("ArrowLeft");
  await expectVisible(sheet(alice).getByText("Tents: 40"));
  // A long line is scrolled in its place, and does not push the rest out of the sheet.
  expect(await endOf(sheet(alice).getByRole("figure"))).toBeLessThan(await endOf(sheet(alice)));
  await expectAccessible(alice, "a file");

  await sheet(alice).getByRole("button", { name: "Rename" }).press("Enter");
  // All but the ending of the name is selected.
  await expectVisible(alice.getByLabel("Name", { exact: true }).and(alice.locator(":focus")));
  await alice.keyboard.type("costs");
  await alice.keyboard.press("Enter");
  await expectVisible(line(alice, "costs.txt"));
  await expectVisible(sheet(alice).getByRole("heading", { name: "costs.txt" }));
  await sheet(alice).getByRole("button", { name: "Delete" }).press("Enter");
  await alice.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expectVisible(sheet(alice).getByText(/^In the trash until /));
  await expectSoon(() => focused(alice)).toBe("Restore");
  await expectGone(line(alice, "costs.txt"));
  await alice.getByLabel("Which files").selectOption({ label: "Trash" });
  await expectVisible(line(alice, "costs.txt"));
  await sheet(alice).getByRole("button", { name: "Restore" }).press("Enter");
  await expectVisible(alice.getByText("The trash is empty"));
  await expectSoon(() => focused(alice)).toBe("Download");
  await sheet(alice).getByRole("link", { name: "Show in chat" }).press("Enter");
  await expectVisible(log(alice).getByText(caption));
  expect(new URL(alice.url()).searchParams.has("message")).toBe(true);

  await findInRoom(alice, () =>
    sendFile(bob, slug, { name: "late.txt", bytes: Buffer.from("Late") }),
  );
  await findInPalette(alice);
});

async function findInRoom(alice: Page, sendLate: () => Promise<unknown>): Promise<void> {
  await alice.getByRole("button", { name: "Details" }).press("Enter");
  await sheet(alice).getByRole("tab", { name: "Files" }).press("Enter");
  await expectVisible(sheet(alice).getByRole("button", { name: "points.csv" }));
  await sendLate();
  await expectVisible(sheet(alice).getByRole("button", { name: "late.txt" }));
  await alice.setViewportSize(phone.viewport);
  await expectAccessible(alice, "files of a room on a phone");
  await alice.getByRole("button", { name: "costs.txt" }).press("Enter");
  await expectVisible(alice.getByText("Tents: 40"));
  await expectAccessible(alice, "a file on a phone");
  await alice.goto("/files");
  await expectVisible(line(alice, "costs.txt"));
  await alice.getByRole("button", { name: "Grid" }).press("Enter");
  await expectVisible(alice.getByRole("list", { name: "Files" }));
  await expectAccessible(alice, "files on a phone");
  await alice.setViewportSize(desk.viewport);
}

async function findInPalette(alice: Page): Promise<void> {
  await alice.keyboard.press("Control+k");
  await alice.getByRole("combobox", { name: "Command palette" }).fill("/costs");
  await alice.getByRole("option", { name: /^costs\.txt/ }).waitFor();
  await alice.keyboard.press("Enter");
  await expectVisible(sheet(alice).getByText("Tents: 40"));
}
