import { useState } from "react";
import { toLinkIdentifier } from "@colbin/protocol";
import { DevDeliveryBanner } from "#web/features/instance/DevDeliveryBanner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ConfirmLinkStep } from "./ConfirmLinkStep.tsx";
import { identifierProblem } from "./identifier.ts";
import { leaveLinkPage, readLinkToken } from "./link-page.ts";
import { signInError } from "./sign-in-error.ts";
import { SignInModal } from "./SignInModal.tsx";
import { authTexts } from "./texts.ts";

/**
 * `/signin/link#token=`: the page names whom it signs in, so that nobody works in the account of a stranger who sent them a link of their own.
 */
export function SignInLinkPage() {
  const config = usePublicConfig();
  const [token] = useState(readLinkToken);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const identifier = toLinkIdentifier(token) ?? "";
  const isWhole = identifierProblem(identifier) === undefined;

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await account.auth.verifyLink(token);
      leaveLinkPage();
    } catch (cause) {
      setError(signInError(cause, authTexts.verifyFailed) ?? undefined);
      setBusy(false);
    }
  }

  return (
    <SignInModal
      productName={config.productName}
      termsUrl={config.termsUrl}
      privacyUrl={config.privacyUrl}
      banner={config.devDelivery && <DevDeliveryBanner />}
      lead={
        <span className="break-words">
          {isWhole ? t(authTexts.linkQuestion, { identifier }) : t(authTexts.linkBroken)}
        </span>
      }
    >
      <ConfirmLinkStep
        error={error}
        isBusy={isBusy}
        onConfirm={isWhole ? () => void confirm() : undefined}
        onBack={leaveLinkPage}
      />
    </SignInModal>
  );
}
