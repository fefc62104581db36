import type { Text } from "#web/lib/language/i18n.ts";

export const organizationTexts = {
  title: { id: "organizations.title", message: "Organizations" },
  yours: { id: "organizations.yours", message: "Your workspaces" },
  loading: { id: "organizations.loading", message: "Loading organizations" },
  failed: { id: "store.organizations.fetch", message: "Failed to fetch organizations" },
  openNow: { id: "organizations.openNow", message: "Open now" },
  suspended: { id: "organizations.suspended", message: "Suspended" },
  suspendedNote: {
    id: "organizations.suspendedNote",
    message: "An admin there has suspended your membership",
  },
  open: { id: "organizations.open", message: "Open" },
  openNamed: { id: "organizations.openNamed", message: "Open {name}" },
  settings: { id: "organizations.settings", message: "Settings" },
  organization: { id: "organizations.one", message: "Organization" },
  toAll: { id: "organizations.toAll", message: "Your organizations" },
  notFound: { id: "errors.ORGANIZATION_NOT_FOUND", message: "Organization not found" },
  notFoundText: {
    id: "organizations.notFoundText",
    message: "It may have been deleted, or you are not in it any more.",
  },
  suspendedTitle: { id: "organizations.suspendedTitle", message: "You are suspended here" },
  suspendedText: {
    id: "organizations.suspendedText",
    message: "An admin has suspended your membership. Your rooms and messages are kept.",
  },
  noPermission: { id: "organizations.noPermission", message: "This page is for admins" },
  noPermissionText: {
    id: "organizations.noPermissionText",
    message: "Only the owner and admins of {name} can open it.",
  },
  members: { id: "organizations.members", message: "Members" },
  emoji: { id: "emoji.picker", message: "Emoji" },
  usage: { id: "usage.title", message: "Usage" },
  webhooks: { id: "webhooks.title", message: "Webhooks" },
  audit: { id: "audit.title", message: "Audit log" },
  invites: { id: "organizations.invites", message: "Invites" },
  organizationSettings: {
    id: "organizations.organizationSettings",
    message: "Organization settings",
  },
  settingsNamed: { id: "organizations.settingsNamed", message: "Settings of {name}" },
} as const satisfies Record<string, Text>;
