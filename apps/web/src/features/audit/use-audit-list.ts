import type { CallOf, WorkspaceId } from "@colbin/protocol";
import { useCall } from "#web/lib/use-call.ts";
import { toTable, useListQuery } from "#web/lib/use-list-query.ts";
import { auditTexts } from "./texts.ts";

/** By what the log is narrowed; an empty text is no filter. Days are those of the reader: 2026-11-19. */
export interface AuditFilter {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** In the place of a kind: all but what somebody was not allowed. */
export const NO_REFUSALS = "-refused";

const everything: AuditFilter = { kind: "", from: "", to: "" };

/** Events of an organization as they are asked for, page by page, the newest first. */
export function useAuditList(orgId: WorkspaceId) {
  const list = useListQuery({ ...everything, sortBy: "at" });
  const filter = toQuery(list);
  const query = { ...filter, page: list.page };
  const call = useCall("listAudit", { params: { orgId }, query }, { isPaged: true });
  const { sort: _, ...table } = toTable(list, call, auditTexts.failed);
  return { ...list, filter, table };
}

function toQuery({ kind, from, to }: AuditFilter): CallOf<"exportAudit">["query"] {
  return {
    ...(kind === NO_REFUSALS ? { without: "refused" } : kind && { kind }),
    ...(from && { from: startOf(from, 0) }),
    // The last day counts as a whole.
    ...(to && { to: startOf(to, 1) }),
  };
}

function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
