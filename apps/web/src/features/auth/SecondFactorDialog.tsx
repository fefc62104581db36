import type { AskedSecondFactor, SecondFactorProof } from "@colbin/client";
import type { SecondFactorMethod } from "@colbin/protocol";
import { useState } from "react";
import { account } from "#web/lib/api/account.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { canUsePasskeys } from "./passkey-support.ts";
import { SecondFactorForm } from "./SecondFactorForm.tsx";
import { SecondFactorFrame } from "./SecondFactorFrame.tsx";
import { secondFactorTexts } from "./second-factor-texts.ts";

const texts: Readonly<Record<SecondFactorMethod, Text>> = {
  totp: secondFactorTexts.totpText,
  passkey: secondFactorTexts.passkeyText,
  recoveryCode: secondFactorTexts.recoveryText,
};

/** Asks for the second factor of the account whose first step was right; closing it ends the sign-in (rules-identity 27). */
export function SecondFactorDialog({ asked }: { asked: AskedSecondFactor }) {
  const [chosen, setChosen] = useState<SecondFactorMethod>();
  const [isVerifying, setVerifying] = useState(false);
  const ways = asked.methods.filter((each) => each !== "passkey" || canUsePasskeys());
  const way = chosen ?? ways[0] ?? "recoveryCode";

  async function verify(proof: SecondFactorProof): Promise<void> {
    // A browser may still ask for the passkey of a sign-in that was ended meanwhile.
    if (account.secondFactor.getSnapshot() !== asked) return;
    setVerifying(true);
    await asked.verify(proof).finally(() => setVerifying(false));
  }

  return (
    <SecondFactorFrame text={t(texts[way])} isFixed={isVerifying} onClose={() => asked.cancel()}>
      <SecondFactorForm
        key={way}
        token={asked.token}
        way={way}
        others={ways.filter((each) => each !== way)}
        onVerify={verify}
        onExpired={asked.cancel}
        onChoose={setChosen}
      />
    </SecondFactorFrame>
  );
}
