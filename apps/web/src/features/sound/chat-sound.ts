import { createStore } from "@colbin/client";
import { account } from "#web/lib/api/account.ts";

/** The key of the specification, section 3: a JSON boolean, which goes with the sign-out. */
const KEY = "chatSoundEnabled";

/** Does a message make a sound in this browser? On unless switched off. */
export const chatSound = createStore<boolean>(read());

/** Keeps it for the next visit and the other tabs. */
export function setChatSound(isOn: boolean): void {
  chatSound.update(() => isOn);
  try {
    localStorage.setItem(KEY, JSON.stringify(isOn));
  } catch {
    // Storage is closed to this page: the choice lasts as long as the page.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== "false";
  } catch {
    return true;
  }
}

window.addEventListener("storage", () => chatSound.update(read));
account.session.subscribe(() => chatSound.update(read));
