import { sounds, type SoundName } from "./sounds.ts";

let context: AudioContext | undefined;

/** May this page make a sound? Browsers ask for a press or a key first. */
export function mayPlay(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.hasBeenActive ?? true;
}

/** A short soft sound, made on the spot. Fails where the device gives none. */
export async function playSound(name: SoundName): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  const now = context.currentTime;
  for (const { pitch, at, length, volume, wave } of sounds[name]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = wave;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(volume, now + at);
    gain.gain.exponentialRampToValueAtTime(0.001, now + at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length);
  }
}
