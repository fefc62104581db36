import type { SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { insertAuditEvent } from "./audit.queries.ts";

/** What is recorded of sign-in and sessions (rules-identity 84). */
type AuditKind =
  | "sign-in"
  | "failed sign-in"
  | "link mode"
  | "sign-in link"
  | "sign-out"
  | "session ended"
  | "token reuse"
  | "instance role"
  | "participant removed"
  | "organization created"
  | "organization changed"
  | "settings changed"
  | "invitation made"
  | "invitation revoked"
  | "member joined"
  | "member role"
  | "member suspended"
  | "member reactivated";

export interface AuditEvent {
  readonly at: Date;
  readonly kind: AuditKind;
  /** Whose people may read of it; none for what concerns the account or the instance. */
  readonly workspaceId?: WorkspaceId;
  readonly actorId?: UserId | undefined;
  readonly sessionId?: SessionId | undefined;
  /** Network address of the caller. */
  readonly address?: string | undefined;
  /** Facts for a reader: never a code, a token, a secret or the content of a message. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Appends one security event in the transaction of what it tells about: neither exists without the other. */
export function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  return insertAuditEvent(tx, {
    at: event.at,
    kind: event.kind,
    workspaceId: event.workspaceId ?? null,
    actorId: event.actorId ?? null,
    sessionId: event.sessionId ?? null,
    address: event.address ?? null,
    details: event.details ?? {},
  });
}

/** The same of what somebody does in a session of theirs. */
export function recordAct(
  tx: Tx,
  { userId, sessionId }: Pick<Actor, "userId" | "sessionId">,
  event: Omit<AuditEvent, "actorId" | "sessionId">,
): Promise<void> {
  return recordAudit(tx, { ...event, actorId: userId, sessionId });
}
