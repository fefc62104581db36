import { useState } from "react";
import { useNavigate } from "react-router";
import { useOpenOrganization } from "#web/lib/routing/open-organization.ts";
import { ORGANIZATIONS_PATH } from "#web/lib/routing/paths.ts";
import { DepartmentDialog } from "./DepartmentDialog.tsx";
import type { MemberQuestion } from "./member-question.ts";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { MemberTable } from "./MemberTable.tsx";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";
import { SuspendDialog } from "./SuspendDialog.tsx";

const dialogs = {
  department: DepartmentDialog,
  suspend: SuspendDialog,
  remove: RemoveMemberDialog,
};

/** `/settings/organizations/{orgId}/members` */
export function MembersPage() {
  const organization = useOpenOrganization();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<MemberQuestion>();
  const close = () => setQuestion(undefined);
  const Dialog = question && question.is !== "leave" && dialogs[question.is];
  return (
    <>
      <MemberTable orgId={organization.id} ownRole={organization.role} onAsk={setQuestion} />
      {question && Dialog && (
        <Dialog orgId={organization.id} members={question.members} onClose={close} />
      )}
      {question?.is === "leave" && (
        <LeaveDialog
          organization={organization}
          onLeft={() => void navigate(ORGANIZATIONS_PATH)}
          onClose={close}
        />
      )}
    </>
  );
}
