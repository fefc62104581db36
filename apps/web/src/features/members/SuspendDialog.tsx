import { SUSPENSION_REASON_MAX } from "@colbin/protocol";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { actOnEach } from "./act-on-each.ts";
import { ReasonDialog, type MemberDialogProps } from "./ReasonDialog.tsx";
import { memberTexts } from "./texts.ts";

export function SuspendDialog({ orgId, members, onClose }: MemberDialogProps) {
  const { act } = useAct("suspendMember", ["listMembers"]);
  const name = members[0]?.user.fullName ?? "";
  return (
    <ReasonDialog
      title={t(memberTexts.suspendTitle, { n: members.length, name })}
      text={t(memberTexts.suspendText)}
      failure={t(memberTexts.suspendFailed)}
      verb={t(memberTexts.suspend)}
      maxLength={SUSPENSION_REASON_MAX}
      onConfirm={(reason) =>
        actOnEach(members, ({ userId }) => act({ params: { orgId, userId }, body: { reason } }))
      }
      onClose={onClose}
    />
  );
}
