import type { Member } from "@colbin/protocol";
import { useState } from "react";
import { useOpenOrganization } from "#web/features/organizations/open-organization.ts";
import { DepartmentDialog } from "./DepartmentDialog.tsx";
import { MemberTable } from "./MemberTable.tsx";
import { SuspendDialog } from "./SuspendDialog.tsx";

const dialogs = { department: DepartmentDialog, suspend: SuspendDialog };

/** What is asked before it is done. */
export interface MemberQuestion {
  readonly is: keyof typeof dialogs;
  readonly members: readonly Member[];
}

/** `/settings/organizations/{orgId}/members` */
export function MembersPage() {
  const { id: orgId, role } = useOpenOrganization();
  const [question, setQuestion] = useState<MemberQuestion>();
  const Dialog = question && dialogs[question.is];
  return (
    <>
      <MemberTable orgId={orgId} ownRole={role} onAsk={setQuestion} />
      {question && Dialog && (
        <Dialog orgId={orgId} members={question.members} onClose={() => setQuestion(undefined)} />
      )}
    </>
  );
}
