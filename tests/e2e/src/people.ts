import { createClient, roomKeyOf, type ChatClient } from "@colbin/client";
import { MESSAGE_MAX_CHARS, type RoomId } from "@colbin/protocol";
import type { Locator, Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { expectVisible, PATIENCE_MS, type Stories } from "./browser.ts";
import { newAddress, newSession } from "./sessions.ts";

/** A room that no other story knows. */
export function newRoomSlug(name: string): string {
  return newAddress(name).split("@", 1)[0] ?? name;
}

/** Signs a new person in through the dialog, under this name, and waits for the chat. */
export async function signInByDialog(
  page: Page,
  name: string,
  address = newAddress(name),
): Promise<void> {
  await page.goto("/chat");
  await page.getByLabel("Email or Phone Number").fill(address);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
  await expectVisible(page.getByText("Connected", { exact: true }));
}

/** A new person in this room, which is made where it is not there yet; the tab shows it. */
export async function enterRoom(
  stories: Stories,
  name: string,
  slug: string,
  options?: Parameters<Stories["enter"]>[2],
): Promise<Page> {
  const session = await newSession(name, [slug], options?.serverUrl);
  const page = await stories.enter(session, `/chat/${slug}`, options);
  await expectVisible(composer(page));
  return page;
}

/** By the quick-share card of the welcome screen; joins the room where it is there already. */
export async function createRoom(page: Page, slug: string): Promise<void> {
  await page.getByLabel("Room name").fill(slug);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expectVisible(composer(page));
}

/** Somebody without a browser: writes and reads through the client, to set a stage or to be talked with. */
export async function newColleague(name: string): Promise<ChatClient> {
  const identifier = newAddress(name);
  const client = createClient({ baseUrl: inject("serverUrl") });
  onTestFinished(() => client.close());
  const { user, challengeId } = await client.auth.sendOtp(identifier);
  await client.auth.verifyOtp({ identifier, otp: user.otp ?? "", challengeId });
  await client.users.update({ fullName: name });
  client.connection.connect();
  await expectSoon(() => client.store.getSnapshot().connectionStatus).toBe("connected");
  return client;
}

/** The room at an address that the person knows. */
export function idOf({ store }: ChatClient, slug: string): RoomId {
  return roomKeyOf(store.getSnapshot(), slug);
}

/** Sends as this person and waits until the server has it all. */
export async function say(person: ChatClient, slug: string, ...texts: string[]): Promise<void> {
  for (const text of texts) await person.messages.send(idOf(person, slug), text);
  await expectSoon(() => person.store.getSnapshot().pending.size).toBe(0);
}

/** The mark of a message that the server has, however far it has come among the others. */
export const arrived = /^(Sent|Delivered|Read|Read by \d+)$/;

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: /^Message #/ });
}

/** As expect.poll, with the patience that a browser on a busy machine needs. */
export function expectSoon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: PATIENCE_MS });
}

/** What shares a room. */
export function shareDialog(page: Page): Locator {
  return page.getByRole("dialog", { name: /^Share / });
}

/** The messages of the open room. */
export function log(page: Page): Locator {
  return page.getByRole("log");
}

/** Not too long for the composer, but for the server, where each of its characters is composed of two (Unicode, NFC). */
export const refusedText = "\u0958".repeat(MESSAGE_MAX_CHARS / 2 + 1);

/** Longer than a finger rests until a menu opens. */
const PRESS_MS = 3_000;

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** By right clicks on a row, since what listens for them comes after the rows. */
export async function openMenu(row: Locator): Promise<void> {
  const menu = row.page().getByRole("menu");
  await expectSoon(async () => {
    if ((await menu.count()) === 0) await row.click({ button: "right" });
    return menu.count();
  }).toBeGreaterThan(0);
}

/** A finger that rests on it until this is shown, and comes down again as long as nothing listens for it. */
export async function longPress(target: Locator, shown: Locator): Promise<void> {
  const fingers = await target.page().context().newCDPSession(target.page());
  // A finger comes down on what is painted, and the browser finds what is under it there.
  await target.page().evaluate(untilPainted);
  const press = async (): Promise<boolean> => {
    // On a busy machine it may show only after the finger went up: a second press would close it.
    if (await shown.isVisible()) return true;
    const [x, y] = await target.evaluate(untilAtRest);
    const touchPoints = [{ x, y }];
    await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    const isShown = shown.waitFor({ timeout: PRESS_MS }).then(
      () => true,
      () => false,
    );
    await isShown;
    await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    return isShown;
  };
  await expectSoon(press).toBe(true);
}

/** Where a finger meets the element and nothing else, as soon as it stays there. Runs in the page. */
async function untilAtRest(element: Element): Promise<[number, number]> {
  for (let before: DOMRect | undefined; ;) {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + 40, box.y + 20];
    const isAtRest = box.x === before?.x && box.y === before.y;
    if (isAtRest && element.contains(document.elementFromPoint(x, y))) return [x, y];
    before = box;
    await new Promise(requestAnimationFrame);
  }
}

/** Runs in the page. */
async function untilPainted(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

/** The element has the focus, or gets it soon. */
export async function expectFocused(target: Locator): Promise<void> {
  await expectSoon(() => target.evaluate((it) => it === document.activeElement)).toBe(true);
}

export async function expectGone(locator: Locator): Promise<void> {
  await expectSoon(() => locator.count()).toBe(0);
}

/** Is it there, and within what scrolls around it? */
export async function isInSight(target: Locator): Promise<boolean> {
  if ((await target.count()) !== 1) return false;
  return target.evaluate((element) => {
    const view = element.closest("[role=log]")?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return view !== undefined && top >= view.top - 1 && bottom <= view.bottom + 1;
  });
}
