/** Pitches in hertz: two strokes of wood, one after the other. */
const tones = [880, 1175];
const APART_S = 0.07;
const LENGTH_S = 0.22;
const VOLUME = 0.12;

let context: AudioContext | undefined;

/** May this page make a sound? Browsers ask for a press or a key first. */
export function mayPlay(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.hasBeenActive ?? true;
}

/** A short soft sound, made on the spot. Fails where the device gives none. */
export async function playPebble(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  for (const [index, pitch] of tones.entries()) {
    const begin = context.currentTime + index * APART_S;
    const end = begin + LENGTH_S;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(end);
  }
}
