/** All that the menu of workspaces opens, in one. */
export { CreateOrganizationDialog } from "./CreateOrganizationDialog.tsx";
export { InviteDialog } from "./InviteDialog.tsx";
export { WorkspaceMenuSurface } from "./WorkspaceMenuSurface.tsx";
