import { ACCESS_TOKEN_LIFETIME_S, type CurrentUser, type Tokens } from "@colbin/protocol";
import { personalKeys, storageKeys, type KeyValueStorage } from "./storage.ts";

/** A signed-in session as it stands in the storage that all tabs share. */
export interface StoredSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** By the clock of this device. */
  readonly expiresAt: number;
  readonly user: CurrentUser;
}

/** The stored session; undefined when any part is missing or broken. */
export function readSession(storage: KeyValueStorage, now: number): StoredSession | undefined {
  const accessToken = storage.get(storageKeys.accessToken);
  const refreshToken = storage.get(storageKeys.refreshToken);
  const user = parseUser(storage.get(storageKeys.user));
  if (!accessToken || !refreshToken || !user) return undefined;
  const expiry = Date.parse(storage.get(storageKeys.tokenExpiry) ?? "");
  // Without an expiry the token may be of any age: it is due at once.
  return { accessToken, refreshToken, user, expiresAt: Number.isNaN(expiry) ? now : expiry };
}

/** Writes the access token last, because other tabs read everything when they hear of it. */
export function writeSession(storage: KeyValueStorage, session: StoredSession): void {
  storage.set(storageKeys.user, JSON.stringify(session.user));
  storage.set(storageKeys.refreshToken, session.refreshToken);
  storage.set(storageKeys.tokenExpiry, new Date(session.expiresAt).toISOString());
  storage.set(storageKeys.accessToken, session.accessToken);
}

/**
 * Removes everything of the person; the access token first, so that no tab reads half a session. A person whom the server has signed out
 * comes back to their drafts, and to the mentions for which words stand in these (`hasDrafts`).
 */
export function clearSession(storage: KeyValueStorage, hasDrafts: boolean): void {
  for (const key of personalKeys) if (!hasDrafts || key !== "mentionWords") storage.remove(key);
}

/** `clockAheadMs`: how far the clock of this device is ahead of the server's. */
export function toStoredSession(
  reply: { readonly tokens: Tokens; readonly user: CurrentUser },
  now: number,
  clockAheadMs: number,
): StoredSession {
  const { access, refresh } = reply.tokens;
  const expiry = Date.parse(access.expires) + clockAheadMs;
  const expiresAt = Number.isNaN(expiry) ? now + ACCESS_TOKEN_LIFETIME_S * 1000 : expiry;
  return { accessToken: access.token, refreshToken: refresh.token, expiresAt, user: reply.user };
}

/** The connection's name: kept for ever on this device, generated if absent (specification, section 3). */
export function readConnectionId(storage: KeyValueStorage, uuid: () => string): string {
  const known = storage.get(storageKeys.connectionId);
  if (known) return known;
  const made = uuid();
  storage.set(storageKeys.connectionId, made);
  return made;
}

function parseUser(text: string | null): CurrentUser | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isUser = typeof value === "object" && value !== null && "id" in value;
    return isUser ? (value as CurrentUser) : undefined;
  } catch {
    return undefined;
  }
}
