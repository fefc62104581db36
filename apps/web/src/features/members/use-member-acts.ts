import type { Member, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { toast } from "#web/design/toast.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t, type Text } from "#web/lib/i18n.ts";
import { useAct } from "#web/lib/use-act.ts";
import { actOnEach } from "./act-on-each.ts";
import { memberTexts } from "./texts.ts";

/** What is done to members without asking; settles when the list shows it, and says what was refused. */
export function useMemberActs(orgId: WorkspaceId) {
  const { act: update } = useAct("updateMember", ["listMembers"]);
  const { act: reactivate } = useAct("reactivateMember", ["listMembers"]);
  return {
    giveRole: (members: readonly Member[], role: WorkspaceRole) =>
      tell(
        memberTexts.updateFailed,
        actOnEach(members, ({ userId }) => update({ params: { orgId, userId }, body: { role } })),
      ),
    reactivate: ({ userId }: Member) =>
      tell(memberTexts.reactivateFailed, reactivate({ params: { orgId, userId } })),
  };
}

async function tell(failure: Text, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (cause) {
    toast({ title: t(failure), description: errorText(cause), variant: "destructive" });
  }
}
