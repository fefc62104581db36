import { INVITE_LINK_DAYS, type WorkspaceId } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { t } from "#web/lib/language/i18n.ts";
import { inviteTexts } from "./invite-texts.ts";

interface InviteDialogProps {
  orgId: WorkspaceId;
  organization: string;
  onClose: () => void;
}

/** One press: the link is made and copied. */
export function InviteDialog({ orgId, organization, onClose }: InviteDialogProps) {
  const { act } = useAct("generateInviteLink", ["listInvitations"]);
  return (
    <FormDialog
      title={t(inviteTexts.people)}
      text={t(inviteTexts.peopleText, { org: organization, days: INVITE_LINK_DAYS })}
      verb={t(inviteTexts.copy)}
      onConfirm={async () => {
        const { link } = await act({ params: { orgId }, body: {} });
        if (await copyText(link)) toast({ title: t(inviteTexts.copied) });
        else toast({ title: t(inviteTexts.copyFailed), description: link, variant: "warning" });
      }}
      onClose={onClose}
    />
  );
}
