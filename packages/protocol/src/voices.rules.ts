/** Media types of recordings that voice messages have. */
export const voiceMediaTypes = ["audio/webm", "audio/ogg", "audio/mp4"] as const;

/** A time of a recording, as `1:05`. */
export function toClock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The text of a voice message that says nothing else. */
export function voiceText(durationMs: number): string {
  return `Voice message, ${toClock(durationMs)}`;
}
