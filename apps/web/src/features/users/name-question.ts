import { createStore, type Store } from "@colbin/client";
import { FALLBACK_FULL_NAME, type CurrentUser } from "@colbin/protocol";

const storageKey = "nameSkippedBy";
const skippedBy = createStore<string | null>(read());

/** Who of this browser wants to stay without a name. */
export const nameSkippers: Store<string | null> = skippedBy;

/** A new account is called 'User' until its person says otherwise (rules-identity 12). */
export function isNameless(user: CurrentUser | null, skipper: string | null): boolean {
  // A link guest has said their name.
  const isNew = user?.fullName === FALLBACK_FULL_NAME && user.role !== "GUEST";
  return isNew && user.id !== skipper;
}

/** This person is not asked again in this browser. */
export function skipName(userId: string): void {
  skippedBy.update(() => userId);
  try {
    localStorage.setItem(storageKey, userId);
  } catch {
    // Storage is closed to this page: asked again after a reload.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
