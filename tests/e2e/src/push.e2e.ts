import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  enterRoom,
  expectGone,
  expectSoon,
  newColleague,
  newRoomSlug,
  say,
  send,
} from "./people.ts";
import { newSession } from "./sessions.ts";

/*
 * Notifications outside of the page. The browser of the stories is without windows: it refuses every permission, and reaches no push
 * service. So the permission, the subscription and what is shown are stand-ins; the worker and its events are real.
 */

const stories = tellStories();

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly data: { readonly url: string };
}

const bar = (page: Page) =>
  page.getByText("Turn on notifications to hear of mentions and replies.");
const here = (page: Page) =>
  page.getByRole("status").filter({ hasText: /^(Shown|You have blocked)/ });

/** Runs in each page before the app. */
function standIn(first: string): void {
  const key = "standInPermission";
  const read = () => (localStorage.getItem(key) ?? first) as NotificationPermission;
  Object.defineProperty(Notification, "permission", { get: read });
  Notification.requestPermission = () => {
    localStorage.setItem(key, "granted");
    return Promise.resolve("granted");
  };
  let made: PushSubscription | null = null;
  PushManager.prototype.getSubscription = () => Promise.resolve(made);
  PushManager.prototype.subscribe = async (options) => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
      "deriveBits",
    ]);
    const p256dh = await crypto.subtle.exportKey("raw", pair.publicKey);
    const { applicationServerKey: given } = options ?? {};
    const text = (typeof given === "string" ? given : "").replaceAll("-", "+").replaceAll("_", "/");
    const applicationServerKey = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;
    made = {
      endpoint: `https://93.184.215.14/push/${crypto.randomUUID()}`,
      options: { applicationServerKey, userVisibleOnly: true },
      getKey: (name: string) =>
        name === "auth" ? crypto.getRandomValues(new Uint8Array(16)).buffer : p256dh,
      unsubscribe: () => {
        made = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    return made;
  };
  // A page that is not secure, as the first empty one, has no workers.
  if ("ServiceWorkerRegistration" in window) standInForShowing(ServiceWorkerRegistration.prototype);

  function standInForShowing(of: ServiceWorkerRegistration): void {
    const shown: (NotificationOptions & { title: string; close: () => void })[] = [];
    Object.assign(window, { shown });
    of.showNotification = (title, options) => {
      const close = (): void => void shown.splice(shown.indexOf(one), 1);
      const one = { title, ...options, close };
      shown.push(one);
      return Promise.resolve();
    };
    of.getNotifications = () => Promise.resolve([...shown] as unknown as Notification[]);
  }
}

/** Runs in the worker: keeps what it shows. */
function keepShown(): void {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    shown: unknown;
  };
  const shown: { readonly tag: string; close: () => void }[] = [];
  scope.shown = shown;
  scope.registration.showNotification = (title, options) => {
    const close = (): void => void shown.splice(shown.indexOf(one), 1);
    const one = { title, ...options, tag: options?.tag ?? "", close };
    shown.push(one);
    return Promise.resolve();
  };
  scope.registration.getNotifications = (of) =>
    Promise.resolve(shown.filter(({ tag }) => tag === of?.tag) as unknown as Notification[]);
}

/** The notifications that the stand-in of a page or a worker shows. */
function readShown(): Shown[] {
  return JSON.parse(JSON.stringify((globalThis as { shown?: unknown }).shown)) as Shown[];
}

async function openSettings(page: Page): Promise<void> {
  await page.goto("/settings/notifications");
  await expectVisible(page.getByText("Notifications in this browser"));
}

/** Longer than the few calls that the page makes one after the other. */
async function roundTrips(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 10; count += 1) await (await fetch("/")).text();
  });
}

