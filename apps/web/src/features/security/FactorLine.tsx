import type { Factor } from "@colbin/protocol";
import { FingerprintPattern, Pencil, Smartphone, Trash } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { factorTexts } from "./factor-texts.ts";

interface FactorLineProps {
  factor: Factor;
  onRename: () => void;
  onRemove: () => void;
}

const icons = { totp: Smartphone, passkey: FingerprintPattern } as const;

export function FactorLine({ factor, onRename, onRemove }: FactorLineProps) {
  const { kind, name } = factor;
  const { [kind]: Icon } = icons;
  return (
    <li className={`${settingLine} flex items-center gap-2.75`}>
      <Icon className="flex-none text-ink-subtle" role="img" aria-label={t(factorTexts[kind])} />
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium wrap-anywhere">{name}</bdi>
        <span className="block text-xs text-ink-subtle">{detailOf(factor)}</span>
      </span>
      <IconButton label={t(factorTexts.rename, { name })} onClick={onRename}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={t(factorTexts.remove, { name })} onClick={onRemove}>
        <Trash aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function detailOf({ addedAt, usedAt }: Factor): string {
  const date = formatDate(new Date(addedAt), "date");
  if (usedAt === null) return t(factorTexts.unused, { date });
  return t(factorTexts.used, { date, used: formatDate(new Date(usedAt), "dayClock") });
}
