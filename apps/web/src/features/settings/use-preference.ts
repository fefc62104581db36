import type { Preferences } from "@colbin/protocol";
import { useState } from "react";
import { toast } from "#web/design/toast.ts";
import { account } from "#web/lib/account.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { useAct } from "#web/lib/use-act.ts";
import { useStore } from "#web/lib/use-store.ts";
import { settingsTexts } from "./texts.ts";

/** One preference of the person, kept as soon as it is chosen: shown as chosen meanwhile, and not chosen anew. */
export function usePreference<K extends keyof Preferences>(key: K) {
  const saved = useStore(account.session, ({ user }) => user?.preferences[key]);
  const [wanted, setWanted] = useState<{ readonly value: Preferences[K] }>();
  const { act } = useAct("updateMe");

  async function choose(value: Preferences[K]): Promise<void> {
    if (wanted) return;
    setWanted({ value });
    try {
      account.tokens.setUser(await act({ body: { preferences: { [key]: value } } }));
    } catch (cause) {
      const title = t(settingsTexts.preferencesFailed);
      toast({ title, description: errorText(cause), variant: "destructive" });
    }
    setWanted(undefined);
  }

  return { value: wanted ? wanted.value : saved, isBusy: wanted !== undefined, choose };
}
