import type { WorkspaceId } from "@colbin/protocol";
import { Select } from "#web/design/form/Select.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { DayFilter } from "./DayFilter.tsx";
import { SubjectFilter } from "./SubjectFilter.tsx";
import { auditTexts, kindTexts } from "./texts.ts";
import { NO_REFUSALS, type AuditFilter } from "./use-audit-list.ts";

interface AuditFiltersProps extends AuditFilter {
  orgId: WorkspaceId;
  onChange: (filter: Partial<AuditFilter>) => void;
}

export function AuditFilters(props: AuditFiltersProps) {
  const { orgId, kind, actor, target, from, to, onChange } = props;
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
      <SubjectFilter
        orgId={orgId}
        label={t(auditTexts.who)}
        chosen={actor}
        onChoose={(next) => onChange({ actor: next })}
      />
      <SubjectFilter
        orgId={orgId}
        label={t(auditTexts.target)}
        chosen={target}
        onChoose={(next) => onChange({ target: next })}
      />
      <DayFilter
        label={t(auditTexts.from)}
        max={to}
        value={from}
        onChange={(next) => onChange({ from: next })}
      />
      <DayFilter
        label={t(auditTexts.to)}
        min={from}
        value={to}
        onChange={(next) => onChange({ to: next })}
      />
    </>
  );
}
