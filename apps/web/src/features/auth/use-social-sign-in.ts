import { toApiError } from "@colbin/client";
import type { ReplyOf } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { signInError } from "./sign-in-error.ts";
import { socialTexts } from "./social-texts.ts";
import { useProviderWindow } from "./use-provider-window.ts";

interface SocialSignInOptions {
  readonly productName: string;
  readonly onRefused: (text: string | null) => void;
  readonly onSent: (sent: ReplyOf<"sendOtp">, text: string) => void;
}

/** Signs in through a provider, in a window of its own. */
export function useSocialSignIn({ productName, onRefused, onSent }: SocialSignInOptions) {
  return useProviderWindow({
    onBlocked: () => onRefused(t(socialTexts.blocked)),
    async onAsked(asked, _, signal) {
      onRefused(null);
      try {
        const grant = await asked;
        if (grant) await account.auth.signInSocially({ ...grant, appName: productName });
        else onRefused(signal.aborted ? null : t(socialTexts.denied));
      } catch (cause) {
        const { code, details } = toApiError(cause);
        const text = signInError(cause, socialTexts.failed);
        if (text !== null && code === "SOCIAL_LINK_REQUIRED")
          onSent(details as unknown as ReplyOf<"sendOtp">, text);
        else onRefused(text);
      }
    },
  });
}
