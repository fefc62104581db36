import type { InstanceUser } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { administrationTexts } from "./administration-texts.ts";

interface BlockPersonDialogProps {
  person: InstanceUser;
  onClose: () => void;
}

/** Shuts somebody out of the server (rules-identity 48). */
export function BlockPersonDialog({ person, onClose }: BlockPersonDialogProps) {
  const { act } = useAct("updateUser", ["listInstanceUsers"]);
  const params = { sessionUserId: person.id };
  return (
    <FormDialog
      title={t(administrationTexts.blockTitle, { name: person.fullName })}
      text={t(administrationTexts.blockText)}
      verb={t(administrationTexts.block)}
      failure={t(administrationTexts.blockFailed)}
      isDanger
      onConfirm={() => act({ params, body: { isBlocked: true } })}
      onClose={onClose}
    />
  );
}
