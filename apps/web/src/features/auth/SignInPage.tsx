import { use, useState } from "react";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { loadPublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/account.ts";
import { t } from "#web/lib/i18n.ts";
import { SignIn, type SentOtp } from "./SignIn.tsx";
import { signInError } from "./sign-in-error.ts";
import type { SocialProvider } from "./SocialButtons.tsx";
import { authTexts } from "./texts.ts";

const socialProviders: readonly SocialProvider[] = ["google", "github"];

/** Ends when the session begins: whoever shows this page shows the app then. */
export function SignInPage() {
  const config = use(loadPublicConfig());
  const [challenge, setChallenge] = useState<SentOtp>();
  const [error, setError] = useState(() =>
    account.session.getSnapshot().endedBy === "server" ? t(authTexts.endedByServer) : undefined,
  );
  const [isBusy, setBusy] = useState(false);

  async function send(identifier: string): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const { user, ...sent } = await account.auth.sendOtp(identifier);
      setChallenge({ ...sent, identifier: user.identifier, otp: user.otp });
    } catch (cause) {
      setError(signInError(cause, authTexts.sendFailed));
    }
    setBusy(false);
  }

  async function verify(otp: string): Promise<void> {
    if (!challenge) return;
    setBusy(true);
    setError(undefined);
    try {
      const { identifier, challengeId } = challenge;
      await account.auth.verifyOtp({ identifier, otp, challengeId });
    } catch (cause) {
      setError(signInError(cause, authTexts.verifyFailed));
    }
    setBusy(false);
  }

  return (
    <SignIn
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={config.devDelivery && <DevDeliveryBanner />}
      sent={challenge}
      error={error}
      isBusy={isBusy}
      providers={socialProviders.filter((provider) => config.methods[provider])}
      onSend={(identifier) => void send(identifier)}
      onVerify={(otp) => void verify(otp)}
      onBack={() => {
        setChallenge(undefined);
        setError(undefined);
      }}
      // Only a server that is newer than this page offers providers.
      onSocial={() => setError(t(authTexts.socialFailed))}
    />
  );
}
