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
  switching: { id: "switcher.switching", message: "Switching..." },
  personalFailed: { id: "switcher.personalFailed", message: "Failed to switch to personal mode" },
  orgFailed: { id: "switcher.orgFailed", message: "Failed to switch organization" },
  noToken: { id: "switcher.noToken", message: "No authentication token available" },
  connected: { id: "switcher.connected", message: "Connected" },
  connecting: { id: "switcher.connecting", message: "Connecting..." },
  error: { id: "switcher.error", message: "Connection Error" },
  disconnected: { id: "switcher.disconnected", message: "Disconnected" },
} as const satisfies Record<string, Text>;
