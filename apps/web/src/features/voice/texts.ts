import type { Text } from "#web/lib/language/i18n.ts";

/** Loaded with the composer's tools. */
export const voiceTexts = {
  record: { id: "voice.record", message: "Record a voice message" },
  refused: { id: "voice.refused", message: "The microphone is not allowed here" },
  refusedAdvice: {
    id: "voice.refusedAdvice",
    message: "Allow it for this page in the settings of the browser, then record again.",
  },
  missing: { id: "voice.missing", message: "No microphone was found" },
  missingAdvice: { id: "voice.missingAdvice", message: "Connect one, then record again." },
  failed: { id: "voice.failed", message: "The recording could not be started" },
  failedAdvice: {
    id: "voice.failedAdvice",
    message: "Another program may be using the microphone.",
  },
} as const satisfies Record<string, Text>;
