export const soundNames = ["pebble", "pebbles", "glass", "reed"] as const;
export type SoundName = (typeof soundNames)[number];

/** One stroke of a sound. */
interface Stroke {
  /** In hertz. */
  readonly pitch: number;
  /** After the begin of the sound, in seconds. */
  readonly at: number;
  /** In seconds; it fades all the time. */
  readonly length: number;
  readonly volume: number;
  readonly wave: OscillatorType;
}

const wood = { length: 0.22, volume: 0.12, wave: "sine" } as const;

/** Sounds that are made on the spot: strokes one after the other. */
export const sounds: Readonly<Record<SoundName, readonly Stroke[]>> = {
  pebble: [
    { ...wood, pitch: 880, at: 0 },
    { ...wood, pitch: 1175, at: 0.07 },
  ],
  pebbles: [
    { ...wood, pitch: 880, at: 0 },
    { ...wood, pitch: 1175, at: 0.07 },
    { ...wood, pitch: 880, at: 0.24 },
    { ...wood, pitch: 1319, at: 0.31 },
  ],
  // A bell has overtones that are no multiples of its pitch.
  glass: [
    { pitch: 1568, at: 0, length: 0.7, volume: 0.07, wave: "sine" },
    { pitch: 4234, at: 0, length: 0.3, volume: 0.02, wave: "sine" },
  ],
  reed: [
    { pitch: 523, at: 0, length: 0.3, volume: 0.09, wave: "triangle" },
    { pitch: 784, at: 0.14, length: 0.36, volume: 0.08, wave: "triangle" },
  ],
};
