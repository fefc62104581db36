import { deviceSetting } from "#web/lib/device/setting.ts";

/** Does a message make a sound in this browser? On unless switched off (specification, section 3: a JSON boolean). */
export const chatSound = deviceSetting("chatSoundEnabled", (kept) => kept !== "false", true);

/** Keeps it for the next visit and the other tabs. */
export function setChatSound(isOn: boolean): void {
  chatSound.update(() => isOn);
}
