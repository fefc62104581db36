import { DEPARTMENT_MAX } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { actOnEach } from "./act-on-each.ts";
import type { MemberDialogProps } from "./ReasonDialog.tsx";
import { memberTexts } from "./texts.ts";

/** An empty one is none. */
export function DepartmentDialog({ orgId, members, onClose }: MemberDialogProps) {
  const [department, setDepartment] = useState(members[0]?.department ?? "");
  const { act } = useAct("updateMember", ["listMembers"]);
  return (
    <FormDialog
      title={t(memberTexts.changeDepartment)}
      verb={t(memberTexts.save)}
      onConfirm={() =>
        actOnEach(members, ({ userId }) =>
          act({ params: { orgId, userId }, body: { department: department.trim() } }),
        )
      }
      onClose={onClose}
    >
      <TextField
        label={t(memberTexts.departmentText, { name: members[0]?.user.fullName ?? "" })}
        name="department"
        dir="auto"
        maxLength={DEPARTMENT_MAX}
        value={department}
        onChange={setDepartment}
      />
    </FormDialog>
  );
}
