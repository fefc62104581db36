import type { Text } from "#web/lib/i18n.ts";

export const workspaceTexts = {
  personal: { id: "workspace.personal", message: "Personal" },
  workspace: {
    id: "workspace.label",
    message: "<kind>Workspace</kind> <name>{name}</name>",
  },
  connected: { id: "switcher.connected", message: "Connected" },
  connecting: { id: "switcher.connecting", message: "Connecting..." },
  error: { id: "switcher.error", message: "Connection Error" },
  disconnected: { id: "switcher.disconnected", message: "Disconnected" },
} as const satisfies Record<string, Text>;
