import { API_KEY_DAYS, API_KEY_DAYS_MAX } from "@colbin/protocol";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { keyDialogTexts } from "./key-dialog-texts.ts";
import { endAfter } from "./key-life.ts";

const MONTH_DAYS = 30;

const lives = [MONTH_DAYS, API_KEY_DAYS, API_KEY_DAYS_MAX];

interface LifeFieldProps {
  days: number;
  onChange: (days: number) => void;
}

/** For how many days the key works, with the date on which that ends. */
export function LifeField({ days, onChange }: LifeFieldProps) {
  const label = t(keyDialogTexts.expiresAfter);
  const options = lives.map((n) => ({
    value: String(n),
    label: n === API_KEY_DAYS_MAX ? t(keyDialogTexts.year) : t(keyDialogTexts.days, { n }),
  }));
  const date = formatDate(endAfter(days), "date");
  return (
    <div>
      <p className="mb-1.5 font-medium">{label}</p>
      <Segmented
        label={label}
        options={options}
        value={String(days)}
        onChange={(value) => onChange(Number(value))}
      />
      <p role="status" className="mt-1.5 text-xs text-ink-subtle">
        {t(keyDialogTexts.until, { date })}
      </p>
    </div>
  );
}
