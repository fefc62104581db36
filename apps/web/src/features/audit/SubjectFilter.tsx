import type { UserId, WorkspaceId } from "@colbin/protocol";
import { useId } from "react";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { useListQuery } from "#web/lib/api/use-list-query.ts";
import type { AuditSubject } from "./use-audit-list.ts";

/** People who are offered at once. */
const OFFERED = 10;

interface SubjectFilterProps {
  orgId: WorkspaceId;
  label: string;
  /** Need not be a member: an event may have named it. */
  chosen: AuditSubject | undefined;
  onChoose: (person: AuditSubject<UserId> | undefined) => void;
}

/** One member, found by a part of their name or address and chosen from the browser's own list; emptied, it filters nothing. */
export function SubjectFilter({ orgId, label, chosen, onChoose }: SubjectFilterProps) {
  const listId = useId();
  const { text, setText, search } = useListQuery({ sortBy: "name" });
  const { data, isPlaceholderData } = useCall(
    "listMembers",
    { params: { orgId }, query: { limit: OFFERED, ...(search && { search }) } },
    { isPaged: true },
  );
  const people = data?.results.map(({ userId: id, user }) => {
    return { id, name: `${user.fullName} @${user.username}` };
  });

  function type(typed: string): void {
    const found = people?.find(({ name }) => name === typed);
    setText(found ? "" : typed);
    if (found ?? chosen) onChoose(found);
  }

  /** Where nobody else can be meant. */
  function chooseOnly(): void {
    const [only, ...others] = people ?? [];
    const isFound = search !== "" && search === text.trim() && !isPlaceholderData;
    if (only && others.length === 0 && isFound) type(only.name);
  }

  return (
    <div className="flex w-40 min-w-0 max-pair:w-auto">
      <SearchField
        label={label}
        list={listId}
        autoComplete="off"
        dir="auto"
        value={chosen?.name ?? text}
        onChange={type}
        onKeyDown={({ key }) => key === "Enter" && chooseOnly()}
      />
      <datalist id={listId}>
        {people?.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}
