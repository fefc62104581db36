import type { InstanceOrganization } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { administrationTexts } from "./administration-texts.ts";

interface RestoreDialogProps {
  organization: InstanceOrganization;
  onClose: () => void;
}

/** Gives a deleted organization back to its members (rules-identity 56). */
export function RestoreDialog({ organization, onClose }: RestoreDialogProps) {
  const { id: orgId, title } = organization;
  const { act } = useAct("restoreOrganization", ["listInstanceOrganizations"]);
  return (
    <FormDialog
      title={t(administrationTexts.restoreTitle, { title })}
      text={t(administrationTexts.restoreText)}
      verb={t(administrationTexts.restore)}
      failure={t(administrationTexts.restoreFailed)}
      onConfirm={() => act({ params: { orgId } })}
      onClose={onClose}
    />
  );
}
