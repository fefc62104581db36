/** All that the user menu opens, in one. */
export { StatusDialog } from "#web/features/presence/StatusDialog.tsx";
export { SignOutDialog } from "./SignOutDialog.tsx";
export { UserMenuSurface } from "./UserMenuSurface.tsx";
