import type { CallOf, Invitation, InvitationStatus } from "@colbin/protocol";
import { Ban, RefreshCw, UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { filterOptions } from "#web/design/form/filter-options.ts";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { toColumn, type TableColumn } from "#web/design/table/table-parts.ts";
import { Table } from "#web/design/table/Table.tsx";
import { memberTexts } from "#web/features/members/texts.ts";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useOpenOrganization } from "#web/lib/routing/open-organization.ts";
import { InvitingDialog } from "./InvitingDialog.tsx";
import { invitationStatusTexts, sendingTexts } from "./sending-texts.ts";
import { invitationTexts } from "./texts.ts";

type SortKey = NonNullable<CallOf<"listInvitations">["query"]["sortBy"]>;
const everything = { status: "" as InvitationStatus | "", sortBy: "createdAt" as SortKey };

/** `/settings/organizations/{orgId}/invites` */
export function InvitationsPage() {
  const organization = useOpenOrganization();
  const [asked, setAsked] = useState<"new" | Invitation>();
  const list = useListQuery(everything);
  const { page, sortBy, search, status } = list;
  const query = { page, sortBy, ...(search && { email: search }), ...(status && { status }) };
  const params = { orgId: organization.id };
  const call = useCall("listInvitations", { params, query }, { isPaged: true });
  const { act: cancel } = useAct("cancelInvitation", ["listInvitations"]);
  const { act: resend } = useAct("resendInvitation", ["listInvitations"]);
  const inputOf = ({ id }: Invitation) => ({ params: { ...params, invitationId: id } });
  const close = () => setAsked(undefined);
  return (
    <>
      <Table
        {...toTable(list, call, sendingTexts.failed)}
        label={t(sendingTexts.invites)}
        columns={columns()}
        idOf={({ id }) => id}
        nameOf={nameOf}
        search={
          <SearchField label={t(sendingTexts.search)} value={list.text} onChange={list.setText} />
        }
        filters={
          <>
            <Select
              label={t(memberTexts.status)}
              look="filter"
              options={filterOptions(memberTexts.anyStatus, invitationStatusTexts)}
              value={status}
              onChange={(next) => list.narrow({ status: next })}
            />
            <span className="pair:ms-auto">
              <Button variant="primary" size="header" onClick={() => setAsked("new")}>
                {t(invitationTexts.people)}
              </Button>
            </span>
          </>
        }
        renderActions={(each) =>
          each.status === "PENDING" && (
            <>
              {each.type !== "LINK" && (
                <IconButton
                  label={t(sendingTexts.resend, { name: nameOf(each) })}
                  onClick={() => void tellFailure(sendingTexts.resendFailed, resend(inputOf(each)))}
                >
                  <RefreshCw aria-hidden="true" />
                </IconButton>
              )}
              <IconButton
                label={t(sendingTexts.revokeNamed, { name: nameOf(each) })}
                onClick={() => setAsked(each)}
              >
                <Ban aria-hidden="true" />
              </IconButton>
            </>
          )
        }
        empty={<EmptyState icon={UserPlus} title={t(sendingTexts.none)} />}
      />
      {asked === "new" && <InvitingDialog organization={organization} onClose={close} />}
      {typeof asked === "object" && (
        <FormDialog
          title={t(sendingTexts.revokeTitle, { name: nameOf(asked) })}
          failure={t(sendingTexts.revokeFailed)}
          verb={t(sendingTexts.revoke)}
          isDanger
          onConfirm={() => cancel(inputOf(asked))}
          onClose={close}
        />
      )}
    </>
  );
}

/** The person who is invited; a link is for anybody, known by its end and by how many have come by it. */
function nameOf({ email, username, codeEnd: end, uses: n, maxUses }: Invitation): string {
  if (username) return `@${username}`;
  return email ?? t(sendingTexts.linkTo, { end, n, max: maxUses ?? "∞" });
}

function columns(): readonly TableColumn<Invitation>[] {
  const toDate = (at: string) => formatDate(new Date(at), "date");
  const look = "clip-line block font-medium text-ink pair:max-w-64";
  return [
    toColumn(sendingTexts.invitation, (each) => <bdi className={look}>{nameOf(each)}</bdi>),
    toColumn(memberTexts.role, ({ role }) => t(roleTexts[role])),
    toColumn(sendingTexts.invitedBy, ({ invitedBy }) => <bdi>{invitedBy}</bdi>),
    toColumn(sendingTexts.sent, ({ createdAt }) => toDate(createdAt), "createdAt"),
    toColumn(sendingTexts.validUntil, ({ expiresAt }) => toDate(expiresAt), "expiresAt"),
    toColumn(memberTexts.status, ({ status }) => (
      <Chip tone={status === "PENDING" ? "accent" : "plain"}>
        {t(invitationStatusTexts[status])}
      </Chip>
    )),
  ];
}
