import type { ReplyOf, SocialProvider } from "@colbin/protocol";
import { Info } from "lucide-react";
import { useState } from "react";
import { Banner } from "#web/design/page/Banner.tsx";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { canUsePasskeys } from "./passkey-support.ts";
import { SignIn, type SentOtp } from "./SignIn.tsx";
import { signInError } from "./sign-in-error.ts";
import { authTexts } from "./texts.ts";

const socialProviders: readonly SocialProvider[] = ["google", "github"];

interface Challenge extends SentOtp {
  /** As the person typed it. */
  readonly asked: string;
  /** When the server sends another one, by this clock. */
  readonly resendAt: number;
}

/** Ends when the session begins: whoever shows this page shows the app then. */
export function SignInPage() {
  const config = usePublicConfig();
  const [challenge, setChallenge] = useState<Challenge>();
  const [isEntering, setEntering] = useState(false);
  const [refusal, setRefusal] = useState<string | null>();
  const [isBusy, setBusy] = useState(false);
  const endedBy = useStore(account.session, (session) => session.endedBy);
  /** Null once something was tried. */
  const error =
    refusal === undefined && endedBy === "server" ? t(authTexts.endedByServer) : refusal;

  function enter(asked: string, { user, ...sent }: ReplyOf<"sendOtp">): void {
    const resendAt = Date.now() + sent.resendAfterMs;
    setChallenge({ ...sent, identifier: user.identifier, otp: user.otp, asked, resendAt });
    setEntering(true);
  }

  async function send(identifier: string): Promise<void> {
    const waitMs = challenge?.asked === identifier ? challenge.resendAt - Date.now() : 0;
    // The code of somebody who only went a step back still counts, and the server would send no other one yet.
    if (challenge && !isEntering && waitMs > 0) {
      setChallenge({ ...challenge, resendAfterMs: waitMs });
      setEntering(true);
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      enter(identifier, await account.auth.sendOtp(identifier));
    } catch (cause) {
      setRefusal(signInError(cause, authTexts.sendFailed));
    }
    setBusy(false);
  }

  async function verify(otp: string): Promise<void> {
    if (!challenge) return;
    setBusy(true);
    setRefusal(null);
    try {
      const { identifier, challengeId } = challenge;
      await account.auth.verifyOtp({ identifier, otp, challengeId });
    } catch (cause) {
      setRefusal(signInError(cause, authTexts.verifyFailed));
    }
    setBusy(false);
  }

  return (
    <SignIn
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={
        <>
          {config.devDelivery && <DevDeliveryBanner />}
          {endedBy === "deletion" && (
            <Banner icon={Info}>
              {t(authTexts.endedByDeletion, { n: config.limits.accountDeletionDays })}
            </Banner>
          )}
        </>
      }
      sent={isEntering ? challenge : undefined}
      error={error ?? undefined}
      isBusy={isBusy}
      providers={socialProviders.filter((provider) => config.methods[provider])}
      hasPasswords={config.methods.password}
      hasPasskeys={config.methods.passkey && canUsePasskeys()}
      onSend={(identifier) => void send(identifier)}
      onSent={(sent, text) => {
        setRefusal(text ?? null);
        enter(sent.user.identifier, sent);
      }}
      onVerify={(otp) => void verify(otp)}
      onBack={() => {
        setEntering(false);
        setRefusal(null);
      }}
      onRefused={setRefusal}
    />
  );
}
