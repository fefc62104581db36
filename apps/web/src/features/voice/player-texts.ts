import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of a recording that is played. */
export const playerTexts = {
  message: { id: "voice.message", message: "Voice message, {length}" },
  play: { id: "voice.play", message: "Play" },
  pause: { id: "voice.pausePlaying", message: "Pause" },
  position: { id: "voice.position", message: "Position" },
  at: { id: "voice.at", message: "{now} of {length}" },
  speed: { id: "voice.speed", message: "Speed" },
  unplayable: { id: "voice.unplayable", message: "This recording cannot be played" },
  unplayableAdvice: {
    id: "voice.unplayableAdvice",
    message: "The connection is interrupted, or this browser does not know its format.",
  },
} as const satisfies Record<string, Text>;
