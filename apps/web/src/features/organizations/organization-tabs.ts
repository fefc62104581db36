import { isLeading, type OrganizationSettings, type WorkspaceRole } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";
import { organizationTexts } from "./texts.ts";

interface OrganizationTab {
  /** Behind the address of the organization. */
  readonly path: string;
  readonly title: Text;
  readonly isFor: (role: WorkspaceRole, policy: InvitePolicy | undefined) => boolean;
}

type InvitePolicy = OrganizationSettings["invitePolicy"];

/** The pages of an organization, in the order of their tabs. */
export const organizationTabs: readonly OrganizationTab[] = [
  { path: "members", title: organizationTexts.members, isFor: () => true },
  { path: "", title: organizationTexts.settings, isFor: isLeading },
  { path: "invites", title: organizationTexts.invites, isFor: mayInvite },
  { path: "emoji", title: organizationTexts.emoji, isFor: () => true },
  { path: "usage", title: organizationTexts.usage, isFor: isLeading },
  { path: "webhooks", title: organizationTexts.webhooks, isFor: isLeading },
  { path: "audit", title: organizationTexts.audit, isFor: isLeading },
];

/** Where members invite, each sees the own invitations. */
function mayInvite(role: WorkspaceRole, policy: InvitePolicy | undefined): boolean {
  return isLeading(role) || (role === "MEMBER" && policy === "members");
}
