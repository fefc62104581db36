import { REMOVAL_REASON_MAX } from "@colbin/protocol";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { actOnEach } from "./act-on-each.ts";
import { ReasonDialog, type MemberDialogProps } from "./ReasonDialog.tsx";
import { memberTexts } from "./texts.ts";

export function RemoveMemberDialog({ orgId, members, onClose }: MemberDialogProps) {
  const { act } = useAct("removeMember", ["listMembers"]);
  return (
    <ReasonDialog
      title={t(memberTexts.removeTitle, { name: members[0]?.user.fullName ?? "" })}
      text={t(memberTexts.removeText)}
      failure={t(memberTexts.removeFailed)}
      verb={t(memberTexts.remove)}
      maxLength={REMOVAL_REASON_MAX}
      isOptional
      onConfirm={(reason) =>
        actOnEach(members, ({ userId }) => act({ params: { orgId, userId }, body: { reason } }))
      }
      onClose={onClose}
    />
  );
}
