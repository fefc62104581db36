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
import { personRightsOf } from "./instance-person-rights.ts";
import type { PersonQuestion } from "./person-questions.ts";

const PersonQuestionDialog = lazyPart(
  () => import("./PersonQuestionDialog.tsx"),
  "PersonQuestionDialog",
);

/** The server pushes to nobody what people do. */
const REFRESH_MS = 30_000;

/** `/settings/instance`: all accounts, who of them is kept out, and who runs the server. */
export function InstancePeople() {
  const own = useStore(account.session, ({ user }) => user);
  const list = useListQuery({ sortBy: "name" });
  const [asked, setAsked] = useState<{ person: InstanceUser; question: PersonQuestion }>();
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
        renderActions={(person) => {
          const rights = own && personRightsOf(own, person);
          if (!rights?.block && !rights?.role) return undefined;
          return (
            <InstancePersonMenu
              person={person}
              rights={rights}
              onAct={(chosen) =>
                chosen === "unblock" ? void unblock(person) : setAsked({ person, question: chosen })
              }
            />
          );
        }}
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
      {asked && <PersonQuestionDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
