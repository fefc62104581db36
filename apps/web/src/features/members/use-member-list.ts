import type { CallOf, MemberStatus, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { useState } from "react";
import { useCall } from "#web/lib/api/use-call.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { memberTexts } from "./texts.ts";

/** Nobody pushes what others change. */
const REFRESH_MS = 30_000;

type SortKey = NonNullable<CallOf<"listMembers">["query"]["sortBy"]>;

/** By what the list is narrowed; an empty text is no filter. */
export interface MemberFilter {
  readonly role: WorkspaceRole | "";
  readonly status: MemberStatus | "";
  readonly department: string;
}

const everybody: MemberFilter = { role: "", status: "", department: "" };

/** Members of an organization as they are asked for, page by page. */
export function useMemberList(orgId: WorkspaceId) {
  const list = useListQuery<MemberFilter & { readonly sortBy: SortKey }>({
    ...everybody,
    sortBy: "name",
  });
  const { page, sortBy, search, role, status, department } = list;
  const query = {
    page,
    sortBy,
    ...(search && { search }),
    ...(role && { role }),
    ...(status && { status }),
    ...(department && { department }),
  };
  const call = useCall(
    "listMembers",
    { params: { orgId }, query },
    { isPaged: true, refreshMs: REFRESH_MS },
  );
  const departments = useSeen(call.data?.results.map((each) => each.department) ?? []);
  const table = toTable(list, call, memberTexts.failed);
  return { ...list, table, departments, key: JSON.stringify(query) };
}

/** No call lists the departments: those that were seen on some page, in their order. */
function useSeen(shown: readonly (string | null)[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = shown.filter((each) => each !== null && !seen.includes(each)) as string[];
  if (fresh.length > 0) setSeen([...new Set([...seen, ...fresh])].toSorted());
  return seen;
}
