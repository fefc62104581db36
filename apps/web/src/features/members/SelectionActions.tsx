import { isRoleBelow, rolesBelow, type Member, type WorkspaceRole } from "@colbin/protocol";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { roleOptions } from "./RoleSelect.tsx";
import { memberTexts } from "./texts.ts";

interface SelectionActionsProps {
  ownRole: WorkspaceRole;
  members: readonly Member[];
  onRole: (members: readonly Member[], role: WorkspaceRole) => void;
  onSuspend: (members: readonly Member[]) => void;
}

/** Acts on the selected members whose role is lower than the own. */
export function SelectionActions(props: SelectionActionsProps) {
  const { ownRole, members, onRole, onSuspend } = props;
  const targets = members.filter(({ role }) => isRoleBelow(role, ownRole));
  const active = targets.filter(({ status }) => status === "ACTIVE");
  return (
    <>
      {targets.length > 0 && (
        <Select
          label={t(memberTexts.changeRole)}
          look="filter"
          options={[
            { value: "", label: t(memberTexts.changeRole) },
            ...roleOptions(rolesBelow[ownRole]),
          ]}
          value=""
          onChange={(role) => role && onRole(targets, role)}
        />
      )}
      {active.length > 0 && (
        <Button size="sm" onClick={() => onSuspend(active)}>
          {t(memberTexts.suspendMany, { n: active.length })}
        </Button>
      )}
    </>
  );
}
