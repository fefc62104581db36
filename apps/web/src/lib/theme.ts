import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const storageKey = "theme";
/** Asked for where it is needed: what only declares its use of a theme runs without a window as well. */
const systemIsDark = () => window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** Anything but light and dark follows the system. */
export function toTheme(value: string | null | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

function readTheme(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

/** Shows the theme at once and keeps it for the next visit and for the other tabs. */
export function setTheme(theme: Theme): void {
  showTheme(theme);
  try {
    if (theme === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is closed to this page: the choice lasts as long as the page.
  }
}

function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function isDark(): boolean {
  const theme = readTheme();
  return theme === "system" ? systemIsDark().matches : theme === "dark";
}

function handleStorage(event: StorageEvent): void {
  if (event.key !== storageKey) return;
  showTheme(toTheme(event.newValue));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", handleStorage);
  listeners.add(listener);
  const system = systemIsDark();
  system.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", listener);
    if (listeners.size === 0) window.removeEventListener("storage", handleStorage);
  };
}

/** The other one of the two than what is shown now. */
export function otherTheme(): Theme {
  return isDark() ? "light" : "dark";
}

/** What the person chose, and whether the page is dark now. */
export function useTheme(): { theme: Theme; isDark: boolean } {
  return {
    theme: useSyncExternalStore(subscribe, readTheme),
    isDark: useSyncExternalStore(subscribe, isDark),
  };
}
