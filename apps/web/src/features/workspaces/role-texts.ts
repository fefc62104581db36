import type { WorkspaceRole } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

/** The role of a person in an organization. */
export const roleTexts: Readonly<Record<WorkspaceRole, Text>> = {
  OWNER: { id: "role.owner", message: "Owner" },
  ADMIN: { id: "role.admin", message: "Admin" },
  MEMBER: { id: "role.member", message: "Member" },
  GUEST: { id: "role.guest", message: "Guest" },
};
