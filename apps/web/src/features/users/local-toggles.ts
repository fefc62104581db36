import { createStore } from "@colbin/client";

export const localToggleNames = ["muted", "deafened"] as const;
export type LocalToggle = (typeof localToggleNames)[number];

/** Of this browser, whoever uses it. Nobody else is told (specification, section 4: mute and deafen are local toggles only). */
export const localToggles = createStore<readonly LocalToggle[]>(read());

/** Switches it on or off, also for the next visit and in the other tabs. */
export function switchLocal(name: LocalToggle): void {
  const isOn = localToggles.getSnapshot().includes(name);
  localToggles.update((on) => (isOn ? on.filter((each) => each !== name) : [...on, name]));
  try {
    localStorage.setItem(name, JSON.stringify(!isOn));
  } catch {
    // Storage is closed to this page: it stays as it is for this visit.
  }
}

/** Takes over what the other tabs switch. */
export function followLocalToggles(): () => void {
  const handle = () => localToggles.update(read);
  window.addEventListener("storage", handle);
  // Another tab may have switched since this was read.
  handle();
  return () => window.removeEventListener("storage", handle);
}

function read(): readonly LocalToggle[] {
  try {
    return localToggleNames.filter((name) => localStorage.getItem(name) === "true");
  } catch {
    return [];
  }
}
