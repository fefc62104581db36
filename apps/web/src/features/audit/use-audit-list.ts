import type { CallOf, UserId, WorkspaceId } from "@colbin/protocol";
import { useCall } from "#web/lib/api/use-call.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { dayAfter, momentOf } from "#web/lib/language/dates.ts";
import { auditTexts } from "./texts.ts";

/** Somebody, or something, by which the log is narrowed. */
export interface AuditSubject<Id extends string = string> {
  readonly id: Id;
  /** As it is shown. */
  readonly name: string;
}

/** By what the log is narrowed; an empty text is no filter. Days are those of the reader: 2026-11-19. */
export interface AuditFilter {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** The person who caused the event. */
  readonly actor: AuditSubject<UserId> | undefined;
  /** The object of the event. */
  readonly target: AuditSubject | undefined;
}

/** In the place of a kind: all but what somebody was not allowed. */
export const NO_REFUSALS = "-refused";

const everything: AuditFilter = { kind: "", from: "", to: "", actor: undefined, target: undefined };

/** Events of an organization as they are asked for, page by page, the newest first. */
export function useAuditList(orgId: WorkspaceId) {
  const list = useListQuery({ ...everything, sortBy: "at" });
  const filter = toQuery(list);
  const query = { ...filter, page: list.page };
  const call = useCall("listAudit", { params: { orgId }, query }, { isPaged: true });
  const { sort: _, ...table } = toTable(list, call, auditTexts.failed);
  const isNarrowed = Object.keys(filter).length > 0;
  return { ...list, filter, table, isNarrowed, clear: () => list.narrow(everything) };
}

function toQuery(filter: AuditFilter): CallOf<"exportAudit">["query"] {
  const { kind, from, to, actor, target } = filter;
  return {
    ...(kind === NO_REFUSALS ? { without: "refused" } : kind && { kind }),
    ...(actor && { actor: actor.id }),
    ...(target && { target: target.id }),
    ...(from && { from: momentOf(from).toISOString() }),
    // The last day counts as a whole.
    ...(to && { to: momentOf(dayAfter(to)).toISOString() }),
  };
}
