/** Text under keys, at once and without waiting: the browser's local storage, or memory. */
export interface KeyValueStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
  /** Changes that another tab made; null means that everything changed. */
  readonly subscribe: (listener: (key: string | null) => void) => () => void;
}

/** Keys of the specification, section 3; `tokenExpiry` is the session's field of that name. */
export const storageKeys = {
  accessToken: "accessToken",
  refreshToken: "refreshToken",
  tokenExpiry: "tokenExpiry",
  user: "user",
  connectionId: "connectionId",
  activeOrganizationId: "activeOrganizationId",
  activeOrganizationName: "activeOrganizationName",
} as const;

/** The keys that belong to the person and go with the sign-out; theme and connectionId belong to the device. */
export const personalKeys = [
  storageKeys.accessToken,
  storageKeys.refreshToken,
  storageKeys.tokenExpiry,
  storageKeys.user,
  "pendingInviteCode",
  storageKeys.activeOrganizationId,
  storageKeys.activeOrganizationName,
  "chatSoundEnabled",
  "emojiRecents",
  "emojiTone",
  "mentionWords",
  "palette:history",
  "recentSearches",
] as const;

/** Forgets with the process; nobody else can change it. */
export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    subscribe: () => () => undefined,
  };
}

/** The part of the browser's Storage that is used. */
interface WebStorageArea {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Local storage with memory behind it: where the browser forbids or has filled its storage the session lives as long
 * as the page, and nothing fails.
 */
export function webStorage(
  area: () => WebStorageArea,
  listen: (listener: (key: string | null) => void) => () => void,
): KeyValueStorage {
  const memory = memoryStorage();
  const attempt = <T>(task: (storage: WebStorageArea) => T, otherwise: () => T): T => {
    try {
      return task(area());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    set: (key, value) =>
      attempt(
        (storage) => {
          storage.setItem(key, value);
          memory.remove(key);
        },
        () => memory.set(key, value),
      ),
    remove(key) {
      memory.remove(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
    subscribe: listen,
  };
}
