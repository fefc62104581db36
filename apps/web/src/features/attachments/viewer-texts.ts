import type { Text } from "#web/lib/language/i18n.ts";

export const viewerTexts = {
  close: { id: "messages.closeImage", message: "Close" },
  place: { id: "viewer.place", message: "{at} of {n}" },
  previous: { id: "viewer.previous", message: "Previous image" },
  next: { id: "viewer.next", message: "Next image" },
  zoom: { id: "viewer.zoom", message: "Zoom" },
  zoomIn: { id: "viewer.zoomIn", message: "Zoom in" },
  zoomOut: { id: "viewer.zoomOut", message: "Zoom out" },
  fit: { id: "viewer.fit", message: "Fit the window" },
  enlarged: { id: "viewer.enlarged", message: "Enlarged image" },
} as const satisfies Record<string, Text>;
