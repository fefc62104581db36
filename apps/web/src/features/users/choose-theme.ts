import type { Preferences } from "@colbin/protocol";
import { toast } from "#web/design/toast.ts";
import { account } from "#web/lib/account.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t } from "#web/lib/i18n.ts";
import { setTheme, type Theme } from "#web/lib/theme.ts";
import { userTexts } from "./texts.ts";

/** Shown at once, and kept for the person's other browsers. */
export function chooseTheme(theme: Theme): void {
  setTheme(theme);
  choosePreference({ theme });
}

/** Kept at once; a refusal is told. */
export function choosePreference(preferences: Partial<Preferences>): void {
  account.users.update({ preferences }).catch((cause: unknown) => {
    const title = t(userTexts.preferencesFailed);
    toast({ title, description: errorText(cause), variant: "destructive" });
  });
}
