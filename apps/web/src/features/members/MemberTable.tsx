import {
  isLeading,
  isRoleBelow,
  type WorkspaceId,
  type WorkspaceRole,
  type Member,
} from "@colbin/protocol";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { Table } from "#web/design/table/Table.tsx";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { memberColumns } from "./member-columns.tsx";
import { MemberFilters } from "./MemberFilters.tsx";
import { MemberMenu } from "./MemberMenu.tsx";
import type { MemberQuestion } from "./member-question.ts";
import { RoleSelect } from "./RoleSelect.tsx";
import { SelectionActions } from "./SelectionActions.tsx";
import { memberTexts } from "./texts.ts";
import { useMemberActs } from "./use-member-acts.ts";
import { useMemberList } from "./use-member-list.ts";

interface MemberTableProps {
  orgId: WorkspaceId;
  ownRole: WorkspaceRole;
  onAsk: (question: MemberQuestion) => void;
}

const nobody: ReadonlySet<string> = new Set();

/** The members whom the person may see, and what they may do with each. */
export function MemberTable({ orgId, ownRole, onAsk }: MemberTableProps) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const list = useMemberList(orgId);
  const { giveRole, reactivate } = useMemberActs(orgId);
  const [picked, setPicked] = useState({ key: list.key, ids: nobody });
  // Another page or filter shows others.
  const ids = picked.key === list.key ? picked.ids : nobody;
  const pick = (next: ReadonlySet<string>) => setPicked({ key: list.key, ids: next });
  const mayActOn = ({ role }: Member) => isRoleBelow(role, ownRole);
  const renderRole = (member: Member) =>
    mayActOn(member) ? (
      <RoleSelect member={member} ownRole={ownRole} onChange={(role) => giveRole([member], role)} />
    ) : (
      t(roleTexts[member.role])
    );
  return (
    <Table
      {...list.table}
      label={t(memberTexts.members)}
      columns={memberColumns(ownId, renderRole)}
      idOf={({ userId }) => userId}
      nameOf={({ user }) => user.fullName}
      renderActions={(member) =>
        (mayActOn(member) || (member.userId === ownId && ownRole !== "OWNER")) && (
          <MemberMenu
            member={member}
            isSelf={member.userId === ownId}
            onChoose={(act) => {
              if (act === "reactivate") void reactivate(member);
              else onAsk({ is: act, members: [member] });
            }}
          />
        )
      }
      search={
        <SearchField label={t(memberTexts.search)} value={list.text} onChange={list.setText} />
      }
      filters={<MemberFilters {...list} onChange={list.narrow} />}
      selection={
        isLeading(ownRole)
          ? {
              ids,
              onChange: pick,
              actions: (
                <SelectionActions
                  ownRole={ownRole}
                  members={list.table.rows?.filter(({ userId }) => ids.has(userId)) ?? []}
                  onRole={(members, role) => void giveRole(members, role).then(() => pick(nobody))}
                  onSuspend={(members) => onAsk({ is: "suspend", members })}
                />
              ),
            }
          : undefined
      }
      empty={
        <EmptyState icon={SearchX} title={t(memberTexts.nobody)} text={t(memberTexts.nobodyText)} />
      }
    />
  );
}
