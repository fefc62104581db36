import { VOICE_WAVE_MAX } from "@colbin/protocol";

/** The points of a wave: of each stretch the loudest moment, in percent of the loudest of all. */
export function toWave(levels: readonly number[]): number[] {
  const count = Math.min(VOICE_WAVE_MAX, levels.length);
  const top = Math.max(...levels, Number.MIN_VALUE);
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * levels.length) / count);
    const to = Math.floor(((place + 1) * levels.length) / count);
    return Math.round((Math.max(...levels.slice(from, to)) / top) * 100);
  });
}
