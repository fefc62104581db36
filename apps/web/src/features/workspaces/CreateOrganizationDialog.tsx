import { ORG_TITLE_MAX, ORG_TITLE_MIN, type WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { lateWorkspaceTexts } from "./late-workspace-texts.ts";
import { workspaceTexts } from "./texts.ts";

const createFailed: Text = {
  id: "store.organizations.create",
  message: "Failed to create organization",
};

interface CreateOrganizationDialogProps {
  onCreated: (orgId: WorkspaceId) => void;
  onClose: () => void;
}

export function CreateOrganizationDialog({ onCreated, onClose }: CreateOrganizationDialogProps) {
  const [title, setTitle] = useState("");
  const { act } = useAct("createOrganization", ["listOrganizations"]);
  return (
    <FormDialog
      title={t(workspaceTexts.create)}
      text={t(lateWorkspaceTexts.createText)}
      failure={t(createFailed)}
      verb={t(lateWorkspaceTexts.createVerb)}
      isDisabled={title.trim().length < ORG_TITLE_MIN}
      onConfirm={async () => {
        const { id } = await act({ body: { title: title.trim() } });
        onCreated(id);
      }}
      onClose={onClose}
    >
      <TextField
        label={t(lateWorkspaceTexts.title)}
        name="title"
        autoFocus
        dir="auto"
        maxLength={ORG_TITLE_MAX}
        value={title}
        onChange={setTitle}
      />
    </FormDialog>
  );
}
