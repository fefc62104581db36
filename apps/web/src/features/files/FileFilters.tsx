import { orderedSubscriptions } from "@colbin/client";
import type { UserId } from "@colbin/protocol";
import clsx from "clsx";
import { useId, useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { filterOptions } from "#web/design/form/filter-options.ts";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { useQueryText } from "#web/lib/react/use-query-text.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { focusFirstFile } from "./file-keys.ts";
import { isNarrowed, noFilter, type FileFilter } from "./file-filter.ts";
import { fileTexts, sinceTexts, typeTexts } from "./texts.ts";

interface FileFiltersProps {
  filter: FileFilter;
  onChange: (change: Partial<FileFilter>) => void;
  /** The files are of one room alone. */
  isOfRoom?: boolean;
}

/** Search and filters above a list of files. */
export function FileFilters({ filter, onChange, isOfRoom = false }: FileFiltersProps) {
  const { text, type } = useQueryText(filter.search, (search) => onChange({ search }));
  const { isTrash } = filter;
  return (
    <div
      role="search"
      aria-label={t(fileTexts.title)}
      className="flex flex-none flex-wrap items-center gap-1.5 px-gutter py-2.5 max-pair:px-4"
    >
      <div className={clsx("flex max-pair:w-full", isOfRoom ? "w-full" : "w-66")}>
        <SearchField
          label={t(fileTexts.search)}
          dir="auto"
          autoComplete="off"
          value={text}
          onChange={type}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") focusFirstFile(event);
          }}
        />
      </div>
      {!isOfRoom && (
        <Select
          label={t(fileTexts.scope)}
          look="filter"
          options={[
            { value: "all", label: t(fileTexts.all) },
            { value: "trash", label: t(fileTexts.trash) },
          ]}
          value={isTrash ? "trash" : "all"}
          onChange={(scope) => onChange({ isTrash: scope === "trash", room: "", person: "" })}
        />
      )}
      <Select
        label={t(fileTexts.type)}
        look="filter"
        options={filterOptions(fileTexts.anyType, typeTexts)}
        value={filter.type}
        onChange={(value) => onChange({ type: value })}
      />
      {!isOfRoom && !isTrash && (
        <RoomFilter value={filter.room} onChange={(room) => onChange({ room })} />
      )}
      {!isTrash && !isLinkGuest() && (
        <PersonFilter value={filter.person} onChange={(person) => onChange({ person })} />
      )}
      <Select
        label={t(fileTexts.date)}
        look="filter"
        options={filterOptions(fileTexts.anyDate, sinceTexts)}
        value={filter.since}
        onChange={(since) => onChange({ since })}
      />
      {isNarrowed(filter) && (
        <TextButton className="px-1.5" onClick={() => onChange({ ...noFilter, isTrash })}>
          {t(fileTexts.clear)}
        </TextButton>
      )}
    </div>
  );
}

function RoomFilter({ value, onChange }: { value: string; onChange: (room: string) => void }) {
  const rooms = useStore(chat.store, orderedSubscriptions);
  const own = rooms.map(({ sessionRoomSlug, roomName }) => ({
    value: sessionRoomSlug,
    label: roomName,
  }));
  // A link may lead to a room that the person reads without being in it.
  const other = own.some((room) => room.value === value) ? [] : [{ value, label: value }];
  const any = { value: "", label: t(fileTexts.anyRoom) };
  return (
    <Select
      label={t(fileTexts.room)}
      look="filter"
      options={[any, ...(value === "" ? [] : other), ...own]}
      value={value}
      onChange={onChange}
    />
  );
}

interface PersonFilterProps {
  value: UserId | "";
  onChange: (person: UserId | "") => void;
}

/** The names of the people who were chosen on this page. */
const chosenNames = new Map<UserId, string>();

/** One person, found by a part of their name and chosen from the browser's own list; emptied, it filters nothing. */
function PersonFilter({ value, onChange }: PersonFilterProps) {
  const listId = useId();
  const [text, setText] = useState("");
  const me = useStore(account.session, ({ user }) => user);
  const fullName = useSettled(text.trim(), SEARCH_PAUSE_MS);
  const { data } = useCall(
    "suggestUsers",
    { query: fullName === "" ? {} : { fullName } },
    { isPaged: true },
  );
  const others = (data?.results ?? []).filter(({ id }) => id !== me?.id);
  const people = [
    ...(me ? [{ id: me.id, name: t(fileTexts.me) }] : []),
    ...others.map(({ id, fullName: name, username }) => ({ id, name: `${name} @${username}` })),
  ];
  const isKnown = value === me?.id || (value !== "" && chosenNames.has(value));
  const known = value === me?.id ? t(fileTexts.me) : value === "" ? text : chosenNames.get(value);
  const { data: card } = useCall(
    "getUser",
    { params: { sessionUserId: value } },
    { isOff: value === "" || isKnown },
  );

  function type(typed: string): void {
    const found = people.find(({ name }) => name === typed);
    if (found) chosenNames.set(found.id, found.name);
    setText(found ? "" : typed);
    if (found) onChange(found.id);
    else if (value !== "") onChange("");
  }

  return (
    <div className="flex w-36 min-w-0">
      <SearchField
        label={t(fileTexts.person)}
        list={listId}
        autoComplete="off"
        dir="auto"
        value={known ?? card?.fullName ?? ""}
        onChange={type}
        onKeyDown={({ key }) => {
          const [only, ...rest] = people.filter(({ name }) =>
            name.toLowerCase().includes(text.trim().toLowerCase()),
          );
          if (key === "Enter" && text.trim() !== "" && only && rest.length === 0) type(only.name);
        }}
      />
      <datalist id={listId}>
        {people.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}
