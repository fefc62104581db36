import { FALLBACK_FULL_NAME, type CurrentUser } from "@colbin/protocol";
import { deviceSetting } from "#web/lib/device/setting.ts";

/** The person of this browser who wants to stay without a name. */
export const nameSkipper = deviceSetting<string | null>("nameSkippedBy", (kept) => kept, null);

/** A new account is called 'User' until its person says otherwise (rules-identity 12). */
export function isNameless(user: CurrentUser | null, skipper: string | null): boolean {
  // A link guest has said their name.
  const isNew = user?.fullName === FALLBACK_FULL_NAME && user.role !== "GUEST";
  return isNew && user.id !== skipper;
}

/** This person is not asked again in this browser. */
export function skipName(userId: string): void {
  nameSkipper.update(() => userId);
}
