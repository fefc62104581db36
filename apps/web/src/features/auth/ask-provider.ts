import type { SocialProvider } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { channelOf, type SocialGrant, type SocialReturn } from "./social-window.ts";

/** How often a window that says nothing is looked at. */
const LOOK_MS = 500;

/**
 * Shows the provider's page in the window that was opened, and waits for its return; undefined where the person did not consent. The
 * wait ends when `waiting` is aborted, which it is here once the person has closed the window. Rejects where the way could not begin.
 */
export async function askProvider(
  provider: SocialProvider,
  shown: Window,
  waiting: AbortController,
): Promise<SocialGrant | undefined> {
  const stopLooking = whenClosed(shown, () => waiting.abort());
  try {
    const { url, state } = await account.call("startSocial", { query: { provider } });
    const returned = waitForReturn(state, waiting.signal);
    shown.location.replace(url);
    const { code, iss } = (await returned) ?? {};
    if (typeof code !== "string") return undefined;
    const redirectUri = `${window.location.origin}/oauthify-redirect`;
    return { provider, code, state, redirectUri, ...(typeof iss === "string" && { iss }) };
  } finally {
    stopLooking();
    shown.close();
  }
}

/**
 * Calls back once the person has closed the window, until it is stopped. A page with a Cross-Origin-Opener-Policy of its own cuts its
 * window from ours, which looks closed from then on: it counts as closed only while the person is back on this page. Looks twice,
 * since a window that returns closes itself, and its message may come after that is seen.
 */
function whenClosed(shown: Window, onClosed: () => void): () => void {
  let seen = 0;
  const timer = setInterval(() => {
    seen = shown.closed && document.hasFocus() ? seen + 1 : 0;
    if (seen === 2) onClosed();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** By a message of the window; where the provider's page has cut the two apart, by a channel of our own pages. */
function waitForReturn(state: string, signal: AbortSignal): Promise<SocialReturn | undefined> {
  const { promise, resolve } = Promise.withResolvers<SocialReturn | undefined>();
  const channel = new BroadcastChannel(channelOf(state));
  const hear = ({ origin, data }: MessageEvent<unknown>): void => {
    if (origin === window.location.origin && isReturn(data) && data.state === state) resolve(data);
  };
  const end = (): void => resolve(undefined);
  channel.addEventListener("message", hear);
  window.addEventListener("message", hear);
  signal.addEventListener("abort", end);
  // A wait that was cancelled while the way began tells nobody any more.
  if (signal.aborted) end();
  return promise.finally(() => {
    channel.close();
    window.removeEventListener("message", hear);
    signal.removeEventListener("abort", end);
  });
}

function isReturn(data: unknown): data is SocialReturn {
  return (
    typeof data === "object" && data !== null && "type" in data && data.type === "colbin-social"
  );
}
