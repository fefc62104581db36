import { use, useState } from "react";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { loadPublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/account.ts";
import { t } from "#web/lib/i18n.ts";
import { ConfirmLinkStep } from "./ConfirmLinkStep.tsx";
import { signInError } from "./sign-in-error.ts";
import { SignInModal } from "./SignInModal.tsx";
import { authTexts } from "./texts.ts";

/** `/signin/link#token=`: the token stands behind the #, so that no server and no log sees it on the way. */
export function SignInLinkPage() {
  const config = use(loadPublicConfig());
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    const token = new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";
    try {
      await account.auth.verifyLink(token);
      window.location.replace("/");
    } catch (cause) {
      setError(signInError(cause, authTexts.verifyFailed));
      setBusy(false);
    }
  }

  return (
    <SignInModal
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={config.devDelivery && <DevDeliveryBanner />}
      lead={t(authTexts.linkQuestion)}
    >
      <ConfirmLinkStep error={error} isBusy={isBusy} onConfirm={() => void confirm()} />
    </SignInModal>
  );
}
