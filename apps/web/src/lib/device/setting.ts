import { createStore, type Store } from "@colbin/client";

export interface DeviceSetting<T> extends Store<T> {
  /** Changes it in every tab, and for the next visit. */
  readonly update: (change: (value: T) => T) => void;
}

const readings = new Set<() => void>();

/** Reads all settings anew: a tab is told of no key that it has removed itself, as a sign-out does with the personal ones. */
export function readSettings(): void {
  for (const read of readings) read();
}

/**
 * A setting of this browser, and the same in all of its tabs. A text is kept as it is, any other value as JSON; `parse`
 * reads that, and throws or answers undefined for what no version of the app has written. Where the storage is closed to the page, the
 * setting lasts as long as the page.
 */
export function deviceSetting<T>(
  key: string,
  parse: (kept: string) => T | undefined,
  fallback: T,
): DeviceSetting<T> {
  const setting = createStore(read());
  readings.add(() => setting.update(read));
  if (typeof window === "object")
    window.addEventListener("storage", (event) => {
      if (event.key === key || event.key === null) setting.update(read);
    });
  return {
    ...setting,
    update(change) {
      setting.update(change);
      keep(setting.getSnapshot());
    },
  };

  function read(): T {
    try {
      const kept = localStorage.getItem(key);
      return (kept === null ? undefined : parse(kept)) ?? fallback;
    } catch {
      return fallback;
    }
  }

  function keep(value: T): void {
    try {
      localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
    } catch {
      // Storage is closed to this page, or full.
    }
  }
}
