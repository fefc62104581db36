import { createStore, type Store } from "@colbin/client";
import { choosePreference } from "#web/features/users/preferences.ts";
import { account } from "#web/lib/api/account.ts";
import { deviceSetting } from "#web/lib/device/setting.ts";
import { findWorker, needWorker } from "./registration.ts";

/**
 * The way of this browser with notifications. `insecure`: the address of the page is not secure. `ask`: the person was not asked yet.
 * `open`: it shows them while the app is open. `on`: also while it is closed.
 */
export type PushState = "unsupported" | "insecure" | "denied" | "ask" | "open" | "on";

const state = createStore<PushState>(withoutWorker());
export const pushState: Store<PushState> = state;

/** Pushes were turned off, here or on another device. */
const OFF = "off";
/** The address that the server was told, or `OFF`; empty where neither was. */
const told = deviceSetting("pushEndpoint", (kept) => kept, "");

function withoutWorker(): PushState {
  if (!window.isSecureContext) return "insecure";
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" ? "open" : "ask";
}

/** Asks the person, who has just pressed something, and subscribes; rejects where they agree and the browser or the server does not. */
export async function turnOnPush(): Promise<void> {
  await Notification.requestPermission();
  state.update(withoutWorker);
  if (state.getSnapshot() !== "open") return;
  choosePreference({ pushNotifications: true, desktop: true });
  await inTurn(async () => subscribe(await needWorker()));
}

/** Notifications come no more while the app is closed; the permission stays, which no page can give back. */
export function turnOffPush(): Promise<void> {
  return inTurn(async () => {
    const { devices } = await account.call("listPushSubscriptions", {});
    const own = devices.find(({ isCurrent }) => isCurrent);
    if (own) await account.call("removePushSubscription", { params: { id: own.id } });
    await forgetPush();
  });
}

/** One change of this browser at a time, over its tabs: a sync that is under way would subscribe again after a turning off. */
async function inTurn(change: () => Promise<void>): Promise<void> {
  await navigator.locks.request("push", change);
}

/** Without a word to the server, which has forgotten this browser by itself. */
async function forgetPush(): Promise<void> {
  const worker = await findWorker();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  told.update(() => OFF);
  state.update(withoutWorker);
}

/**
 * Brings browser and server together again, at the start of a page: after a new sign-in, with another key of the server, or with an
 * address that the browser has changed by itself. A browser that was removed on another device stays removed.
 */
export function syncPush(): Promise<void> {
  syncing ??= sync().finally(() => (syncing = undefined));
  return syncing;
}

let syncing: Promise<void> | undefined;

async function sync(): Promise<void> {
  const permitted = withoutWorker();
  state.update((before) => (permitted === "open" && before === "on" ? before : permitted));
  if (permitted === "open") await inTurn(syncOpen);
}

async function syncOpen(): Promise<void> {
  const worker = await needWorker();
  if (told.getSnapshot() === OFF) return;
  if (!account.session.getSnapshot().user?.preferences.pushNotifications) return;
  const { devices } = await account.call("listPushSubscriptions", {});
  const isKnown = devices.some(({ isCurrent }) => isCurrent);
  if (!isKnown && told.getSnapshot() !== "") await forgetPush();
  else await subscribe(worker);
}

/** After a sign-out: the server pushes to the session no more, and knows nothing of this browser. */
export function forgetTold(): void {
  told.update((before) => (before === OFF ? OFF : ""));
}

async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  const { publicKey, devices } = await account.call("listPushSubscriptions", {});
  const before = await pushManager.getSubscription();
  if (before && toText(before.options.applicationServerKey) !== publicKey)
    await before.unsubscribe();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const isKnown =
    devices.some(({ isCurrent }) => isCurrent) && told.getSnapshot() === made.endpoint;
  if (!isKnown) {
    const keys = { p256dh: toText(made.getKey("p256dh")), auth: toText(made.getKey("auth")) };
    await account.call("addPushSubscription", { body: { endpoint: made.endpoint, keys } });
    told.update(() => made.endpoint);
  }
  state.update(() => "on");
}

/** In base64url, without a mark at its end. */
function toText(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
