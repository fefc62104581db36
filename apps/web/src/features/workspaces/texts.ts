import type { Text } from "#web/lib/i18n.ts";

export const workspaceTexts = {
  personal: { id: "workspace.personal", message: "Personal" },
  workspace: {
    id: "workspace.label",
    message: "Workspace <name>{name}</name>",
  },
  menu: { id: "workspace.menu", message: "Workspaces" },
  create: { id: "workspace.create", message: "Create organization" },
  createText: {
    id: "workspace.createText",
    message: "A place of its own for a team: its rooms and people are seen by its members alone.",
  },
  createVerb: { id: "workspace.createVerb", message: "Create" },
  title: { id: "workspace.title", message: "Name of the organization" },
  switchFailed: { id: "workspace.switchFailed", message: "You are still where you were" },
  suspended: { id: "workspace.suspended", message: "{title} (suspended)" },
  loading: { id: "workspace.loading", message: "Loading organizations" },
  loadFailed: { id: "workspace.loadFailed", message: "Organizations did not load" },
  connected: { id: "switcher.connected", message: "Connected" },
  connecting: { id: "switcher.connecting", message: "Connecting..." },
  error: { id: "switcher.error", message: "Connection Error" },
  disconnected: { id: "switcher.disconnected", message: "Disconnected" },
} as const satisfies Record<string, Text>;
