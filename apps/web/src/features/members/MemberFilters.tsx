import type { MemberStatus, WorkspaceRole } from "@colbin/protocol";
import { filterOptions } from "#web/design/form/filter-options.ts";
import { Select } from "#web/design/form/Select.tsx";
import { statusTexts } from "#web/features/workspaces/member-status-texts.ts";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { memberTexts } from "./texts.ts";
import type { MemberFilter } from "./use-member-list.ts";

interface MemberFiltersProps extends MemberFilter {
  departments: readonly string[];
  onChange: (filter: Partial<MemberFilter>) => void;
}

export function MemberFilters(props: MemberFiltersProps) {
  const { role, status, department, departments, onChange } = props;
  return (
    <>
      <Select
        label={t(memberTexts.role)}
        look="filter"
        options={filterOptions<WorkspaceRole>(memberTexts.anyRole, roleTexts)}
        value={role}
        onChange={(next) => onChange({ role: next })}
      />
      <Select
        label={t(memberTexts.status)}
        look="filter"
        options={filterOptions<MemberStatus>(memberTexts.anyStatus, statusTexts)}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
      {departments.length > 0 && (
        <Select
          label={t(memberTexts.department)}
          look="filter"
          options={[
            { value: "", label: t(memberTexts.anyDepartment) },
            ...departments.map((each) => ({ value: each, label: each })),
          ]}
          value={department}
          onChange={(next) => onChange({ department: next })}
        />
      )}
    </>
  );
}
