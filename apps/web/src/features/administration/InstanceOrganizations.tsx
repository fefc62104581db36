import type { InstanceOrganization } from "@colbin/protocol";
import { Building2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { Table } from "#web/design/table/Table.tsx";
import { toColumn, type TableColumn } from "#web/design/table/table-parts.ts";
import { account } from "#web/lib/api/account.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { administrationTexts } from "./administration-texts.ts";

const RestoreDialog = lazyPart(() => import("./RestoreDialog.tsx"), "RestoreDialog");

const REFRESH_MS = 30_000;

/** `/settings/instance/organizations`: all of them, without anything that was said there. */
export function InstanceOrganizations() {
  const isOwner = useStore(account.session, ({ user }) => user?.role === "OWNER");
  const list = useListQuery({ sortBy: "title" });
  const [asked, setAsked] = useState<InstanceOrganization>();
  const call = useCall(
    "listInstanceOrganizations",
    { query: { page: list.page } },
    { isPaged: true, refreshMs: REFRESH_MS },
  );
  const { sort: _, ...table } = toTable(list, call, administrationTexts.organizationsFailed);
  return (
    <>
      <Table
        {...table}
        label={t(administrationTexts.organizations)}
        columns={organizationColumns()}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
        renderActions={(organization) =>
          isOwner &&
          isRestorable(organization) && (
            <Button
              variant="ghost"
              aria-label={t(administrationTexts.restoreNamed, { title: organization.title })}
              onClick={() => setAsked(organization)}
            >
              {t(administrationTexts.restore)}
            </Button>
          )
        }
        empty={
          <EmptyState
            icon={Building2}
            title={t(administrationTexts.noOrganizations)}
            text={t(administrationTexts.noOrganizationsText)}
          />
        }
      />
      {asked && <RestoreDialog organization={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function isRestorable({ purgesAt }: InstanceOrganization): boolean {
  return purgesAt !== null && Date.parse(purgesAt) > Date.now();
}

function organizationColumns(): readonly TableColumn<InstanceOrganization>[] {
  return [
    toColumn(administrationTexts.organization, ({ title }) => (
      <bdi className="font-medium wrap-anywhere text-ink">{title}</bdi>
    )),
    {
      ...toColumn<InstanceOrganization>(administrationTexts.members, ({ members }) =>
        members.toLocaleString(displayLocale()),
      ),
      isNumber: true,
    },
    toColumn(administrationTexts.created, ({ createdAt }) =>
      formatDate(new Date(createdAt), "date"),
    ),
    toColumn(administrationTexts.status, (organization) => <Status {...organization} />),
  ];
}

function Status({ purgesAt }: InstanceOrganization) {
  if (purgesAt === null) return t(administrationTexts.active);
  return (
    <span className="grid justify-items-start gap-0.5 py-1">
      <Chip tone="danger">{t(administrationTexts.deleted)}</Chip>
      <span className="text-xs">
        {t(administrationTexts.purges, { date: formatDate(new Date(purgesAt), "date") })}
      </span>
    </span>
  );
}