/** Keeps what the server answers this page about its browsers until it is released, up to the end; `held` when an answer is. */
async function holdLists(page: Page) {
  const [released, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHolding = true;
  await page.route("**/push-subscriptions", async (route) => {
    if (!isHolding || route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    held.resolve();
    await released.promise;
    return route.fulfill({ response });
  });
  return { held: held.promise, release: released.resolve, end: () => void (isHolding = false) };
}

/** The way of the tools of developers to push to the worker of this page. */
async function openPushes(page: Page): Promise<(words: object) => Promise<void>> {
  const tools: CDPSession = await page.context().newCDPSession(page);
  const ids: string[] = [];
  tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  );
  await tools.send("ServiceWorker.enable");
  await expectSoon(() => ids.length).toBeGreaterThan(0);
  const origin = new URL(page.url()).origin;
  return async (words) => {
    const registrationId = ids.at(-1) ?? "";
    const data = JSON.stringify(words);
    await tools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  };
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  await expectSoon(() => context.serviceWorkers().length).toBe(1);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("The worker was there");
  return worker;
}

test("who has sent a message is offered notifications, once in a while", async () => {
  const slug = newRoomSlug("push");
  const context = await stories.openBrowser({ as: await newSession("Bob", [slug]) });
  await context.addInitScript(standIn, "default");
  const bob = await context.newPage();
  await bob.goto(`/chat/${slug}`);
  await send(bob, "hello");
  await expectVisible(bar(bob));
  await expectAccessible(bob, "an offer of notifications");
  await bob.setViewportSize(phone.viewport);
  await expectAccessible(bob, "an offer of notifications on a phone");
  await bob.getByRole("button", { name: "Not now" }).press("Enter");
  await expectGone(bar(bob));
  expect(context.serviceWorkers()).toEqual([]);
  await bob.evaluate(() =>
    localStorage.setItem("pushAskedAt", String(Date.now() - 31 * 86_400_000)),
  );
  await bob.reload();
  await send(bob, "again");
  await expectVisible(bar(bob));
  const added = bob.waitForResponse(
    (response) =>
      response.url().endsWith("/push-subscriptions") && response.request().method() === "POST",
  );
  await bob.getByRole("button", { name: "Turn on" }).press("Enter");
  await expectGone(bar(bob));
  await added;
  await openSettings(bob);
  await expectVisible(here(bob).getByText("Shown also while the app is closed."));
});

test("a push is shown, and opens its place in the page that is there", async () => {
  const slug = newRoomSlug("push");
  const context = await stories.openBrowser({ as: await newSession("Bob", [slug]) });
  await context.addInitScript(standIn, "default");
  const bob = await context.newPage();
  await openSettings(bob);
  await bob.getByRole("button", { name: "Turn on" }).press("Enter");
  await expectVisible(here(bob).getByText("Shown also while the app is closed."));
  await expectAccessible(bob, "notifications of a browser");
  const worker = await workerOf(context);
  await worker.evaluate(keepShown);
  const push = await openPushes(bob);
  const words = {
    kind: "show",
    id: "1",
    title: "Ana",
    body: "look",
    url: `/chat/${slug}`,
    tag: "t",
  };
  await push({ ...words, icon: null });
  await push({ ...words, icon: null });
  await push({ ...words, id: "2", tag: "other", icon: null });
  await push({ kind: "withdraw", tag: "other" });
  await expectSoon(async () => (await worker.evaluate(readShown)).map(({ tag }) => tag)).toEqual([
    "t",
  ]);
  await worker.evaluate(() => {
    const { shown } = globalThis as unknown as { shown: unknown[] };
    const event = Object.assign(new Event("notificationclick"), {
      notification: shown[0],
      waitUntil: () => undefined,
    });
    globalThis.dispatchEvent(event);
  });
  await expectSoon(() => new URL(bob.url()).pathname).toBe(`/chat/${slug}`);
  expect(await worker.evaluate(readShown)).toEqual([]);
  await openSettings(bob);
  const turnOff = bob.getByRole("button", { name: "Turn off" });
  await expectVisible(turnOff);
  // The page, opened again, still compares itself with the server while the person turns pushes off.
  const late = await holdLists(bob);
  await bob.getByRole("link", { name: "Profile", exact: true }).press("Enter");
  await expectGone(turnOff);
  await bob.goBack();
  await expectVisible(turnOff);
  await late.held;
  late.end();
  await turnOff.press("Enter");
  await roundTrips(bob);
  late.release();
  await roundTrips(bob);
  await expectVisible(bob.getByRole("button", { name: "Turn on" }));
  await openSettings(bob);
  await expectVisible(bob.getByRole("button", { name: "Turn on" }));
});

test("what is meant for a person is shown on the desktop once, while they look elsewhere, until it is read", async () => {
  const slug = newRoomSlug("push");
  const as = await newSession("Bob", [slug]);
  const context = await stories.openBrowser({ as });
  await context.addInitScript(standIn, "granted");
  const ana = await newColleague("Ana");
  await ana.rooms.join(slug);
  await ana.rooms.load();
  const direct = await ana.call("openDirect", { body: { userId: as.userId } });
  const [bob, second] = [await context.newPage(), await context.newPage()];
  for (const page of [bob, second]) {
    const parts = page.waitForResponse(/follow-desktop-/);
    await page.goto("/chat");
    await parts;
    await expectVisible(page.getByText("Connected", { exact: true }));
  }
  await workerOf(context);
  const titles = async () =>
    (await Promise.all([bob.evaluate(readShown), second.evaluate(readShown)]))
      .flat()
      .map(({ title }) => title)
      .toSorted();
  // A message that nobody is named in is left to those who want every message of its room.
  await say(ana, slug, "for nobody", `<@${as.userId}> look`);
  const params = { slug: direct.sessionRoomSlug };
  await ana.call("sendMessage", { params, body: { content: "hello" } });
  // Where the feed is late, the room tells of the mention in its place.
  const mention = expect.stringMatching(new RegExp(`^(Ana mentioned you|${slug}$)`)) as string;
  await expectSoon(titles).toEqual(["Ana", mention]);
  await second.bringToFront();
  await second.getByRole("link", { name: /^Ana/ }).first().click();
  await expectSoon(titles).toEqual([mention]);
});

test("who has blocked notifications is told how to change it, and is not offered any", async () => {
  const slug = newRoomSlug("push");
  const bob = await enterRoom(stories, "Bob", slug);
  await send(bob, "hello");
  await openSettings(bob);
  await expectVisible(here(bob).getByText(/^You have blocked notifications of this site/));
  await expectGone(bar(bob));
  await expectGone(bob.getByRole("button", { name: "Turn on" }));
});
