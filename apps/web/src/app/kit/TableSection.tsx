import { Ellipsis, LogOut, UsersRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import type { TableColumn } from "#web/design/table/table-parts.ts";
import { Table } from "#web/design/table/Table.tsx";
import { Specimen } from "./Specimen.tsx";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly rooms: number;
}

const people: readonly Person[] = Array.from({ length: 230 }, (_, index) => ({
  id: String(index + 1),
  name: `Person ${String(index + 1).padStart(3, "0")}`,
  role: index % 5 === 0 ? "Admin" : "Member",
  rooms: (index * 7) % 40,
}));

const columns: readonly TableColumn<Person>[] = [
  {
    id: "name",
    title: "Member",
    sortKey: "name",
    render: ({ id, name }) => (
      <span className="flex items-center gap-2.75">
        <Avatar id={id} name={name} size="row" />
        <bdi className="clip-line font-medium text-ink">{name}</bdi>
      </span>
    ),
  },
  { id: "role", title: "Role", sortKey: "role", render: ({ role }) => role },
  { id: "status", title: "Status", render: () => <Chip tone="accent">Invited</Chip> },
  {
    id: "rooms",
    title: "Rooms",
    isNumber: true,
    isWideOnly: true,
    render: ({ rooms }) => rooms,
  },
];

const states = [
  { value: "rows", label: "Rows" },
  { value: "hundred", label: "A hundred rows" },
  { value: "loading", label: "Loading" },
  { value: "error", label: "Error" },
] as const;
type State = (typeof states)[number]["value"];

export function TableSection() {
  const [state, setState] = useState<State>("rows");
  const [query, setQuery] = useState("");
  const [by, setBy] = useState("name");
  const [page, setPage] = useState(1);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const limit = state === "hundred" ? 100 : 12;
  const isLoaded = state === "rows" || state === "hundred";
  const found = people
    .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
    .toSorted((one, other) => (by === "role" ? one.role.localeCompare(other.role) : 0));
  return (
    <Specimen title="Table">
      <div className="-mx-4.5 flex h-120 w-[calc(100%+2.25rem)] flex-none">
        <Table
          label="Members"
          columns={columns}
          rows={isLoaded ? found.slice((page - 1) * limit, page * limit) : undefined}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          renderActions={(person) => <PersonMenu {...person} />}
          search={<SearchField label="Search members" value={query} onChange={setQuery} />}
          filters={
            <Select
              label="State"
              look="filter"
              options={states}
              value={state}
              onChange={setState}
            />
          }
          sort={{ by, onSort: setBy }}
          selection={{
            ids,
            onChange: setIds,
            actions: <Button size="sm">Suspend</Button>,
          }}
          paging={{
            page,
            limit,
            total: isLoaded ? found.length : undefined,
            onPage: setPage,
          }}
          error={
            state === "error"
              ? {
                  title: "Members did not load",
                  text: "The server did not answer.",
                  onRetry: () => setState("rows"),
                }
              : undefined
          }
          empty={<EmptyState icon={UsersRound} title="Nobody of that name" />}
        />
      </div>
    </Specimen>
  );
}

function PersonMenu({ name }: Person) {
  const entries: readonly MenuEntry[] = [
    {
      kind: "action",
      id: "remove",
      label: "Remove",
      icon: LogOut,
      onSelect: () => toast({ title: `Removed ${name}` }),
    },
  ];
  return (
    <Menu label={name} surface={LateMenu} props={{ entries }}>
      {(button) => (
        <IconButton {...button} label={`More for ${name}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      )}
    </Menu>
  );
}
