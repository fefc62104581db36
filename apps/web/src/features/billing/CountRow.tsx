import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { displayLocale } from "#web/lib/language/locale.ts";

interface CountRowProps {
  title: string;
  hint?: string;
  count: number;
}

export function CountRow({ title, hint, count }: CountRowProps) {
  return (
    <SettingRow title={title} {...(hint !== undefined && { hint })}>
      <span className="tabular-nums">{count.toLocaleString(displayLocale())}</span>
    </SettingRow>
  );
}
