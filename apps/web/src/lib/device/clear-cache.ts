import { storageKeys } from "@colbin/client";
import { forgetSnapshots } from "./snapshot-store.ts";

/** The keys that are no cache: the session, which the specification calls auth_token, an invitation that waits for it, what the person said of pushes, and the theme. */
const kept: ReadonlySet<string> = new Set([
  ...Object.values(storageKeys),
  "pendingInviteCode",
  "pushAskedAt",
  "pushEndpoint",
  "theme",
]);

/**
 * Forgets all that this browser keeps to be faster or more at hand, and loads the page anew. Unsent messages, drafts, the session and the
 * theme stay.
 */
export async function clearCache(): Promise<void> {
  await forgetSnapshots();
  for (const key of Object.keys(localStorage)) if (!kept.has(key)) localStorage.removeItem(key);
  window.location.reload();
}
