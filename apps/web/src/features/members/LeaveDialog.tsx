import type { Organization } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { memberTexts } from "./texts.ts";

interface LeaveDialogProps {
  organization: Pick<Organization, "id" | "title">;
  onLeft?: () => void;
  onClose: () => void;
}

/** The person leaves an organization. */
export function LeaveDialog({ organization, onLeft, onClose }: LeaveDialogProps) {
  const { id: orgId, title: org } = organization;
  const userId = useStore(account.session, ({ user }) => user?.id);
  const { act } = useAct("removeMember", ["listOrganizations"]);
  return (
    <FormDialog
      title={t(memberTexts.leaveTitle, { org })}
      text={t(memberTexts.leaveText)}
      verb={t(memberTexts.leave)}
      isDanger
      onConfirm={async () => {
        if (userId) await act({ params: { orgId, userId }, body: {} });
        onLeft?.();
      }}
      onClose={onClose}
    />
  );
}
