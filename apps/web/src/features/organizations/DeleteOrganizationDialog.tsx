import { useState } from "react";
import { useNavigate } from "react-router";
import { TextField } from "#web/design/form/TextField.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";
import { ORGANIZATIONS_PATH } from "#web/lib/routing/paths.ts";
import { dangerTexts } from "./danger-texts.ts";

interface DeleteOrganizationDialogProps {
  organization: OpenOrganization;
  onClose: () => void;
}

export function DeleteOrganizationDialog(props: DeleteOrganizationDialogProps) {
  const { organization, onClose } = props;
  const { id: orgId, title } = organization;
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  return (
    <ElevatedDialog
      title={t(dangerTexts.deleteTitle, { title })}
      text={t(dangerTexts.deleteText, { title })}
      failure={t(dangerTexts.deleteFailed)}
      verb={t(dangerTexts.deleteVerb)}
      isDisabled={typed.trim() !== title}
      onConfirm={async (elevation) => {
        await account.call("deleteOrganization", { params: { orgId } }, { elevation });
        // Its pages go first: nobody is asked about changes of what is no more.
        await queryClient.invalidateQueries();
        await navigate(ORGANIZATIONS_PATH, { replace: true, state: { deleted: title } });
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
