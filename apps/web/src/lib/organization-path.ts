import type { WorkspaceId } from "@colbin/protocol";

export const ORGANIZATIONS_PATH = "/settings/organizations";

/** A page of an organization; without a tab its settings (specification, section 2). */
export function organizationPath(orgId: WorkspaceId, tab = ""): string {
  return `${ORGANIZATIONS_PATH}/${orgId}${tab && `/${tab}`}`;
}
