import { useEffect, useState } from "react";
import { t } from "#web/lib/language/i18n.ts";
import { socialTexts } from "./social-texts.ts";
import { channelOf, type SocialReturn } from "./social-window.ts";

/** `/oauthify-redirect`: tells the page that waits what the provider gave, and closes. */
export function SocialReturnPage() {
  const [returned] = useState(readReturn);
  useEffect(() => {
    // No address with a code stays in the history.
    window.history.replaceState(null, "", window.location.pathname);
    const opener = window.opener as Window | null;
    opener?.postMessage(returned, window.location.origin);
    const channel = new BroadcastChannel(channelOf(returned.state));
    // Only pages of this origin hear a channel: there is no other origin to name.
    const tell = channel.postMessage.bind(channel);
    tell(returned);
    channel.close();
    window.close();
  }, [returned]);
  return (
    <main className="grid min-h-dvh place-content-center gap-1 p-6 text-center text-ink-muted">
      <p role="status">{t(socialTexts.completing)}</p>
      <p>{t(socialTexts.stays)}</p>
    </main>
  );
}

function readReturn(): SocialReturn {
  const given = new URLSearchParams(window.location.search);
  const state = given.get("state") ?? "";
  const [provider = ""] = state.split(".");
  return {
    type: "colbin-social",
    provider,
    state,
    code: given.get("code"),
    error: given.get("error"),
    iss: given.get("iss"),
  };
}
