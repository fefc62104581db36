import { FingerprintPattern } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { passkeyTexts } from "./passkey-texts.ts";
import { showPasskey } from "./passkeys.ts";

interface PasskeyButtonProps {
  /** The words of a refusal; null while nothing is wrong. */
  onRefused: (text: string | null) => void;
}

/** Signs in with a passkey alone: the browser finds the account by it. */
export function PasskeyButton({ onRefused }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function signIn(): Promise<void> {
    setBusy(true);
    onRefused(null);
    try {
      await showPasskey({}, (passkey) => account.auth.signInWithPasskey({ passkey }));
    } catch (cause) {
      onRefused(errorText(cause));
    }
    setBusy(false);
  }

  return (
    <Button size="lg" isBlock isBusy={isBusy} onClick={() => void signIn()}>
      <FingerprintPattern aria-hidden="true" />
      {t(passkeyTexts.signIn)}
    </Button>
  );
}
