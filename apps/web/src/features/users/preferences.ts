import { createStore, type Store } from "@colbin/client";
import type { Preferences } from "@colbin/protocol";
import { MutationObserver } from "@tanstack/react-query";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { toIntent, toMutation } from "#web/lib/api/calls.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { t } from "#web/lib/language/i18n.ts";
import { lateUserTexts } from "./late-user-texts.ts";

const chosen = createStore<Partial<Preferences>>({});
let isKeeping = false;

/** Choices of the person that the server has not answered yet, to be shown in the place of the preferences of the account. */
export const unkeptPreferences: Store<Partial<Preferences>> = chosen;

/**
 * Keeps a choice in the account. Choices that are made while a call is under way go together in the next one; what is refused is told,
 * and no longer shown.
 */
export function choosePreference(choice: Partial<Preferences>): void {
  chosen.update((before) => ({ ...before, ...choice }));
  if (!isKeeping) void keepAll();
}

async function keepAll(): Promise<void> {
  isKeeping = true;
  const call = new MutationObserver(queryClient, toMutation(account, "updateMe"));
  const userId = currentUserId();
  for (let sent = chosen.getSnapshot(); Object.keys(sent).length > 0; sent = chosen.getSnapshot()) {
    try {
      account.tokens.setUser(await call.mutate(toIntent(account, { body: { preferences: sent } })));
    } catch (cause) {
      const title = t(lateUserTexts.preferencesFailed);
      if (currentUserId() === userId)
        toast({ title, description: errorText(cause), variant: "destructive" });
    }
    // Choices that were made meanwhile go next, unless somebody else has signed in.
    chosen.update((now) => (currentUserId() === userId ? changesOf(sent, now) : {}));
  }
  isKeeping = false;
}

function changesOf(before: Partial<Preferences>, now: Partial<Preferences>): Partial<Preferences> {
  const isNew = ([name, value]: [string, unknown]) => before[name as keyof Preferences] !== value;
  return Object.fromEntries(Object.entries(now).filter(isNew));
}

function currentUserId(): string | undefined {
  return account.session.getSnapshot().user?.id;
}
