import type { Member, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { actOnEach } from "./act-on-each.ts";
import { memberTexts } from "./texts.ts";

/** Acts on members without a question; each settles when the list shows it, and a refusal is told. */
export function useMemberActs(orgId: WorkspaceId) {
  const { act: update } = useAct("updateMember", ["listMembers"]);
  const { act: reactivate } = useAct("reactivateMember", ["listMembers"]);
  return {
    giveRole: (members: readonly Member[], role: WorkspaceRole) =>
      tellFailure(
        memberTexts.updateFailed,
        actOnEach(members, ({ userId }) => update({ params: { orgId, userId }, body: { role } })),
      ),
    reactivate: ({ userId }: Member) =>
      tellFailure(memberTexts.reactivateFailed, reactivate({ params: { orgId, userId } })),
  };
}
