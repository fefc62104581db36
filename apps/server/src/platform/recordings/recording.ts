/** Parts of one container that are looked at: ten minutes have 30,000 packets. */
export const PARTS_MAX = 200_000;

/** A sound alone: Opus in WebM or Ogg, or AAC in MP4 (rules-messages 47). */
export interface Recording {
  readonly mediaType: "audio/webm" | "audio/ogg" | "audio/mp4";
  readonly durationMs: number;
}
