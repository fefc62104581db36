import { sizeText } from "#web/features/files/file-words.ts";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { billingTexts } from "./billing-texts.ts";

const FULL = 100;

interface StorageRowProps {
  /** Bytes. */
  used: number;
  /** Null where there is none. */
  limit: number | null;
  hint?: string;
}

/** The storage that files take, with a bar where there is a limit. */
export function StorageRow({ used: bytes, limit, hint }: StorageRowProps) {
  const used = sizeText(bytes);
  return (
    <SettingRow title={t(billingTexts.files)} hint={hint}>
      {limit === null ? (
        <span className="tabular-nums">{t(billingTexts.used, { used })}</span>
      ) : (
        <span className="grid flex-none gap-1.5 text-end tabular-nums max-pair:w-full max-pair:text-start">
          {t(billingTexts.usedOf, { used, limit: sizeText(limit) })}
          <Bar share={Math.min(FULL, Math.round((bytes / limit) * FULL))} />
        </span>
      )}
    </SettingRow>
  );
}

/** `share`: of a hundred. */
function Bar({ share }: { share: number }) {
  return (
    <span
      role="meter"
      aria-label={t(billingTexts.share)}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={FULL}
      className="h-1.5 w-40 overflow-clip rounded-full bg-pressed max-pair:w-full"
    >
      <span
        data-mark=""
        className="block h-full rounded-full bg-accent"
        style={{ width: `${share}%` }}
      />
    </span>
  );
}
