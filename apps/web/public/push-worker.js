// Shows what the server pushes, also while no page of the app is open, and opens what was pressed. It keeps nothing and answers no
// request of a page. What it is pushed: PushWords in packages/protocol/src/push.ts.

const ICON = "/icon.png";
/** A page that does not answer in this time is not the app, or hangs. */
const ANSWER_MS = 1_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(take(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

// The page tells the server of the new address: only it is signed in.
self.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = event;
  if (oldSubscription && !newSubscription)
    event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options));
});

async function take({ kind, id, title, body, url, tag, icon }) {
  const shown = await self.registration.getNotifications({ tag });
  if (kind === "withdraw") for (const each of shown) each.close();
  else if (kind === "show" && !shown.some(({ data }) => data?.id === id))
    await self.registration.showNotification(title, {
      body,
      tag,
      icon: icon ?? ICON,
      renotify: true,
      data: { id, url },
    });
}

/** In the page that is looked at, or was last; without any in a new one. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const rank = ({ focused, visibilityState }) =>
    focused ? 0 : visibilityState === "visible" ? 1 : 2;
  for (const page of pages.toSorted((one, other) => rank(one) - rank(other))) {
    await page.focus().catch(() => undefined);
    if (await navigate(page, url)) return;
  }
  await self.clients.openWindow(url);
}

/** Has the app in this page gone there? */
function navigate(page, url) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: "colbin-open", url }, [port2]);
  });
}
