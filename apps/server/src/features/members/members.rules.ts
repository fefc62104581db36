import type { WorkspaceRole } from "@colbin/protocol";

/** Roles that somebody may give, and whose holders they may act on: nobody an equal or a higher one (rules-identity 64). */
const below: Readonly<Record<WorkspaceRole, readonly WorkspaceRole[]>> = {
  OWNER: ["ADMIN", "MEMBER", "GUEST"],
  ADMIN: ["MEMBER", "GUEST"],
  MEMBER: [],
  GUEST: [],
};

/** May somebody with this role act on those with the other one, and give it? */
export function isBelow(other: WorkspaceRole, own: WorkspaceRole): boolean {
  return below[own].includes(other);
}

/** Do they lead the organization? */
export function isLeading(role: WorkspaceRole): boolean {
  return role === "OWNER" || role === "ADMIN";
}
