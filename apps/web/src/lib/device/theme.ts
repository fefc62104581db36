import { useStore } from "#web/lib/react/use-store.ts";
import { look } from "./look.ts";
import { useMediaQuery } from "./media.ts";

const darkQuery = "(prefers-color-scheme: dark)";
const options = ["system", "light", "dark"] as const;
export type Theme = (typeof options)[number];

const theme = look("theme", options);

/** Shows the theme at once and keeps it for the next visit. */
export function setTheme(next: Theme): void {
  theme.update(() => next);
}

function isDark(chosen: Theme, isSystemDark: boolean): boolean {
  return chosen === "system" ? isSystemDark : chosen === "dark";
}

/** The other one of the two than what is shown now. */
export function otherTheme(): Theme {
  const isSystemDark = window.matchMedia(darkQuery).matches;
  return isDark(theme.getSnapshot(), isSystemDark) ? "light" : "dark";
}

/** The theme that the person chose, and whether the page is dark now. */
export function useTheme(): { theme: Theme; isDark: boolean } {
  const chosen = useStore(theme, (value) => value);
  return { theme: chosen, isDark: isDark(chosen, useMediaQuery(darkQuery)) };
}
