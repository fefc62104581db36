import { createStore, type Store } from "@colbin/client";
import type { Preferences } from "@colbin/protocol";
import { MutationObserver } from "@tanstack/react-query";
import { toast, type Toast } from "#web/design/toast.ts";
import { account } from "#web/lib/account.ts";
import { toIntent, toMutation } from "#web/lib/calls.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/queries.ts";
import { userTexts } from "./texts.ts";

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
  const userId = currentUserId();
  while (Object.keys(chosen.getSnapshot()).length > 0) {
    const sent = chosen.getSnapshot();
    const failure = await keep(sent);
    // Somebody else has signed in meanwhile, or nobody.
    if (currentUserId() !== userId) chosen.update(() => ({}));
    else if (failure) toast(failure);
    chosen.update((now) => changesOf(sent, now));
  }
  isKeeping = false;
}

/** Answers the failure as it is told; undefined where there was none. */
async function keep(preferences: Partial<Preferences>): Promise<Toast | undefined> {
  const call = new MutationObserver(queryClient, toMutation(account, "updateMe"));
  try {
    account.tokens.setUser(await call.mutate(toIntent(account, { body: { preferences } })));
    return undefined;
  } catch (cause) {
    const title = t(userTexts.preferencesFailed);
    return { title, description: errorText(cause), variant: "destructive" };
  }
}

/** Without the choices that are as they were before. */
function changesOf(before: Partial<Preferences>, now: Partial<Preferences>): Partial<Preferences> {
  const names = Object.keys(now) as (keyof Preferences)[];
  return Object.fromEntries(
    names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
  );
}

function currentUserId(): string | undefined {
  return account.session.getSnapshot().user?.id;
}
