import type { UserId, WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { Select } from "#web/design/Select.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { account } from "#web/lib/account.ts";
import { t } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/queries.ts";
import { useCall } from "#web/lib/use-call.ts";
import { dangerTexts } from "./danger-texts.ts";

interface TransferDialogProps {
  orgId: WorkspaceId;
  onClose: () => void;
}

/** People of one page: whoever is meant is searched for on the members page, and made an admin first. */
const LIMIT = 100;

export function TransferDialog({ orgId, onClose }: TransferDialogProps) {
  const [userId, setUserId] = useState("");
  const { data } = useCall("listMembers", {
    params: { orgId },
    query: { status: "ACTIVE", sortBy: "role", limit: LIMIT },
  });
  const heirs = data?.results.filter(({ role }) => role === "ADMIN" || role === "MEMBER") ?? [];
  return (
    <ElevatedDialog
      title={t(dangerTexts.transfer)}
      text={t(dangerTexts.transferText)}
      verb={t(dangerTexts.transferVerb)}
      isDisabled={userId === ""}
      onConfirm={async (elevation) => {
        const params = { orgId, userId: userId as UserId };
        await account.call("transferOwnership", { params }, { elevation });
        await queryClient.invalidateQueries();
      }}
      onClose={onClose}
    >
      <Select
        label={t(dangerTexts.newOwner)}
        options={[
          { value: "", label: t(dangerTexts.choose) },
          ...heirs.map((each) => ({ value: String(each.userId), label: each.user.fullName })),
        ]}
        value={userId}
        onChange={setUserId}
      />
    </ElevatedDialog>
  );
}
