import type { InstanceUser } from "@colbin/protocol";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { Table } from "#web/design/table/Table.tsx";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { administrationTexts } from "./administration-texts.ts";
import { instancePeopleColumns } from "./instance-people-columns.tsx";
import { InstancePersonMenu } from "./InstancePersonMenu.tsx";
import { mayBeBlocked } from "./may-be-blocked.ts";

const BlockPersonDialog = lazyPart(() => import("./BlockPersonDialog.tsx"), "BlockPersonDialog");

/** The server pushes to nobody what people do. */
const REFRESH_MS = 30_000;

/** `/settings/instance`: all accounts, and who of them is kept out. */
export function InstancePeople() {
  const own = useStore(account.session, ({ user }) => user);
  const list = useListQuery({ sortBy: "name" });
  const [asked, setAsked] = useState<InstanceUser>();
  const { act } = useAct("updateUser", ["listInstanceUsers"]);
  const { page, search } = list;
  const call = useCall(
    "listInstanceUsers",
    { query: { page, ...(search && { search }) } },
    { isPaged: true, refreshMs: REFRESH_MS },
  );
  const { sort: _, ...table } = toTable(list, call, administrationTexts.peopleFailed);
  const unblock = ({ id }: InstanceUser) =>
    tellFailure(
      administrationTexts.unblockFailed,
      act({ params: { sessionUserId: id }, body: { isBlocked: false } }),
    );
  return (
    <>
      <Table
        {...table}
        label={t(administrationTexts.people)}
        columns={instancePeopleColumns(own?.id)}
        idOf={({ id }) => id}
        nameOf={({ fullName }) => fullName}
        renderActions={(person) =>
          own &&
          mayBeBlocked(person, own) && (
            <InstancePersonMenu
              person={person}
              onBlock={() => setAsked(person)}
              onUnblock={() => void unblock(person)}
            />
          )
        }
        search={
          <SearchField
            label={t(administrationTexts.searchPeople)}
            value={list.text}
            onChange={list.setText}
          />
        }
        empty={
          <EmptyState
            icon={SearchX}
            title={t(administrationTexts.nobody)}
            text={t(administrationTexts.nobodyText)}
          />
        }
      />
      {asked && <BlockPersonDialog person={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
