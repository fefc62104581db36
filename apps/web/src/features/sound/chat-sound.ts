import { deviceSetting } from "#web/lib/device/setting.ts";
import { soundNames, type SoundName } from "./sounds.ts";

/** Does a message make a sound in this browser? On unless switched off (specification, section 3: a JSON boolean). */
export const chatSound = deviceSetting("chatSoundEnabled", (kept) => kept !== "false", true);

/** Keeps it for the next visit and the other tabs. */
export function setChatSound(isOn: boolean): void {
  chatSound.update(() => isOn);
}

const parse = (kept: string): SoundName | undefined => soundNames.find((name) => name === kept);

/** The sounds of this browser. */
export const messageTone = deviceSetting<SoundName>("messageSound", parse, "pebble");
export const mentionTone = deviceSetting<SoundName>("mentionSound", parse, "pebbles");
