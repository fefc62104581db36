import type {
  ActivityLogAction,
  AuditFacts,
  SessionId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { insertAuditEvent, type AuditTarget } from "./audit.queries.ts";

/** What is recorded (rules-identity 84). */
export type AuditKind =
  | "sign-in"
  | "failed sign-in"
  | "failed elevation"
  | "failed verification"
  | "link mode"
  | "sign-in link"
  | "sign-out"
  | "session ended"
  | "token reuse"
  | "password"
  | "identifier"
  | "second factor"
  | "api key"
  | "export"
  | "instance role"
  | "participant removed"
  | "participant level"
  | "participant added"
  | "ban lifted"
  | "access request approved"
  | "access request rejected"
  | "account created"
  | "account blocked"
  | "account unblocked"
  | "account deleted"
  | "account restored"
  | "account erased"
  | "organization created"
  | "organization changed"
  | "settings changed"
  | "emoji added"
  | "emoji removed"
  | "domain verified"
  | "organization deleted"
  | "organization restored"
  | "organization transferred"
  | "invitation made"
  | "invitation resent"
  | "invitation revoked"
  | "invitation declined"
  | "member joined"
  | "member role"
  | "member department"
  | "member suspended"
  | "member reactivated"
  | "member removed"
  | "member left"
  | "room created"
  | "room access type"
  | "room domain"
  | "room archived"
  | "room unarchived"
  | "room deleted"
  | "room restored"
  | "message removed"
  | "report dismissed"
  | "file quarantined"
  | "webhook added"
  | "webhook resumed"
  | "webhook removed"
  | "incoming webhook added"
  | "incoming webhook removed"
  | "guest link made"
  | "guest link closed"
  | "guest joined"
  | "document link made"
  | "document link removed"
  | "audit exported"
  | "refused";

export interface AuditEvent {
  readonly at: Date;
  readonly kind: AuditKind;
  /** Whose people may read of it; none for what concerns the account or the instance. */
  readonly workspaceId?: WorkspaceId;
  readonly actorId?: UserId | undefined;
  readonly sessionId?: SessionId | undefined;
  /** Network address of the caller. */
  readonly address?: string | undefined;
  /** Where one of the specification fits. */
  readonly action?: ActivityLogAction | undefined;
  /** What it is about. */
  readonly target?: AuditTarget | undefined;
  /** What was, and what is: of the facts that changed. */
  readonly before?: AuditFacts | undefined;
  readonly after?: AuditFacts | undefined;
  /** In the words of who did it. */
  readonly reason?: string | undefined;
  /** Other facts for a reader: never a code, a token, a secret or the content of a message. */
  readonly details?: AuditFacts;
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
    action: event.action ?? null,
    target: event.target ?? null,
    roomId: event.target?.type === "room" ? event.target.id : toRoomId(event.details),
    before: event.before ?? null,
    after: event.after ?? null,
    reason: event.reason ?? null,
    details: event.details ?? {},
  });
}

/** Details name the room that something happened in. */
function toRoomId({ roomId }: AuditFacts = {}): string | null {
  return typeof roomId === "string" ? roomId : null;
}

/** The same of what somebody does in a session of theirs, or by an API key, which the details name. */
export function recordAct(
  tx: Tx,
  {
    userId,
    sessionId,
    address,
    scopes,
  }: Pick<Actor, "userId" | "sessionId" | "address" | "scopes">,
  event: Omit<AuditEvent, "actorId" | "sessionId" | "address">,
): Promise<void> {
  if (scopes) {
    const details = { ...event.details, apiKey: sessionId };
    return recordAudit(tx, { ...event, actorId: userId, address, details });
  }
  return recordAudit(tx, { ...event, actorId: userId, sessionId, address });
}

/** Of what was and what is, the facts that are not the same: an event tells of nothing else. */
export function toChangedFacts<Facts extends { readonly [K in keyof Facts]: AuditFacts[string] }>(
  before: Facts,
  after: Facts,
): { readonly before: AuditFacts; readonly after: AuditFacts } {
  const names = Object.keys(after) as (keyof Facts & string)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]));
  return { before: only(before), after: only(after) };
}
