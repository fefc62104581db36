import type { AuditEntry, AuditFacts } from "@colbin/protocol";
import {
  organizationSettingsTexts,
  typeTexts,
} from "#web/features/organizations/organization-settings-texts.ts";
import { retentionTexts } from "#web/features/retention/retention-texts.ts";
import { statusTexts } from "#web/features/workspaces/member-status-texts.ts";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { auditTexts, factTexts, kindTexts, targetTexts, wayTexts } from "./texts.ts";

type Texts = Readonly<Record<string, Text>>;

const settings = organizationSettingsTexts;

/** Names of the facts of an event: those of the log itself, its filters, the fields and settings of an organization. */
const names: Texts = {
  ...factTexts,
  kind: auditTexts.kind,
  actor: auditTexts.who,
  target: auditTexts.target,
  from: auditTexts.from,
  to: auditTexts.to,
  type: settings.type,
  description: settings.description,
  website: settings.website,
  domain: settings.domain,
  invitePolicy: settings.invitePolicy,
  allowedEmailDomains: settings.emailDomains,
  joinByDomain: settings.joinByDomain,
  autoJoinRooms: settings.autoJoinRooms,
  memberDirectory: settings.memberDirectory,
  editWindowMinutes: settings.editWindow,
  readReceipts: settings.readReceipts,
  messageRetentionDays: retentionTexts.title,
  fileRetentionDays: retentionTexts.filesTitle,
  linkPreviews: settings.linkPreviews,
  requireSecondFactor: settings.requireSecondFactor,
};

/** Facts whose values have words of their own. */
const values: Readonly<Record<string, Texts>> = {
  role: roleTexts,
  status: statusTexts,
  kind: kindTexts,
  type: { ...typeTexts, ...wayTexts },
  by: wayTexts,
  invitePolicy: { admins: settings.admins, members: settings.members },
};

/** The event in words; a kind that only a newer server knows is shown by its own name. */
export function kindText({ kind, details }: Pick<AuditEntry, "kind" | "details">): string {
  if (kind === "refused" && details["asked"])
    return t(auditTexts.refused, { what: String(details["asked"]) });
  const text = kindTexts[kind];
  return text ? t(text) : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** The object of an event; undefined where it is the organization itself. */
export function targetText({ target, details }: AuditEntry): string | undefined {
  if (!target) return undefined;
  if (target.name !== null) return target.name;
  const { [String(details["type"])]: way } = wayTexts;
  return t(way ?? targetTexts[target.type]);
}

export function factName(name: string): string {
  const { [name]: text } = names;
  return text ? t(text) : name;
}

/** A dash is none. */
export function factValue(name: string, value: AuditFacts[string] | undefined): string {
  if (name === "editWindowMinutes")
    return value ? t(settings.minutes, { n: Number(value) }) : t(settings.noLimit);
  if (name === "messageRetentionDays" || name === "fileRetentionDays")
    return value ? t(retentionTexts.days, { n: Number(value) }) : t(retentionTexts.forever);
  if (value === null || value === undefined || value === "") return "–";
  if (name === "from" || name === "to") return formatDate(new Date(String(value)), "stamp");
  if (typeof value === "boolean") return t(value ? auditTexts.yes : auditTexts.no);
  const text = values[name]?.[String(value)];
  return text ? t(text) : String(value);
}
