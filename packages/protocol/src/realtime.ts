export const connectionTypes = ["participant", "document_editor"] as const;
export type ConnectionType = (typeof connectionTypes)[number];

export const connectionStates = ["active", "pending_disconnect", "disconnected"] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** What the client knows of its connection (specification, section 4). */
export const connectionStatuses = [
  "disconnected",
  "connecting",
  "connected",
  "reconnecting",
  "error",
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
