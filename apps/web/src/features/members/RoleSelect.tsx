import { rolesBelow, type Member, type WorkspaceRole } from "@colbin/protocol";
import { useState } from "react";
import { Select } from "#web/design/form/Select.tsx";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { memberTexts } from "./texts.ts";

interface RoleSelectProps {
  member: Member;
  /** The role of the person who chooses: nobody gives the own role, or a higher one. */
  ownRole: WorkspaceRole;
  /** Settles when the list shows what came of it. */
  onChange: (role: WorkspaceRole) => Promise<unknown>;
}

/** The role of a member in their row; shown as chosen while it is not known yet. */
export function RoleSelect({ member, ownRole, onChange }: RoleSelectProps) {
  const [wanted, setWanted] = useState<WorkspaceRole>();
  return (
    <Select
      label={t(memberTexts.roleOf, { name: member.user.fullName })}
      look="cell"
      aria-busy={wanted !== undefined}
      options={roleOptions(rolesBelow[ownRole])}
      value={wanted ?? member.role}
      onChange={(role) => {
        setWanted(role);
        void onChange(role).then(() => setWanted(undefined));
      }}
    />
  );
}

export function roleOptions(roles: readonly WorkspaceRole[]) {
  return roles.map((value) => ({ value, label: t(roleTexts[value]) }));
}
