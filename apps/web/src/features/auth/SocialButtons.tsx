import type { ReplyOf, SocialProvider } from "@colbin/protocol";
import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { BrandIcon } from "./BrandIcon.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { ProviderWait } from "./ProviderWait.tsx";
import { socialTexts } from "./social-texts.ts";
import { useSocialSignIn } from "./use-social-sign-in.ts";

interface SocialButtonsProps {
  /** The providers that the server is set up for. */
  providers: readonly SocialProvider[];
  /** Passkeys sign in here, and this browser can use them. */
  hasPasskeys: boolean;
  productName: string;
  /** The words of a refusal; null while nothing is wrong. */
  onRefused: (text: string | null) => void;
  /** A code was sent that connects the provider's account to the one that the person has, which `text` says. */
  onSent: (sent: ReplyOf<"sendOtp">, text: string) => void;
}

/** The other ways to sign in. */
export function SocialButtons({ providers, hasPasskeys, ...options }: SocialButtonsProps) {
  const { waitsFor, ask, cancel } = useSocialSignIn(options);
  return (
    <>
      <p className="mt-5 mb-3.5 flex items-center gap-3 text-2xs font-medium tracking-caps text-ink-subtle">
        <i className="h-px flex-1 bg-line" />
        {t(socialTexts.divider)}
        <i className="h-px flex-1 bg-line" />
      </p>
      <div className="grid gap-2">
        {hasPasskeys && <PasskeyButton onRefused={options.onRefused} />}
        {providers.length > 0 && (
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {providers.map((provider) => (
              <Button
                key={provider}
                size="lg"
                isBusy={waitsFor === provider}
                onClick={() => ask(provider)}
              >
                <BrandIcon provider={provider} />
                {t(socialTexts[provider])}
              </Button>
            ))}
          </div>
        )}
      </div>
      {waitsFor && <ProviderWait className="mt-3 text-center text-sm" onCancel={cancel} />}
    </>
  );
}
