import type { SocialProvider } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { channelOf, type SocialGrant, type SocialReturn } from "./social-window.ts";

/**
 * Shows the provider's page in the window that was opened, and waits for its return; undefined where the person did not consent. A
 * window that is closed tells nobody: `signal` ends the wait. Rejects where the way could not begin.
 */
export async function askProvider(
  provider: SocialProvider,
  shown: Window,
  signal: AbortSignal,
): Promise<SocialGrant | undefined> {
  try {
    const { url, state } = await account.call("startSocial", { query: { provider } });
    const returned = waitForReturn(state, signal);
    shown.location.replace(url);
    const { code, iss } = (await returned) ?? {};
    if (typeof code !== "string") return undefined;
    const redirectUri = `${window.location.origin}/oauthify-redirect`;
    return { provider, code, state, redirectUri, ...(typeof iss === "string" && { iss }) };
  } finally {
    shown.close();
  }
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
