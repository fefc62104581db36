import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of a recording that is being made. */
export const recordingTexts = {
  recording: { id: "voice.recording", message: "Recording a voice message" },
  paused: { id: "voice.paused", message: "Recording is paused" },
  recorded: { id: "voice.recorded", message: "Recorded voice message" },
  discard: { id: "voice.discard", message: "Discard the recording" },
  pause: { id: "voice.pause", message: "Pause recording" },
  resume: { id: "voice.resume", message: "Resume recording" },
  stop: { id: "voice.stop", message: "Stop and listen" },
  send: { id: "voice.send", message: "Send voice message" },
} as const satisfies Record<string, Text>;
