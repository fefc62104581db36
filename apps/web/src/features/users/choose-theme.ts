import { setTheme, type Theme } from "#web/lib/device/theme.ts";
import { choosePreference } from "./preferences.ts";

/** Shown at once, and kept for the person's other browsers. */
export function chooseTheme(theme: Theme): void {
  setTheme(theme);
  choosePreference({ theme });
}
