import type { Text } from "#web/lib/i18n.ts";

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
  settingsNamed: { id: "organizations.settingsNamed", message: "Settings of {name}" },
} as const satisfies Record<string, Text>;
