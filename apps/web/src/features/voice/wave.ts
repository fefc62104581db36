import { VOICE_WAVE_MAX } from "@colbin/protocol";

/** The points of a wave: of each stretch the loudest moment, in percent of the loudest of all. */
export function toWave(levels: readonly number[]): number[] {
  const top = Math.max(...levels, Number.MIN_VALUE);
  const step = levels.length / VOICE_WAVE_MAX;
  return Array.from({ length: levels.length === 0 ? 0 : VOICE_WAVE_MAX }, (_, place) => {
    const from = Math.floor(place * step);
    const to = Math.max(from + 1, Math.floor((place + 1) * step));
    return Math.round((Math.max(...levels.slice(from, to)) / top) * 100);
  });
}
