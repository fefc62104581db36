import type { AuditTargetType } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const auditTexts = {
  title: { id: "audit.title", message: "Audit log" },
  failed: { id: "audit.failed", message: "Failed to fetch the audit log" },
  none: { id: "audit.none", message: "Nothing of that kind" },
  noneText: { id: "audit.noneText", message: "Choose another time, or filter less." },
  time: { id: "audit.time", message: "Time" },
  who: { id: "audit.who", message: "Who" },
  what: { id: "audit.what", message: "What" },
  target: { id: "audit.target", message: "Target" },
  room: { id: "audit.room", message: "Room" },
  nobody: { id: "audit.nobody", message: "Nobody signed in" },
  from: { id: "audit.from", message: "From" },
  to: { id: "audit.to", message: "Until" },
  clear: { id: "audit.clear", message: "Clear" },
  anyKind: { id: "audit.anyKind", message: "All events" },
  noRefusals: { id: "audit.noRefusals", message: "All but refusals" },
  kind: { id: "audit.kind", message: "Event" },
  details: { id: "audit.details", message: "Details of {what}" },
  export: { id: "audit.export", message: "Export CSV" },
  exportFailed: { id: "audit.exportFailed", message: "Failed to export the audit log" },
  fileName: { id: "audit.fileName", message: "audit-log.csv" },
  refused: { id: "audit.refused", message: "Refused: {what}" },
  onlyActor: { id: "audit.onlyActor", message: "Only what {name} did" },
  onlyTarget: { id: "audit.onlyTarget", message: "Only what was done to {name}" },
  yes: { id: "audit.yes", message: "Yes" },
  no: { id: "audit.no", message: "No" },
  changed: { id: "audit.changed", message: "Changed" },
  before: { id: "audit.before", message: "Before" },
  after: { id: "audit.after", message: "After" },
  reason: { id: "audit.reason", message: "Reason" },
  address: { id: "audit.address", message: "Network address" },
  action: { id: "audit.action", message: "Action" },
  close: { id: "audit.close", message: "Close" },
} as const satisfies Record<string, Text>;

/** The words of an event, by the kind that the server names. */
export const kindTexts: Readonly<Record<string, Text>> = {
  refused: { id: "auditKind.refused", message: "Refused" },
  "organization created": { id: "auditKind.orgCreated", message: "Organization created" },
  "organization changed": { id: "auditKind.orgChanged", message: "Organization changed" },
  "organization deleted": { id: "auditKind.orgDeleted", message: "Organization deleted" },
  "organization restored": { id: "auditKind.orgRestored", message: "Organization restored" },
  "organization transferred": { id: "auditKind.transferred", message: "Ownership transferred" },
  "settings changed": { id: "auditKind.settings", message: "Settings changed" },
  "domain verified": { id: "auditKind.domain", message: "Domain verified" },
  "member joined": { id: "auditKind.joined", message: "Member joined" },
  "member role": { id: "auditKind.role", message: "Role changed" },
  "member department": { id: "auditKind.department", message: "Department changed" },
  "member suspended": { id: "auditKind.suspended", message: "Member suspended" },
  "member reactivated": { id: "auditKind.reactivated", message: "Member reactivated" },
  "member removed": { id: "auditKind.removed", message: "Member removed" },
  "member left": { id: "auditKind.left", message: "Member left" },
  "guest link made": { id: "auditKind.guestLinkMade", message: "Guest link made" },
  "guest link closed": { id: "auditKind.guestLinkClosed", message: "Guest link closed" },
  "guest joined": { id: "auditKind.guestJoined", message: "Guest joined" },
  "invitation made": { id: "auditKind.invited", message: "Invitation made" },
  "invitation resent": { id: "auditKind.resent", message: "Invitation sent again" },
  "invitation revoked": { id: "auditKind.revoked", message: "Invitation revoked" },
  "invitation declined": { id: "auditKind.declined", message: "Invitation declined" },
  "room created": { id: "auditKind.roomCreated", message: "Room created" },
  "room access type": { id: "auditKind.roomAccess", message: "Access to a room changed" },
  "room domain": { id: "auditKind.roomDomain", message: "Domain of a room changed" },
  "room archived": { id: "auditKind.roomArchived", message: "Room archived" },
  "room unarchived": { id: "auditKind.roomUnarchived", message: "Room unarchived" },
  "room deleted": { id: "auditKind.roomDeleted", message: "Room deleted" },
  "room restored": { id: "auditKind.roomRestored", message: "Room restored" },
  "audit exported": { id: "auditKind.exported", message: "Audit log exported" },
  "participant removed": { id: "auditKind.participant", message: "Taken out of a room" },
};

/** The object of an event, where it has no name. */
export const targetTexts: Readonly<Record<AuditTargetType, Text>> = {
  user: { id: "auditTarget.user", message: "A person" },
  room: { id: "auditTarget.room", message: "A room" },
  invitation: { id: "auditTarget.invitation", message: "Invitation" },
  organization: { id: "auditTarget.organization", message: "Organization" },
};

/** How somebody is invited, came in, or showed that a domain is theirs. */
export const wayTexts: Readonly<Record<string, Text>> = {
  LINK: { id: "auditWay.link", message: "Invitation link" },
  EMAIL: { id: "auditWay.email", message: "Invitation by email" },
  DIRECT: { id: "auditWay.direct", message: "Invitation of an account" },
  DOMAIN: { id: "auditWay.domain", message: "Address of the domain" },
  RECORD: { id: "auditWay.record", message: "TXT record" },
  INSTANCE: { id: "auditWay.instance", message: "Those who run this server" },
};

/** Facts of an event, by the names that the server gives them. */
export const factTexts: Readonly<Record<string, Text>> = {
  role: { id: "auditFact.role", message: "Role" },
  status: { id: "auditFact.status", message: "Status" },
  department: { id: "auditFact.department", message: "Department" },
  title: { id: "auditFact.title", message: "Name" },
  by: { id: "auditFact.by", message: "By" },
  roomId: { id: "auditFact.roomId", message: "Room" },
  ban: { id: "auditFact.ban", message: "May not come back" },
  asked: { id: "auditFact.asked", message: "Asked for" },
  code: { id: "auditFact.code", message: "Answer" },
  count: { id: "auditFact.count", message: "Times" },
  without: { id: "auditFact.without", message: "Without" },
  workspaceId: { id: "auditFact.workspaceId", message: "Workspace" },
  orgId: { id: "auditFact.orgId", message: "Organization" },
};
