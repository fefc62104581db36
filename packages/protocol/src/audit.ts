import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime, userId, workspaceId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { AUDIT_CSV_ROWS_MAX, AUDIT_KIND_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

export const activityLogActions = [
  "APPROVE",
  "DENY",
  "GRANT_ACCESS",
  "REVOKE_ACCESS",
  "CHANGE_ROLE",
] as const;
export type ActivityLogAction = (typeof activityLogActions)[number];

/** What an event is about. */
export const auditTargetTypes = ["user", "room", "invitation", "organization"] as const;
export type AuditTargetType = (typeof auditTargetTypes)[number];

export const auditFacts = z.record(
  z.string(),
  z.nullable(z.union([z.string(), z.number(), z.boolean()])),
);
/** Facts for a reader: never a code, a token, a secret or the content of a message. */
export type AuditFacts = z.infer<typeof auditFacts>;

/** One security event (rules-identity 83). */
export const auditEntry = z.object({
  id: z.uuid(),
  at: isoTime,
  /** Names the event: `member role`, `refused`. */
  kind: z.string(),
  action: z.nullable(z.enum(activityLogActions)),
  /** Who did it; null where nobody signed in did. A person whose account was deleted reads 'Deleted user'. */
  actor: z.nullable(z.object({ userId, fullName: z.string() })),
  sessionId: z.nullable(z.uuid()),
  /** Network address. */
  address: z.nullable(z.string()),
  /** The name is there for people, and for rooms as far as the reader may know it. */
  target: z.nullable(
    z.object({ type: z.enum(auditTargetTypes), id: z.uuid(), name: z.nullable(z.string()) }),
  ),
  /** What it is about, or where it happened: called as it was at the time. The address is there where the reader sees the room. */
  room: z.nullable(
    z.object({
      id: z.uuid(),
      name: z.nullable(z.string()),
      sessionRoomSlug: z.nullable(z.string()),
    }),
  ),
  before: z.nullable(auditFacts),
  after: z.nullable(auditFacts),
  reason: z.nullable(z.string()),
  details: auditFacts,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const params = z.strictObject({ orgId: workspaceId });
const auditKind = z.string().check(z.maxLength(AUDIT_KIND_MAX));
const auditFilter = {
  /** The first moment that counts. */
  from: z.optional(isoTime),
  /** The first that does not any more. */
  to: z.optional(isoTime),
  actor: z.optional(userId),
  kind: z.optional(auditKind),
  /** All but this kind. */
  without: z.optional(auditKind),
  /** Id of a person, a room, an invitation. */
  target: z.optional(z.uuid()),
};

export const listAudit = endpoint({
  ...routes.listAudit,
  group: "organizations",
  summary: "Security events of an organization, the newest first; for its OWNER and ADMINs",
  params,
  query: z.strictObject({ ...pageQuery, ...auditFilter }),
  reply: pageOf(auditEntry),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const exportAudit = endpoint({
  ...routes.exportAudit,
  group: "organizations",
  summary: `The same as a table for spreadsheets, at most ${AUDIT_CSV_ROWS_MAX} rows; a last line says where there are more`,
  params,
  query: z.strictObject(auditFilter),
  reply: z.string(),
  errors: ["ORGANIZATION_NOT_FOUND"],
});
