import { createClient, type ChatClient } from "@colbin/client";
import type { Locator, Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";

let count = 0;

/** An address that nobody had before: stories share one server. */
export function newAddress(name: string): string {
  count += 1;
  const unique = `${Date.now().toString(36)}${process.pid.toString(36)}${count}`;
  return `${name.toLowerCase().replaceAll(/\W/g, "")}-${unique}@example.org`;
}

/** A room that no other story knows. */
export function newRoomSlug(name: string): string {
  return newAddress(name).split("@", 1)[0] ?? name;
}

/** Signs a new person in through the dialog, under this name, and waits for the chat. */
export async function signInByDialog(page: Page, name: string, place = "/chat"): Promise<void> {
  await page.goto(place);
  await page.getByLabel("Email or Phone Number").fill(newAddress(name));
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
  await expectVisible(page.getByText("Connected", { exact: true }));
}

/** The same without the dialog, for stories that begin after it: its calls are made from a page that shows nothing. */
export async function signIn(page: Page, name: string, place = "/chat"): Promise<void> {
  await page.goto("/favicon.svg");
  await page.evaluate(beginSession, { identifier: newAddress(name), fullName: name });
  await page.goto(place);
  await expectVisible(page.getByText("Connected", { exact: true }));
}

interface Newcomer {
  readonly identifier: string;
  readonly fullName: string;
}

/** Runs in the page: what the client does when the dialog is filled in. */
async function beginSession({ identifier, fullName }: Newcomer): Promise<void> {
  async function call(method: string, path: string, body: object, token?: string) {
    const reply = await fetch(`/v1${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
    return (await reply.json()) as Record<string, never>;
  }
  const { user: sent } = await call("POST", "/identifier/send-otp", { identifier });
  const { otp } = sent as unknown as { otp: string };
  const signedIn = await call("POST", "/identifier/verify-otp", { identifier, otp });
  const { access, refresh } = signedIn["tokens"] as unknown as Record<
    "access" | "refresh",
    { token: string; expires: string }
  >;
  const user = await call("PATCH", "/user/me", { fullName }, access.token);
  localStorage.setItem("user", JSON.stringify(user));
  localStorage.setItem("refreshToken", refresh.token);
  localStorage.setItem("tokenExpiry", access.expires);
  localStorage.setItem("accessToken", access.token);
}

/** Signs a new person in and joins or makes this room; the tab shows it. */
export async function enterRoom(page: Page, name: string, slug: string): Promise<void> {
  await signIn(page, name, "/chat");
  await createRoom(page, slug);
}

/** By the quick-share card of the welcome screen; joins the room where it is there already. */
export async function createRoom(page: Page, slug: string): Promise<void> {
  await page.getByLabel("Room name").fill(slug);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expectVisible(composer(page));
}

/** Somebody without a browser: writes and reads through the client, to set a stage or to be talked with. */
export async function newColleague(name: string): Promise<ChatClient> {
  const client = createClient({ baseUrl: inject("serverUrl") });
  onTestFinished(() => client.close());
  const identifier = newAddress(name);
  const { user, challengeId } = await client.auth.sendOtp(identifier);
  await client.auth.verifyOtp({ identifier, otp: user.otp ?? "", challengeId });
  await client.users.update({ fullName: name });
  client.connection.connect();
  await expectSoon(() => client.store.getSnapshot().connectionStatus).toBe("connected");
  return client;
}

/** Sends as this person and waits until the server has it all. */
export async function say(person: ChatClient, slug: string, ...texts: string[]): Promise<void> {
  for (const text of texts) await person.messages.send(slug, text);
  await expectSoon(() => person.store.getSnapshot().pending.size).toBe(0);
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: /^Message #/ });
}

/** As expect.poll, with the patience that a browser on a busy machine needs. */
export function expectSoon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 15_000 });
}

/** The messages of the open room. */
export function log(page: Page): Locator {
  return page.getByRole("log");
}

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

export async function expectVisible(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: "visible" });
  expect(await locator.first().isVisible()).toBe(true);
}

export async function expectGone(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: "hidden" });
  expect(await locator.count()).toBe(0);
}
