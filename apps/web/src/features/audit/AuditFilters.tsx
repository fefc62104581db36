import { Select } from "#web/design/Select.tsx";
import { TextField } from "#web/design/TextField.tsx";
import { t } from "#web/lib/i18n.ts";
import { auditTexts, kindTexts } from "./texts.ts";
import { NO_REFUSALS, type AuditFilter } from "./use-audit-list.ts";

interface AuditFiltersProps extends AuditFilter {
  onChange: (filter: Partial<AuditFilter>) => void;
}

export function AuditFilters({ kind, from, to, onChange }: AuditFiltersProps) {
  return (
    <>
      <Select
        label={t(auditTexts.kind)}
        look="filter"
        options={[
          { value: "", label: t(auditTexts.anyKind) },
          { value: NO_REFUSALS, label: t(auditTexts.noRefusals) },
          ...Object.entries(kindTexts).map(([value, text]) => ({ value, label: t(text) })),
        ]}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      <TextField
        label={t(auditTexts.from)}
        isLabelHidden
        type="date"
        max={to || undefined}
        value={from}
        onChange={(next) => onChange({ from: next })}
      />
      <TextField
        label={t(auditTexts.to)}
        isLabelHidden
        type="date"
        min={from || undefined}
        value={to}
        onChange={(next) => onChange({ to: next })}
      />
    </>
  );
}
