import { toApiError } from "@colbin/client";
import type { ReplyOf, SocialProvider } from "@colbin/protocol";
import { useRef, useState } from "react";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { askProvider } from "./ask-provider.ts";
import { signInError } from "./sign-in-error.ts";
import { socialTexts } from "./social-texts.ts";
import { openSocialWindow } from "./social-window.ts";

interface SocialSignInOptions {
  readonly productName: string;
  readonly onRefused: (text: string | null) => void;
  readonly onSent: (sent: ReplyOf<"sendOtp">, text: string) => void;
}

/** Signs in through a provider, in a window of its own. */
export function useSocialSignIn({ productName, onRefused, onSent }: SocialSignInOptions) {
  const [waitsFor, setWaitsFor] = useState<SocialProvider>();
  const waiting = useRef<AbortController>(undefined);

  async function run(provider: SocialProvider, shown: Window): Promise<void> {
    const { signal } = (waiting.current = new AbortController());
    setWaitsFor(provider);
    try {
      const grant = await askProvider(provider, shown, signal);
      if (grant) await account.auth.signInSocially({ ...grant, appName: productName });
      else onRefused(signal.aborted ? null : t(socialTexts.denied));
    } catch (cause) {
      const { code, details } = toApiError(cause);
      const text = signInError(cause, socialTexts.failed);
      if (code === "SOCIAL_LINK_REQUIRED") onSent(details as unknown as ReplyOf<"sendOtp">, text);
      else onRefused(text);
    }
    setWaitsFor(undefined);
  }

  return {
    waitsFor,
    ask: (provider: SocialProvider) => {
      waiting.current?.abort();
      const shown = openSocialWindow();
      onRefused(shown ? null : t(socialTexts.blocked));
      if (shown) void run(provider, shown);
    },
    cancel: () => waiting.current?.abort(),
  };
}
