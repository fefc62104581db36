import type { Preferences } from "@colbin/protocol";
import { choosePreference, unkeptPreferences } from "#web/features/users/preferences.ts";
import { account } from "#web/lib/api/account.ts";
import { useStore } from "#web/lib/react/use-store.ts";

/** A preference of the person, shown as it is chosen and kept at once. */
export function usePreference<K extends keyof Preferences>(key: K) {
  const saved = useStore(account.session, ({ user }) => user?.preferences[key]);
  const unkept = useStore(unkeptPreferences, (choices) => choices);
  const choose = (value: Preferences[K]): void => choosePreference({ [key]: value });
  return { value: key in unkept ? unkept[key] : saved, choose };
}
