import { deviceSetting } from "#web/lib/device/setting.ts";

export const localToggleNames = ["muted", "deafened"] as const;
export type LocalToggle = (typeof localToggleNames)[number];

/** The toggles of this browser. Nobody else is told (specification, section 4: mute and deafen are local toggles only). */
export const localToggles = { muted: toggle("muted"), deafened: toggle("deafened") };

/** Switches it on or off, also for the next visit and in the other tabs. */
export function switchLocal(name: LocalToggle): void {
  localToggles[name].update((isOn) => !isOn);
}

function toggle(name: LocalToggle) {
  return deviceSetting(name, (kept) => kept === "true", false);
}
