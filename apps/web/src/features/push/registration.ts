/** The worker is of the whole origin (public/push-worker.js). */
const WORKER = "/push-worker.js";

/** A page without a secure origin has none, and some browsers have none at all. */
const offered = navigator as { readonly serviceWorker?: ServiceWorkerContainer };

/** The worker that shows notifications, where the browser has workers; undefined where none was registered. */
export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return offered.serviceWorker?.getRegistration("/");
}

/** Registers the worker, again without any effect; rejects where the browser has none. */
export async function needWorker(): Promise<ServiceWorkerRegistration> {
  if (!offered.serviceWorker) throw new Error("This browser has no service workers");
  await offered.serviceWorker.register(WORKER, { updateViaCache: "none" });
  return offered.serviceWorker.ready;
}

/** Calls back with the path of each notification that was pressed; this page then has the focus. */
export function listenToPresses(open: (url: string) => void): void {
  offered.serviceWorker?.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null) return;
    const { type, url } = data as { readonly type?: unknown; readonly url?: unknown };
    if (type !== "colbin-open" || typeof url !== "string") return;
    ports[0]?.postMessage("done");
    open(url);
  });
  offered.serviceWorker?.startMessages();
}
