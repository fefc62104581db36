import type { UserRole } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const administrationTexts = {
  noPermission: { id: "server.noPermission", message: "This page is for those who run the server" },
  noPermissionText: {
    id: "server.noPermissionText",
    message: "Its owner and its admins can open it.",
  },
  people: { id: "server.people", message: "People" },
  peopleFailed: { id: "server.peopleFailed", message: "The people of this server did not load" },
  searchPeople: { id: "server.searchPeople", message: "Name, email or phone" },
  nobody: { id: "server.nobody", message: "Nobody found" },
  nobodyText: {
    id: "server.nobodyText",
    message: "Search for a part of a name, or for a whole email address or phone number.",
  },
  person: { id: "server.person", message: "Person" },
  identifier: { id: "server.identifier", message: "Email or phone" },
  role: { id: "server.role", message: "Role" },
  lastActive: { id: "server.lastActive", message: "Last active" },
  never: { id: "server.never", message: "Not yet" },
  status: { id: "server.status", message: "Status" },
  blocked: { id: "server.blocked", message: "Blocked" },
  active: { id: "server.active", message: "Active" },
  you: { id: "server.you", message: "(you)" },
  more: { id: "server.more", message: "Actions for {name}" },
  block: { id: "server.block", message: "Block" },
  unblock: { id: "server.unblock", message: "Unblock" },
  blockTitle: { id: "server.blockTitle", message: "Block {name} on this server?" },
  blockText: {
    id: "server.blockText",
    message:
      "They are signed out everywhere and cannot sign in until you unblock them. Invitations they sent are revoked. Their messages stay.",
  },
  blockFailed: { id: "server.blockFailed", message: "Failed to block" },
  makeAdmin: { id: "server.makeAdmin", message: "Make admin" },
  makeAdminTitle: { id: "server.makeAdminTitle", message: "Make {name} an admin of this server?" },
  makeAdminText: {
    id: "server.makeAdminText",
    message:
      "Admins open these pages, block people and make accounts. They read no room that they are not in.",
  },
  makeUser: { id: "server.makeUser", message: "Take admin role away" },
  makeUserTitle: { id: "server.makeUserTitle", message: "Take the admin role from {name}?" },
  makeUserText: {
    id: "server.makeUserText",
    message: "They keep their account, and can no longer open these pages.",
  },
  roleFailed: { id: "server.roleFailed", message: "The role was not changed" },
  unblockFailed: { id: "server.unblockFailed", message: "Failed to unblock" },

  organizations: { id: "server.organizations", message: "Organizations" },
  organizationsFailed: {
    id: "server.organizationsFailed",
    message: "The organizations of this server did not load",
  },
  noOrganizations: { id: "server.noOrganizations", message: "No organizations yet" },
  noOrganizationsText: {
    id: "server.noOrganizationsText",
    message: "People make them under Organizations in their settings.",
  },
  organization: { id: "server.organization", message: "Organization" },
  members: { id: "server.members", message: "Members" },
  created: { id: "server.created", message: "Created" },
  deleted: { id: "server.deleted", message: "Deleted" },
  purges: { id: "server.purges", message: "Removed for good after {date}" },
  restore: { id: "server.restore", message: "Restore" },
  restoreNamed: { id: "server.restoreNamed", message: "Restore {title}" },
  restoreTitle: { id: "server.restoreTitle", message: "Restore {title}?" },
  restoreText: {
    id: "server.restoreText",
    message:
      "Its members have it back as it was. Invitations stay revoked, and its domain must be verified again.",
  },
  restoreFailed: { id: "server.restoreFailed", message: "Failed to restore" },

  limits: { id: "server.limits", message: "Sign-in and limits" },
  health: { id: "server.health", message: "Health" },
  failed: { id: "server.failed", message: "The state of the server did not load" },
} as const satisfies Record<string, Text>;

/** The role of a person on the server. */
export const instanceRoleTexts: Readonly<Record<UserRole, Text>> = {
  OWNER: { id: "role.owner", message: "Owner" },
  ADMIN: { id: "role.admin", message: "Admin" },
  USER: { id: "server.user", message: "User" },
  GUEST: { id: "role.guest", message: "Guest" },
};
