import type { Text } from "#web/lib/language/i18n.ts";

export const workspaceTexts = {
  personal: { id: "workspace.personal", message: "Personal" },
  workspace: {
    id: "workspace.label",
    message: "Workspace <name>{name}</name>",
  },
  menu: { id: "workspace.menu", message: "Workspaces" },
  create: { id: "workspace.create", message: "Create organization" },
  createWords: { id: "workspace.createWords", message: "team company new workspace" },
  firstTitle: { id: "workspace.firstTitle", message: "Bring your team" },
  firstText: {
    id: "workspace.firstText",
    message:
      "Give your organization a name, and send its link to the others. Have you been invited? Open the link of your invitation.",
  },
  createText: {
    id: "workspace.createText",
    message: "A place of its own for a team: its rooms and people are seen by its members alone.",
  },
  createVerb: { id: "workspace.createVerb", message: "Create" },
  join: { id: "workspace.join", message: "You can join {title}" },
  manage: { id: "workspace.manage", message: "Manage organizations" },
  title: { id: "workspace.title", message: "Name of the organization" },
  switching: { id: "switcher.switching", message: "Switching..." },
  personalFailed: { id: "switcher.personalFailed", message: "Failed to switch to personal mode" },
  orgFailed: { id: "switcher.orgFailed", message: "Failed to switch organization" },
  noToken: { id: "switcher.noToken", message: "No authentication token available" },
  elsewhere: { id: "workspace.elsewhere", message: "{count} unread in other workspaces" },
  personalNote: { id: "workspace.personalNote", message: "Only you and your contacts" },
  suspended: { id: "workspace.suspended", message: "{title} (suspended)" },
  loading: { id: "workspace.loading", message: "Loading organizations" },
  loadFailed: { id: "workspace.loadFailed", message: "Organizations did not load" },
  connected: { id: "switcher.connected", message: "Connected" },
  connecting: { id: "switcher.connecting", message: "Connecting..." },
  error: { id: "switcher.error", message: "Connection Error" },
  disconnected: { id: "switcher.disconnected", message: "Disconnected" },
} as const satisfies Record<string, Text>;
