import { useState } from "react";
import { TextField } from "#web/design/TextField.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { account } from "#web/lib/account.ts";
import { t } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/queries.ts";
import { dangerTexts } from "./danger-texts.ts";
import type { OpenOrganization } from "#web/lib/open-organization.ts";

interface DeleteOrganizationDialogProps {
  organization: OpenOrganization;
  onClose: () => void;
}

export function DeleteOrganizationDialog(props: DeleteOrganizationDialogProps) {
  const { organization, onClose } = props;
  const { id: orgId, title } = organization;
  const [typed, setTyped] = useState("");
  return (
    <ElevatedDialog
      title={t(dangerTexts.delete)}
      text={t(dangerTexts.deleteText, { title })}
      verb={t(dangerTexts.deleteVerb)}
      isDisabled={typed.trim() !== title}
      onConfirm={async (elevation) => {
        await account.call("deleteOrganization", { params: { orgId } }, { elevation });
        await queryClient.invalidateQueries();
      }}
      onClose={onClose}
    >
      <TextField
        label={t(dangerTexts.typeTitle, { title })}
        name="title"
        autoFocus
        autoComplete="off"
        dir="auto"
        value={typed}
        onChange={setTyped}
      />
    </ElevatedDialog>
  );
}
