import type { Text } from "#web/lib/language/i18n.ts";

export const connectedTexts = {
  title: { id: "connected.title", message: "Connected accounts" },
  google: { id: "connected.google", message: "Google" },
  github: { id: "connected.github", message: "GitHub" },
  none: { id: "connected.none", message: "Not connected" },
  used: { id: "connected.used", message: "{login}, used {date}" },
  usedAlone: { id: "connected.usedAlone", message: "Used {date}" },
  connect: { id: "connected.connect", message: "Connect" },
  connectNamed: { id: "connected.connectNamed", message: "Connect {name}" },
  disconnect: { id: "connected.disconnect", message: "Disconnect" },
  disconnectNamed: { id: "connected.disconnectNamed", message: "Disconnect {name}" },
  connectTitle: { id: "connected.connectTitle", message: "Connect {name}?" },
  connectText: {
    id: "connected.connectText",
    message: "You can sign in with this account from then on.",
  },
  disconnectTitle: { id: "connected.disconnectTitle", message: "Disconnect {name}?" },
  disconnectText: {
    id: "connected.disconnectText",
    message: "You can no longer sign in with this account.",
  },
  connectFailed: { id: "connected.connectFailed", message: "Not connected" },
  disconnectFailed: { id: "connected.disconnectFailed", message: "Not disconnected" },
  blocked: {
    id: "connected.blocked",
    message: "Your browser blocked the window. Allow windows of this site, and try again.",
  },
} as const satisfies Record<string, Text>;
