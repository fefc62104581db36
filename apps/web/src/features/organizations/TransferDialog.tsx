import type { UserId, WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { Select } from "#web/design/form/Select.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";
import { dangerTexts } from "./danger-texts.ts";

interface TransferDialogProps {
  organization: OpenOrganization;
  onClose: () => void;
}

/** People of one page: whoever is meant is searched for on the members page, and made an admin first. */
const LIMIT = 100;

export function TransferDialog({ organization, onClose }: TransferDialogProps) {
  const { id: orgId, title } = organization;
  const [userId, setUserId] = useState("");
  const { heirs, note } = useHeirs(orgId);
  const heir = heirs?.find((each) => each.userId === userId);
  return (
    <ElevatedDialog
      title={t(dangerTexts.transfer)}
      text={t(dangerTexts.transferText)}
      verb={t(dangerTexts.transferVerb)}
      isDisabled={!heir}
      onConfirm={async (elevation) => {
        const params = { orgId, userId: userId as UserId };
        const { user } = await account.call("transferOwnership", { params }, { elevation });
        await queryClient.invalidateQueries();
        toast({
          title: t(dangerTexts.transferred, { name: user.fullName, title }),
          description: t(dangerTexts.transferredText),
        });
      }}
      onClose={onClose}
    >
      <Select
        label={t(dangerTexts.newOwner)}
        hint={note}
        options={[
          { value: "", label: t(dangerTexts.choose) },
          ...(heirs ?? []).map((each) => ({
            value: String(each.userId),
            label: `${each.user.fullName} @${each.user.username}`,
          })),
        ]}
        value={userId}
        onChange={setUserId}
      />
    </ElevatedDialog>
  );
}

/** The members who can become the owner, and a note where the list is empty, cut or missing. */
function useHeirs(orgId: WorkspaceId) {
  const { data, error } = useCall("listMembers", {
    params: { orgId },
    query: { status: "ACTIVE", sortBy: "role", limit: LIMIT },
  });
  const heirs = data?.results.filter(({ role }) => role === "ADMIN" || role === "MEMBER");
  const isCut = data !== undefined && data.totalResults > LIMIT;
  const note = error
    ? errorText(error)
    : heirs?.length === 0
      ? t(dangerTexts.nobodyElse)
      : isCut
        ? t(dangerTexts.someHeirs, { n: LIMIT })
        : undefined;
  return { heirs, note };
}
