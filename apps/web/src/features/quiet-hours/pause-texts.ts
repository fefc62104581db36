import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the page of settings and of the menu of the person. */
export const pauseTexts = {
  half: { id: "pause.half", message: "30 minutes" },
  hours: { id: "pause.hours", message: "2 hours" },
  tomorrow: { id: "pause.tomorrow", message: "Until tomorrow" },
  pause: { id: "pause.pause", message: "Pause notifications" },
  end: { id: "pause.end", message: "End the pause" },
  failed: { id: "pause.failed", message: "Notifications were not paused" },
  muteAll: { id: "pause.muteAll", message: "Mute all rooms" },
  unmuteAll: { id: "pause.unmuteAll", message: "Unmute all rooms" },
  muteFailed: { id: "pause.muteFailed", message: "Not changed" },
} as const satisfies Record<string, Text>;
