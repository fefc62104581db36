import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { canUsePasskeys } from "#web/features/auth/passkey-support.ts";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { FactorDialogs, type FactorAct } from "./FactorDialogs.tsx";
import { FactorLine } from "./FactorLine.tsx";
import { RecoveryCodesLine } from "./RecoveryCodesLine.tsx";
import { factorTexts } from "./factor-texts.ts";

/** Passkeys and authenticator apps, and the codes for the day when they are gone (rules-identity 26). */
export function FactorsSection() {
  const { methods } = usePublicConfig();
  const { data } = useCall("listFactors", {});
  const [act, setAct] = useState<FactorAct>();
  // The page says of its sessions what did not load; without an answer nothing is offered here.
  if (!data) return null;
  const { factors, recoveryCodesLeft } = data;
  return (
    <SettingsSection title={t(factorTexts.title)}>
      {factors.length === 0 ? (
        <p className={`${settingLine} flex items-center text-ink-muted`}>{t(factorTexts.none)}</p>
      ) : (
        <ul className="divide-y divide-line">
          {factors.map((factor) => (
            <FactorLine
              key={factor.id}
              factor={factor}
              onRename={() => setAct({ does: "rename", factor })}
              onRemove={() => setAct({ does: "remove", factor, isLast: factors.length === 1 })}
            />
          ))}
          <RecoveryCodesLine left={recoveryCodesLeft} onRenew={() => setAct({ does: "renew" })} />
        </ul>
      )}
      <div
        className={`${settingLine} flex flex-wrap items-center gap-2 max-pair:[&>button]:flex-1`}
      >
        <Button onClick={() => setAct({ does: "add app" })}>{t(factorTexts.addTotp)}</Button>
        {methods.passkey && canUsePasskeys() && (
          <Button onClick={() => setAct({ does: "add passkey" })}>
            {t(factorTexts.addPasskey)}
          </Button>
        )}
      </div>
      {act && <FactorDialogs act={act} onClose={() => setAct(undefined)} />}
    </SettingsSection>
  );
}
