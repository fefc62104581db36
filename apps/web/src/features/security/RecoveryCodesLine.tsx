import { KeyRound } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { t } from "#web/lib/language/i18n.ts";
import { factorTexts } from "./factor-texts.ts";

/** Made at once (rules-identity 26). */
const CODES = 10;
/** From so few on new ones are due. */
const FEW = 3;

interface RecoveryCodesLineProps {
  left: number;
  onRenew: () => void;
}

export function RecoveryCodesLine({ left, onRenew }: RecoveryCodesLineProps) {
  return (
    <li
      className={`${settingLine} flex items-center gap-2.75 max-pair:flex-wrap max-pair:[&>button]:w-full`}
    >
      <KeyRound className="flex-none text-ink-subtle" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {t(factorTexts.codes)}
          <Chip tone={left <= FEW ? "warning" : "plain"}>
            {t(factorTexts.codesLeft, { n: left, max: CODES })}
          </Chip>
        </span>
        <span className="block text-xs text-ink-subtle">{t(factorTexts.codesHint)}</span>
      </span>
      <Button onClick={onRenew}>{t(factorTexts.renew)}</Button>
    </li>
  );
}
